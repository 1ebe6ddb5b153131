import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Order } from '../../../src/shared/partner-api/order'
import type { Item } from '../../../src/shared/partner-api/item'
import { compose, imported, nothing, openMarket } from '../../support/composed'
import { hire } from '../../support/people'
import { tempDir } from '../../support/temp-dir'

/** The payouts through the bridge, compared with what the marketplace itself says of its orders. */

const ZONE = 'America/New_York'

async function atTheReports() {
  const market = await openMarket()
  const station = await compose(tempDir(), market.live)
  await imported(station.ask)
  const { settings } = await station.ask('station:bootstrap', nothing)
  await station.ask('settings:save', { ...settings, timeZone: ZONE })
  await station.ask('settings:save-preferences', { language: { locale: 'en', dateFormat: null } })
  return { ...station, market }
}

type Market = Awaited<ReturnType<typeof openMarket>>

/** Everything that the marketplace lists, past the app. */
async function listed<R>({ baseUrl, accessToken }: Market, path: string): Promise<R[]> {
  const response = await fetch(`${baseUrl}/api/v1.0/${path}`, {
    headers: { 'X-Partner-Access-Token': accessToken },
  })
  return (await response.json()) as R[]
}

const dayIn = (iso: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date(iso))

it('are what the orders of the marketplace add up to, by day and by category', async () => {
  const { ask, market } = await atTheReports()
  const [first, second, third] = await listed<Order>(market, 'orders?page_size=100')
  const [one, two, three] = [first?.id ?? 0, second?.id ?? 0, third?.id ?? 0]
  await ask('orders:refund', { orderId: one, amountCents: 700, confirmedLarge: false })
  await ask('orders:refund', { orderId: two, amountCents: 1_234, confirmedLarge: false })
  await ask('orders:cancel', { orderId: three })
  await expect
    .poll(async () => (await ask('outbox:list', { view: 'open', offset: 0, limit: 10 })).total)
    .toBe(0)
  await ask('station:sync', nothing)

  const orders = await listed<Order>(market, 'orders?page_size=100')
  const items = await listed<Item>(market, 'items?page_size=200&status=sold,listed,processing,deleted')
  const categoryOf = new Map(items.map(({ item_number, category_id }) => [item_number, String(category_id)]))
  // No list shows what is sold: this station is new, and reads such items one by one.
  for (const { item_number: itemNumber } of orders.flatMap(({ order_lines: lines }) => lines))
    if (typeof itemNumber === 'string') await ask('items:read', { itemNumber })
  const days: Record<
    string,
    { orders: number; soldCents: number; refundedCents: number; payoutCents: number }
  > = {}
  const categories: Record<string, { items: number; soldCents: number; payoutCents: number }> = {}
  for (const order of orders) {
    const day = (days[dayIn(order.purchased_at ?? '')] ??= {
      ...{ orders: 0, soldCents: 0, refundedCents: 0, payoutCents: 0 },
    })
    const canceled = order.cancelation_reason !== null || order.state !== 'paid'
    day.orders += 1
    day.soldCents += order.amount ?? 0
    for (const refund of order.refunds) day.refundedCents += refund.total_refunded ?? 0
    for (const line of order.order_lines.filter(({ is_shipping_fee }) => is_shipping_fee !== true)) {
      const category = (categories[categoryOf.get(line.item_number ?? '') ?? 'unknown'] ??= {
        ...{ items: 0, soldCents: 0, payoutCents: 0 },
      })
      const payout = canceled ? 0 : (line.estimated_payout ?? 0)
      day.payoutCents += payout
      category.items += 1
      category.soldCents += (line.amount ?? 0) + (line.tax ?? 0)
      category.payoutCents += payout
    }
  }
  const bought = Object.keys(days).toSorted()
  const period = { from: bought.at(0) ?? '', to: bought.at(-1) ?? '' }
  const shownDays = async () =>
    Object.fromEntries(
      (await ask('statistics:payouts', period)).days.map(
        ({ day, items: _items, canceled: _canceled, ...sums }) => [day, sums],
      ),
    )
  await expect.poll(shownDays, { timeout: 10_000 }).toEqual(days)
  const shownCategories = async () =>
    Object.fromEntries(
      (await ask('statistics:payouts', period)).categories.map(
        ({ category, items: count, soldCents, payoutCents }) => [
          category,
          { items: count, soldCents, payoutCents },
        ],
      ),
    )
  await expect.poll(shownCategories, { timeout: 10_000 }).toMatchObject(categories)
  const { total, timeZone, categories: rows } = await ask('statistics:payouts', period)
  expect(timeZone).toBe(ZONE)
  expect(total).toMatchObject({ orders: orders.length, canceled: 1 })
  // Whatever is refunded is of some category, or of several.
  expect(rows.reduce((sum, { refundedCents }) => sum + refundedCents, 0)).toBe(total.refundedCents)
  expect(rows.every(({ category, path }) => path !== null || !/\d/.test(category))).toBe(true)
})

it('are for supervisors, and each file of them is in the evidence log', async () => {
  const { ask, refusal } = await atTheReports()
  const { pat, sam } = await hire(ask)
  const period = { from: '2026-11-01', to: '2026-11-30' }
  const table = { columns: ['Day', 'Sold'], rows: [['2026-11-19', 41.5]] }
  await ask('operators:sign-in', { badge: pat.badge })
  for (const refused of [
    await refusal('statistics:payouts', period),
    await refusal('statistics:save-payouts', { name: 'days', ...period, table }),
  ])
    expect(refused).toMatchObject({ code: 'supervisor_needed', fields: { act: 'see_money' } })
  await ask('operators:sign-in', { badge: sam.badge })
  // Days are added up again in the background when an order or item of theirs is read.
  await expect.poll(async () => (await ask('statistics:payouts', period)).daysLeft).toBe(0)
  const { path } = await ask('statistics:save-payouts', { name: 'days', ...period, table })
  expect(path).toMatch(/payouts-days-/)
  expect(readFileSync(path, 'utf8')).toBe('\uFEFFDay,Sold\r\n2026-11-19,41.5\r\n')
  const { rows } = await ask('evidence:list', { kind: 'list_export', offset: 0, limit: 10 })
  expect(rows[0]).toMatchObject({ operator: 'Sam', payload: { list: 'payouts', ...period, count: 1 } })
})

it.each([
  { from: '2026-11-02', to: '2026-11-01' },
  { from: '2020-01-01', to: '2026-01-01' },
  { from: '2026-02-30', to: '2026-03-01' },
])('refuse the period %j', async (period) => {
  const { refusal } = await atTheReports()
  expect(await refusal('statistics:payouts', period)).toMatchObject({ code: 'invalid_request' })
})
