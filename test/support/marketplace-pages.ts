import { readOrder, type Order } from '../../src/shared/partner-api/order'

/** What a marketplace says of its orders, as any program may read it. */

/** Every page of orders, as sent. */
export async function fetchPages(
  market: { baseUrl: string; accessToken: string },
  pageSize: number,
): Promise<string[]> {
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

export function ordersOn(pages: readonly string[]): Order[] {
  return pages.flatMap((page) => (JSON.parse(page) as unknown[]).map((order) => readOrder.parse(order)))
}

/** The orders on these pages of which nothing is packed and which have at least two lines of goods. */
export function untouchedOrders(pages: readonly string[]): Order[] {
  return ordersOn(pages).filter(
    (order) => order.state === 'paid' && order.shipments.length === 0 && goodsOf(order).length > 1,
  )
}

/** IDs of the order's lines without its shipping fee. */
export function goodsOf(order: Order): number[] {
  return order.order_lines.filter((line) => line.is_shipping_fee !== true).map(({ id }) => id)
}
