import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempDir } from './temp-dir'

export type MarketplaceProcess = { baseUrl: string; accessToken: string; controlUrl: string }

/**
 * The built marketplace in a separate process, so that serving is not counted as the station's work.
 * @param items in addition to those of the orders
 */
export async function startMarketplaceProcess(orders: number, items = 0): Promise<MarketplaceProcess> {
  const entry = join(__dirname, '..', '..', 'out', 'main', 'marketplace.js')
  const flags = [
    '--port=0',
    `--data-dir=${tempDir()}`,
    '--seed=1',
    `--orders=${orders}`,
    `--items=${items}`,
    '--control',
  ]
  const child = spawn(process.execPath, [entry, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill()
  })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (printed.includes('\n')) return JSON.parse(printed) as MarketplaceProcess
  }
  throw new Error(`the marketplace ended early: ${String(await once(child, 'close'))}`)
}
