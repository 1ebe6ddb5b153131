import { startMarketplace } from '../../src/marketplace/server'
import type { Order } from '../../src/shared/partner-api/order'
import { fetchPages, untouchedOrders } from '../support/marketplace-pages'
import type { MarketAnswer, MarketQuestion, MarketReady, MarketStart } from './messages'

/** The marketplace on a computer of its own. What it did is known from its log of requests, and from its API. */

const start = JSON.parse(process.argv[2] ?? '') as MarketStart

/** The probe asks for a single order. */
const isList = (method: string, path: string): boolean =>
  method === 'GET' && path.startsWith('/api/v1.0/orders?') && !path.includes('page_size=1&')

async function main(): Promise<void> {
  const market = await startMarketplace({
    ...start,
    seed: 5,
    items: 5,
    steered: true,
    // Nothing but the stations keeps a parcel from being created twice.
    settings: { secondShipmentOnLine: 'accept', replicaLagMs: start.lagMs, replicaReads: 'alternate' },
  })
  const { baseUrl, accessToken, steering } = market
  const read = async (orderId: number): Promise<Order> => {
    const headers = { 'X-Partner-Access-Token': accessToken }
    return (await fetch(`${baseUrl}/api/v1.0/orders/${orderId}`, { headers })).json() as Promise<Order>
  }
  const answer = async (question: MarketQuestion): Promise<unknown> => {
    switch (question.ask) {
      case 'log':
        return market.journal().filter(({ method }) => method !== 'GET')
      case 'lists':
        return market
          .journal()
          .filter(
            ({ at, path, method }) =>
              isList(method, path) && Date.parse(at) >= Date.now() - question.withinMs,
          )
          .map(({ agent }) => agent)
      case 'order':
        return read(question.orderId)
      case 'touch': {
        const sinceMs = Date.now()
        steering?.changeOrder(question.orderId, { action: 'touch' })
        // Every second read may be of an older copy.
        for (;;) {
          const order = await read(question.orderId)
          if (Date.parse(order.updated_at ?? '') >= sinceMs) return order
        }
      }
      case 'turn':
        return null
      case 'untouched':
        return untouchedOrders(await fetchPages(market, 100)).map(({ id }) => id)
    }
  }
  process.on('message', (question: MarketQuestion) => {
    void answer(question).then((value) => process.send?.({ id: question.id, value } satisfies MarketAnswer))
  })
  process.send?.({ baseUrl, accessToken } satisfies MarketReady)
}
process.on('disconnect', () => process.exit())
void main()
