import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readOrder, type Order } from '../../src/shared/partner-api/order'
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

/** Every page of orders, as sent. */
export async function fetchPages(market: MarketplaceProcess, pageSize: number): Promise<string[]> {
  const pages: string[] = []
  let next: string | undefined = `${market.baseUrl}/api/v1.0/orders?page_size=${pageSize}`
  while (next !== undefined) {
    const response: Response = await fetch(next, {
      headers: { 'X-Partner-Access-Token': market.accessToken },
    })
    pages.push(await response.text())
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}

/** The orders on these pages of which nothing is packed and which have at least two lines of goods. */
export function untouchedOrders(pages: readonly string[]): Order[] {
  return pages
    .flatMap((page) => (JSON.parse(page) as unknown[]).map((order) => readOrder.parse(order)))
    .filter((order) => order.state === 'paid' && order.shipments.length === 0 && goodsOf(order).length > 1)
}

/** IDs of the order's lines without its shipping fee. */
export function goodsOf(order: Order): number[] {
  return order.order_lines.filter((line) => line.is_shipping_fee !== true).map(({ id }) => id)
}
