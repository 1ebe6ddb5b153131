import { describe, expect, it } from 'vitest'
import type { ControlOrder } from '../../../src/marketplace/control-client'
import { saveItem } from '../../../src/main/store/tables/items'
import { findOp } from '../../../src/main/store/tables/outbox'
import { shipmentsOfOrder } from '../../../src/main/store/tables/shipments'
import { delistItem, updateItem } from '../../../src/main/areas/items/change-item'
import { cancelOrder, refundOrder } from '../../../src/main/areas/orders/change-order'
import { createItem } from '../../../src/main/areas/items/create-item'
import { readItem } from '../../../src/main/areas/items/list-items'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import type { ItemDetail } from '../../../src/shared/contract/items'
import { aListedItem, readItems } from '../../support/read-items'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { inTransaction } from '../../../src/main/store/db/database'

const ORDERS = '/api/v1.0/orders'
const ITEMS = '/api/v1.0/items'
const PORTAL = '<!doctype html><title>Sign in</title>'

/** 2xx answers that do not come from the marketplace, or belong to another request. */
const FOREIGN: readonly (readonly [string, string | null, string])[] = [
  ['a page of plain text', 'text/plain', 'Please sign in to go on'],
  ['HTML without a content type', null, PORTAL],
  ['HTML that calls itself JSON', 'application/json', PORTAL],
  ['an error in JSON', 'application/json', '{"error":"maintenance"}'],
  ['an empty object', 'application/json', '{}'],
  ['an error with an id', 'application/json', '{"id":99,"item_number":"ITM-99","error":"maintenance"}'],
  ['another order', 'application/json', '{"id":99,"state":"paid","item_number":null,"order_lines":[]}'],
]

type Prepared = {
  /** Requests the write. @returns its op */
  ask(): number
  /** Whether the marketplace has applied it. */
  done(): Promise<boolean>
}
type Write = {
  method: 'POST' | 'PUT' | 'DELETE'
  route: string
  prepare(bench: SyncBench): Promise<Prepared>
}

/** A write that moves a shipment packed here. */
function moving(move: 'ship' | 'deliver' | 'cancel', state: string): Write {
  return {
    method: 'POST',
    route: `${ORDERS}/:id/shipments/:shipment`,
    async prepare(bench) {
      const order = await bench.newOrder()
      const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
      await bench.until(seq, 'confirmed')
      return {
        ask: () => bench.move(shipmentId, move, { confirmedUnusual: true }),
        done: async () => (await bench.control.readOrder(order.id)).shipments[0]?.state === state,
      }
    },
  }
}

/** A write on an order that appears in one of its lists. */
function onOrder(
  part: 'shipments' | 'refund' | 'cancel',
  shows: 'shipments' | 'refunds',
  ask: (bench: SyncBench, order: ControlOrder) => { seq: number },
): Write {
  return {
    method: 'POST',
    route: `${ORDERS}/:id/${part}`,
    async prepare(bench) {
      const order = await bench.newOrder()
      return {
        ask: () => ask(bench, order).seq,
        done: async () => (await bench.control.readOrder(order.id))[shows].length === 1,
      }
    },
  }
}

/** A write on a listed item. */
function onItem(
  method: 'PUT' | 'DELETE',
  ask: (bench: SyncBench, itemNumber: string) => { seq: number },
  isDone: (item: ItemDetail) => boolean,
): Write {
  return {
    method,
    route: `${ITEMS}/:item_number`,
    async prepare(bench) {
      const itemNumber = await aListedItem(bench.station)
      return {
        ask: () => ask(bench, itemNumber).seq,
        done: async () => isDone(await readItem(bench.station, itemNumber)),
      }
    },
  }
}

const TOTE = {
  external_id: 'TOTE-1',
  title: 'Leather tote',
  price: 12_345,
  msrp: 20_000,
  brand_id: 3,
  category_id: 5101,
  warehouse_id: 1,
  quality: 'good',
  photos: [{ url: 'https://example.com/front.jpg', subtype: 'front' }],
}

const WRITES: Readonly<Record<string, Write>> = {
  'a pack': onOrder('shipments', 'shipments', (bench, order) => bench.pack(order.id, goodsOf(order))),
  'a ship': moving('ship', 'shipped'),
  'a deliver': moving('deliver', 'delivered'),
  'a cancel of a shipment': moving('cancel', 'canceled'),
  'a cancel of an order': onOrder('cancel', 'refunds', ({ station }, { id }) =>
    cancelOrder(station, { orderId: id }),
  ),
  'a refund': onOrder('refund', 'refunds', ({ station }, { id }) =>
    refundOrder(station, { orderId: id, amountCents: 100 }),
  ),
  'a new item': {
    method: 'POST',
    route: ITEMS,
    prepare: ({ station }) =>
      Promise.resolve({
        ask: () => createItem(station, { body: TOTE }).seq,
        done: async () =>
          (await readItems(station, { states: ['processing'], externalId: 'TOTE-1' })).total === 1,
      }),
  },
  'a price': onItem(
    'PUT',
    ({ station }, itemNumber) =>
      updateItem(station, { itemNumber, priceCents: 7_777, maxDiscountPercent: null }),
    ({ priceCents }) => priceCents === 7_777,
  ),
  'a delisting': onItem(
    'DELETE',
    ({ station }, itemNumber) => delistItem(station, { itemNumber }),
    ({ state }) => state !== 'listed',
  ),
}

type Answer = (typeof FOREIGN)[number]

async function answerWith(
  bench: SyncBench,
  { method, route }: Write,
  [, contentType, body]: Answer,
  when: 'before' | 'after',
): Promise<void> {
  await bench.control.addFault({
    kind: 'answer',
    status: 200,
    contentType,
    body,
    when,
    count: 1,
    method,
    route,
  })
}

describe.each(Object.entries(WRITES))('%s that is answered with 2xx and', (_name, write) => {
  it.each(FOREIGN)('%s, and was not done, does not count as done (I5)', async (...answer) => {
    const bench = await makeSyncBench()
    bench.station.engine.start()
    const { ask, done } = await write.prepare(bench)
    await answerWith(bench, write, answer, 'before')
    const { state } = await bench.until(ask(), 'unknown', 'held', 'confirmed')
    expect(state).toBe('unknown')
    expect(await done()).toBe(false)
  })

  it.each(FOREIGN)('%s, and was done, is found by reading back and done once', async (...answer) => {
    const bench = await makeSyncBench()
    bench.station.engine.start()
    const { ask, done } = await write.prepare(bench)
    await bench.control.clearRequestLog()
    await answerWith(bench, write, answer, 'after')
    expect(await bench.until(ask(), 'confirmed')).toMatchObject({ attempts: 1 })
    expect(await done()).toBe(true)
    const writes = (await bench.control.requestLog()).filter(({ method }) => method === write.method)
    expect(writes).toHaveLength(1)
  })
})

describe('a create answered with 201 and contradicting fields', () => {
  const CONTRADICTING: readonly [string, object][] = [
    ['another order’s number', { order_id: 4_711 }],
    ['other lines', { order_line_ids: [4_711] }],
    ['another time', { packed_at: '2026-01-01T00:00:00.000Z' }],
    ['another tracking number', { tracking_number: 'ANOTHER' }],
    ['another carrier', { carrier: 'DHL' }],
    ['another warehouse', { warehouse_id: 4_711 }],
    ['a state that it cannot have yet', { state: 'shipped' }],
    ['errors', { errors: ['maintenance'] }],
    ['what a refund has', { total_refunded: 5 }],
  ]

  it.each(CONTRADICTING)('%s is read back, and the right one is kept', async (_name, contradiction) => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const body = JSON.stringify({ id: 99_999, ...contradiction })
    await answerWith(bench, WRITES['a pack'] as Write, ['', 'application/json', body], 'after')
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    const { shipments } = await bench.control.readOrder(order.id)
    const [own] = shipmentsOfOrder(bench.station.db, order.id)
    expect(shipments.map(({ id }) => id)).toEqual([own?.serverId])
  })

  it.each([
    ['another amount', { total_refunded: 4_711 }],
    ['the type of a cancellation', { type: 'cancellation' }],
    ['another order’s number', { order_id: 4_711 }],
    ['what a shipment has', { packed_at: '2026-01-01T00:00:00.000Z' }],
  ])('%s, of a refund, is read back', async (_name, contradiction) => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const body = JSON.stringify({ id: 99_999, ...contradiction })
    await answerWith(bench, WRITES['a refund'] as Write, ['', 'application/json', body], 'after')
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    const { refunds } = await bench.control.readOrder(order.id)
    expect(findOp(bench.station.db, seq)?.serverRef).toBe(String(refunds[0]?.id))
  })

  it('the number of an item known under another external id is read back', async () => {
    const bench = await makeSyncBench()
    const known = { item_number: 'ITM-99', state: 'listed', external_id: 'COAT-1' }
    inTransaction(bench.station.db, (tx) => saveItem(tx, known, '2026-11-20T09:00:00.000Z'))
    const body = JSON.stringify({ item_number: 'ITM-99' })
    await answerWith(bench, WRITES['a new item'] as Write, ['', 'application/json', body], 'after')
    const { seq } = createItem(bench.station, { body: TOTE })
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect(findOp(bench.station.db, seq)?.serverRef).not.toBe('ITM-99')
  })

  it('the whole requested shipment is believed', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    const asked = readOp(bench.station, seq).asked as object
    const body = JSON.stringify({ ...asked, id: 4_711, order_id: order.id, state: 'packed', novelty: 1 })
    await answerWith(bench, WRITES['a pack'] as Write, ['', 'application/json', body], 'after')
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect(findOp(bench.station.db, seq)?.serverRef).toBe('4711')
  })
})
