// @ts-check
/**
 * `npm run hub`: a hub for trying it out, one NATS server with JetStream on this PC. It keeps its data in `--data-dir`,
 * or in a folder that goes with it. For a warehouse, see docs/it-guide.md.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = 'npm run hub -- [--port=4222] [--data-dir=DIR]'

/** @returns {{ port: string, dataDir: string | undefined }} */
function readFlags() {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, 'data-dir': { type: 'string' } } })
    const { port = '4222', 'data-dir': dataDir } = values
    if (/^\d{1,5}$/.test(port)) return { port, dataDir }
  } catch {
    // Said below.
  }
  console.error(USAGE)
  process.exit(2)
}

const { port, dataDir } = readFlags()
if (spawnSync('nats-server', ['--version']).status !== 0) {
  console.error(
    'nats-server is not installed. Debian: apt-get install nats-server; others: https://nats.io/download',
  )
  process.exit(1)
}
const folder = dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'packbench-hub-'))
const server = spawn('nats-server', ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', port], {
  stdio: 'inherit',
})
console.log(`A hub on this PC: start stations with PACKBENCH_HUB_URL=nats://127.0.0.1:${port}`)
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
  process.exitCode = code ?? 0
})
