import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createControl, type Control } from '../../src/marketplace/control-client'

export type MarketplaceProcess = {
  baseUrl: string
  accessToken: string
  control: Control
  /** Stops listening; its data stays. */
  stop(): Promise<void>
}

/** The marketplace in a separate process, so that the station's memory and time are its own. @param file its bundle */
export async function startMarketplaceProcess(
  file: string,
  dataDir: string,
  port: number,
): Promise<MarketplaceProcess> {
  const flags = [`--data-dir=${dataDir}`, `--port=${port}`, '--orders=0', '--items=0', '--control']
  const child = spawn(process.execPath, [file, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await firstLine(child)
  const { baseUrl, accessToken, controlUrl } = JSON.parse(line) as Record<string, string>
  return {
    baseUrl: baseUrl ?? '',
    accessToken: accessToken ?? '',
    control: createControl(controlUrl ?? ''),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the marketplace has no output')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('the marketplace ended before it listened')
}
