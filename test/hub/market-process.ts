import { startMarketplace } from '../../src/marketplace/server'
import { fetchPages, untouchedOrders } from '../support/marketplace-pages'
import type { MarketAnswer, MarketQuestion, MarketReady, MarketStart } from './messages'

/** The marketplace on a computer of its own. What it did is known from its log of requests, and from its API. */

const start = JSON.parse(process.argv[2] ?? '') as MarketStart

async function main(): Promise<void> {
  const market = await startMarketplace({
    ...start,
    seed: 5,
    items: 5,
    steered: true,
    // Nothing but the stations keeps a parcel from being created twice.
    settings: { secondShipmentOnLine: 'accept' },
  })
  const { baseUrl, accessToken, steering } = market
  const read = async (orderId: number): Promise<unknown> => {
    const headers = { 'X-Partner-Access-Token': accessToken }
    return (await fetch(`${baseUrl}/api/v1.0/orders/${orderId}`, { headers })).json()
  }
  const answer = async (question: MarketQuestion): Promise<unknown> => {
    switch (question.ask) {
      case 'log':
        return market.journal().filter(({ method }) => method !== 'GET')
      case 'order':
        return read(question.orderId)
      case 'touch':
        steering?.changeOrder(question.orderId, { action: 'touch' })
        return read(question.orderId)
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
