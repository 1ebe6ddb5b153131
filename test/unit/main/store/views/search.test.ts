import { describe, expect, it } from 'vitest'
import { QUEUE_FILTERS, QUEUE_VIEWS } from '../../../../../src/shared/domain/orders/order-queue'
import { saveItem } from '../../../../../src/main/store/tables/items'
import { holdOrder, releaseOrder } from '../../../../../src/main/store/tables/order-holds'
import { searchOrders } from '../../../../../src/main/store/views/order-search'
import { listQueue, type QueueChoice } from '../../../../../src/main/store/views/queue'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { makeStation, type TestStation } from '../../../../support/account'
import { makeLines, makeOrder } from '../../../../support/orders'
import { choiceOf } from '../../../../support/queue'
import { inTransaction } from '../../../../../src/main/store/db/database'

const DAY_S = 86_400
const NOW_S = Date.UTC(2026, 3, 1) / 1_000
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

const find = async (station: TestStation, search: string, choice: QueueChoice = choiceOf('all')) =>
  (await searchOrders(station.db, choice, search, 0, 500)).rows.map(({ orderId }) => orderId)

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
      inTransaction(station.db, (tx) =>
        saveItem(
          tx,
          { state: 'listed', item_number: 'ITM-9-1', fulfillment_delay_days: 80 },
          '2026-01-01T00:00:00.000Z',
        ),
      )
      const choice = { view, filter, due: { nowS: NOW_S, afterS: 30 * DAY_S } }
      for (const [offset, limit] of [
        [0, 50],
        [3, 4],
      ] as const) {
        const listed = listQueue(station.db, choice, offset, limit)
        for (const search of EVERYWHERE)
          expect(await searchOrders(station.db, choice, search, offset, limit)).toEqual(listed)
        if (offset === 0)
          expect(listed.total, 'the case shows something').toBeGreaterThan(view === 'to_deliver' ? -1 : 0)
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

  it('re-reads everything after very many changes', async () => {
    const station = stationWith(3)
    await find(station, 'itm')
    station.take(...Array.from({ length: 2_100 }, (_, index) => orderOf(index + 10)))
    expect(await find(station, 'itm-2105-1')).toEqual([2105])
    expect((await searchOrders(station.db, choiceOf('all'), 'itm', 0, 1)).total).toBe(2_103)
  })

  it('lists orders without a purchase time as the oldest', async () => {
    const station = stationWith(2)
    station.take(makeOrder({ id: 50, purchased_at: null, created_at: null }))
    expect(await find(station, 'itm', choiceOf('to_pack'))).toEqual([50, 1, 2])
  })

  it('lets other work run while it reads for the first time', async () => {
    const { db } = stationWith(1_500)
    const done: string[] = []
    setImmediate(() => done.push('turn'))
    await searchOrders(db, choiceOf('all'), 'itm', 0, 10).then(() => done.push('search'))
    expect(done[0]).toBe('turn')
  })

  it('finds nothing once the account is closed', async () => {
    const station = stationWith(1_500)
    const search = searchOrders(station.db, choiceOf('all'), 'itm', 0, 10)
    await station.close()
    expect(await search).toEqual({ total: 0, rows: [] })
  })
})
