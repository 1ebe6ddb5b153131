import { describe, expect, it } from 'vitest'
import {
  MOST_FOUND,
  QUEUE_FILTERS,
  QUEUE_VIEWS,
  type QueueView,
} from '../../../../../src/shared/domain/orders/order-queue'
import { saveItem } from '../../../../../src/main/store/tables/items'
import { holdOrder, releaseOrder } from '../../../../../src/main/store/tables/order-holds'
import { searchOrders } from '../../../../../src/main/store/views/order-search'
import { listQueue, type QueueChoice } from '../../../../../src/main/store/views/queue'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { makeStation, type TestStation } from '../../../../support/account'
import { makeLines, makeOrder } from '../../../../support/orders'
import { choiceOf } from '../../../../support/queue'
import { inTransaction } from '../../../../../src/main/store/db/database'

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 3, 1)
const EVERYWHERE = ['itm'] as const

function orderOf(id: number) {
  const at = new Date(Date.UTC(2026, 0, 1 + ((id * 7) % 90))).toISOString()
  const single = makeLines([{ id: id * 10 + 1, item_number: `ITM-${id}-1` }])
  return makeOrder({ id, purchased_at: at, ...(id % 5 === 0 ? { order_lines: single } : {}) })
}

function stationWith(count: number): TestStation {
  const station = makeStation()
  station.take(...Array.from({ length: count }, (_, index) => orderOf(index + 1)))
  return station
}

function pack(station: TestStation, orderId: number, lineIds: number[]): void {
  const parcel = { carrier: 'UPS', trackingNumber: `1Z${orderId}`, trackingUrl: null, warehouseId: 1 }
  packShipment(station, { orderId, lineIds, ...parcel })
}

const find = async (
  station: TestStation,
  search: string,
  choice: QueueChoice = choiceOf('all'),
  mostLookedUp?: number,
) => (await searchOrders(station.db, choice, search, 0, 500, mostLookedUp)).rows.map(({ orderId }) => orderId)

const hold = { reason: 'damaged', heldBy: 'Ada', heldAt: '2026-03-01T00:00:00.000Z' }

describe('search', () => {
  it.each(QUEUE_VIEWS.flatMap((view) => QUEUE_FILTERS.map((filter) => ({ view, filter }))))(
    'chooses and orders as the list does: $view, $filter',
    async ({ view, filter }) => {
      const station = stationWith(40)
      pack(station, 3, [31])
      pack(station, 5, [51])
      pack(station, 7, [71, 72, 73])
      for (const orderId of [3, 8, 10]) inTransaction(station.db, (tx) => holdOrder(tx, orderId, hold))
      pack(station, 11, [111])
      pack(station, 2, [21])
      inTransaction(station.db, (tx) =>
        saveItem(
          tx,
          { state: 'listed', item_number: 'ITM-9-1', fulfillment_delay_days: 80 },
          '2026-01-01T00:00:00.000Z',
        ),
      )
      const choice = { view, filter, due: { nowMs: NOW_MS, afterMs: 30 * DAY_MS } }
      for (const [offset, limit] of [
        [0, 50],
        [3, 4],
      ] as const) {
        const listed = listQueue(station.db, choice, offset, limit)
        for (const search of EVERYWHERE)
          expect(await searchOrders(station.db, choice, search, offset, limit)).toEqual(listed)
        // Nothing is shipped here, and an order on hold is not late.
        const isEmpty = view === 'to_deliver' || (view === 'on_hold' && filter === 'late')
        if (offset === 0) expect(listed.total, 'the case shows something').toBeGreaterThan(isEmpty ? -1 : 0)
      }
    },
  )

  it.each(['1001', '001', 'itm-1001-2', 'ext-1001-1', 'mpn-sh', 'silk', 'SILK 1001'])(
    'finds an order by %s',
    async (search) => {
      const station = makeStation()
      station.take(makeOrder(), makeOrder({ id: 2002 }))
      inTransaction(station.db, (tx) =>
        saveItem(
          tx,
          { state: 'listed', item_number: 'ITM-1001-3', title: 'Silk Scarf' },
          '2026-11-20T00:00:00Z',
        ),
      )
      const found = await find(station, search, choiceOf('to_pack'))
      expect(found).toContain(1001)
      if (search !== 'mpn-sh') expect(found).not.toContain(2002)
    },
  )

  it('follows changes after the first search', async () => {
    const station = stationWith(6)
    expect(await find(station, 'itm-4')).toEqual([4])
    inTransaction(station.db, (tx) =>
      saveItem(tx, { state: 'listed', item_number: 'ITM-4-1', title: 'Wool coat' }, '2026-11-20T00:00:00Z'),
    )
    expect(await find(station, 'wool')).toEqual([4])
    pack(station, 4, [41, 42, 43])
    expect(await find(station, 'wool', choiceOf('to_pack'))).toEqual([])
    expect(await find(station, '1z4')).toEqual([4])
    inTransaction(station.db, (tx) => holdOrder(tx, 2, hold))
    expect(await find(station, 'itm', choiceOf('on_hold'))).toEqual([2])
    inTransaction(station.db, (tx) => releaseOrder(tx, 2))
    expect(await find(station, 'itm', choiceOf('on_hold'))).toEqual([])
    // Newer than all others, then moved to be the oldest.
    station.take(makeOrder({ id: 99, purchased_at: '2026-11-20T00:00:00.000Z' }))
    expect((await find(station, 'itm'))[0]).toBe(99)
    station.take(makeOrder({ id: 99, purchased_at: '2020-11-20T00:00:00.000Z' }))
    expect((await find(station, 'itm')).at(-1)).toBe(99)
    expect(await find(station, 'itm')).toHaveLength(7)
  })

  it('lists a limited number of those that are found often', async () => {
    const station = stationWith(MOST_FOUND + 50)
    const oldest = listQueue(station.db, choiceOf('to_pack'), 0, 500).rows.map(({ orderId }) => orderId)
    const found = await searchOrders(station.db, choiceOf('to_pack'), 'itm', 0, 500)
    expect(found.total).toBe(MOST_FOUND + 1)
    expect(found.rows).toHaveLength(MOST_FOUND + 1)
    const places = found.rows.map(({ orderId }) => oldest.indexOf(orderId))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect((await searchOrders(station.db, choiceOf('all'), 'itm', 0, 1)).total).toBe(MOST_FOUND + 1)
  })

  it('finds the few of a list whose words many orders have', async () => {
    const station = stationWith(1_200)
    // Fewer than have the words: the list itself is read.
    const mostLookedUp = 1_000
    const found = (search: string, view: QueueView) => find(station, search, choiceOf(view), mostLookedUp)
    for (const orderId of [1_199, 5, 1_150]) {
      pack(
        station,
        orderId,
        orderId % 5 === 0 ? [orderId * 10 + 1] : [1, 2, 3].map((line) => orderId * 10 + line),
      )
      inTransaction(station.db, (tx) => holdOrder(tx, orderId, hold))
    }
    const listed = listQueue(station.db, choiceOf('on_hold'), 0, 10).rows.map(({ orderId }) => orderId)
    expect(listed).toHaveLength(3)
    for (const view of ['on_hold', 'to_ship'] as const) {
      expect(await found('itm', view)).toEqual(listed)
      expect(await found('mpn-shared', view)).toEqual([1_199])
      expect(await found('1z1199', view)).toEqual([1_199])
      expect(await found('nothing', view)).toEqual([])
      // What is on hold is not to be shipped.
      for (const orderId of listed) inTransaction(station.db, (tx) => releaseOrder(tx, orderId))
    }
  })

  it('finds words without their accents, and numbers by their end', async () => {
    const station = stationWith(3)
    const title = 'Ärmelloses Kleid, Größe 38, crème brûlée'
    inTransaction(station.db, (tx) =>
      saveItem(tx, { state: 'listed', item_number: 'ITM-2-1', title }, '2026-11-20T00:00:00Z'),
    )
    station.take(makeOrder({ id: 7_004_711 }))
    for (const search of ['ärmel', 'armellos', 'CREME brulee', 'größe', 'kleid gro', 'itm-2 kleid'])
      expect(await find(station, search), search).toEqual([2])
    for (const search of ['4711', '711', '7004711', 'itm-7004711'])
      expect(await find(station, search), search).toEqual([7_004_711])
    expect(await find(station, 'armellosen')).toEqual([])
    for (const search of ['rmellos', '11', 'itm-4711', '"', '* OR', '-', 'kleid*x'])
      expect(await find(station, search), search).toEqual([])
  })

  it('lists orders without a purchase time as the oldest', async () => {
    const station = stationWith(2)
    station.take(makeOrder({ id: 50, purchased_at: null, created_at: null }))
    expect(await find(station, 'itm', choiceOf('to_pack'))).toEqual([50, 1, 2])
  })

  it('lets other work run while it looks', async () => {
    const { db } = stationWith(1_100)
    const done: string[] = []
    setImmediate(() => done.push('turn'))
    await searchOrders(db, choiceOf('on_hold'), 'itm', 0, 10).then(() => done.push('search'))
    expect(done[0]).toBe('turn')
  })

  it('finds nothing once the account is closed', async () => {
    const station = stationWith(1_100)
    const search = searchOrders(station.db, choiceOf('on_hold'), 'itm', 0, 10)
    await station.close()
    expect(await search).toEqual({ total: 0, rows: [] })
  })
})
