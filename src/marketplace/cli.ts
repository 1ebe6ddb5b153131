import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FlagError, readFlags, type Flags } from './flags'
import { startMarketplace, type RunningMarketplace } from './server'

/** Entry of `npm run marketplace`: prints one JSON line and serves until it is stopped. */
async function main(): Promise<void> {
  const flags = readFlags(process.argv.slice(2))
  const ownDir = flags.dataDir === null ? mkdtempSync(join(tmpdir(), 'packbench-marketplace-')) : null
  const removeOwnDir = () => ownDir !== null && rmSync(ownDir, { recursive: true, force: true })
  try {
    const running = await start(flags, flags.dataDir ?? ownDir ?? '')
    stopOnSignal(running, removeOwnDir)
    const { baseUrl, accessToken, controlUrl } = running
    console.log(JSON.stringify({ baseUrl, accessToken, ...(controlUrl === null ? {} : { controlUrl }) }))
  } catch (error) {
    removeOwnDir()
    throw error
  }
}

function start(flags: Flags, dataDir: string): Promise<RunningMarketplace> {
  const { port, seed, orders, items, control } = flags
  return startMarketplace({
    dataDir,
    port,
    control,
    ...(seed === undefined ? {} : { seed }),
    ...(orders === undefined ? {} : { orders }),
    ...(items === undefined ? {} : { items }),
  })
}

function stopOnSignal(running: RunningMarketplace, afterwards: () => void): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void running.close().then(afterwards)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  console.error(`marketplace: ${message.split('\n')[0]}`)
  process.exitCode = error instanceof FlagError ? 2 : 1
})
