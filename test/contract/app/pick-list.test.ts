import { expect, it } from 'vitest'
import { compose, FIRST_PAGE, imported, openMarket } from '../../support/composed'
import type { LineView } from '../../../src/shared/contract/views'
import { tempDir } from '../../support/temp-dir'

/** What to fetch for the next orders. */

const isOpen = (line: LineView) => !line.isShippingFee && line.shipmentId === null

async function withOrders() {
  const market = await openMarket()
  const station = await compose(tempDir(), market.live)
  await imported(station.ask)
  const { rows } = await station.ask('packing:queue', FIRST_PAGE)
  return { ...station, queue: rows.map(({ orderId }) => orderId) }
}

it('is for the orders that come next, with every item that is not packed', async () => {
  const { ask, queue } = await withOrders()
  const { orderIds, rows } = await ask('packing:picks', { orders: 5, filter: 'any' })
  expect(orderIds).toEqual(queue.slice(0, 5))
  const lines = []
  for (const orderId of orderIds) {
    const order = await ask('packing:open', { orderId })
    lines.push(...order.lines.filter(isOpen).map(({ externalId }) => externalId))
  }
  expect(lines.length).toBeGreaterThan(5)
  expect(rows.flatMap(({ code, count }) => Array.from({ length: count }, () => code)).sort()).toEqual(
    lines.sort(),
  )
})

it('leaves out what is held, about to be canceled, or packed', async () => {
  const { ask, queue } = await withOrders()
  const [held = 0, canceled = 0, packed = 0] = queue
  await ask('orders:hold', { orderId: held, reason: 'Item missing?' })
  await ask('orders:cancel', { orderId: canceled })
  const { lines } = await ask('packing:open', { orderId: packed })
  const goods = lines.filter(isOpen).map(({ lineId }) => lineId)
  const [first = 0, ...rest] = goods
  await ask('packing:pack', {
    ...{
      orderId: packed,
      lineIds: [first],
      byHand: [],
      carrier: null,
      trackingNumber: null,
      trackingUrl: null,
    },
    warehouseId: 1,
  })
  const { orderIds, rows } = await ask('packing:picks', { orders: 5, filter: 'any' })
  const next = queue.slice(rest.length === 0 ? 3 : 2)
  expect(orderIds).toEqual(next.slice(0, 5))
  const countFor = rows.flatMap(({ orders }) => orders.filter(({ orderId }) => orderId === packed))
  expect(countFor.reduce((sum, { count }) => sum + count, 0)).toBe(rest.length)
})

it('follows the filter of the queue', async () => {
  const { ask } = await withOrders()
  const list = await ask('packing:queue', { ...FIRST_PAGE, filter: 'one_item' })
  const { orderIds, rows } = await ask('packing:picks', { orders: 40, filter: 'one_item' })
  expect(orderIds).toEqual(list.rows.map(({ orderId }) => orderId))
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(orderIds.length)
})

it('is not printed when there is nothing to fetch', async () => {
  const { ask, refusal } = await withOrders()
  const begun = await ask('packing:queue', { ...FIRST_PAGE, filter: 'begun' })
  for (const { orderId } of begun.rows) await ask('orders:hold', { orderId, reason: 'Item missing?' })
  const document = { kind: 'pick_list', orders: 40, filter: 'begun' } as const
  expect(await refusal('print:document', { document, locale: 'en' })).toMatchObject({
    code: 'nothing_to_print',
  })
  expect(
    await ask('print:document', { document: { ...document, filter: 'any' }, locale: 'de' }),
  ).toMatchObject({
    kind: 'page',
  })
})
