import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { cancelOrder } from '../../../../../src/main/areas/orders/change-order'
import { countDesk, createDeskLists, firstOrders } from '../../../../../src/main/areas/orders/desk-list'
import { readChoices } from '../../../../../src/main/areas/orders/read-choices'
import { saveOrders } from '../../../../../src/main/areas/orders/save-orders'
import { readQueueCounts, listOrders } from '../../../../../src/main/areas/packing/queue'
import { moveShipment } from '../../../../../src/main/areas/packing/move-shipment'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { readPlan } from '../../../../../src/main/areas/statistics/read-plan'
import { createWarehouse } from '../../../../../src/main/areas/warehouse/read-warehouse'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { holdOrder } from '../../../../../src/main/store/tables/order-holds'
import { markCanceled } from '../../../../../src/main/store/tables/orders'
import { parsePreferences } from '../../../../../src/shared/contract/preferences'
import type { QueueRow } from '../../../../../src/shared/contract/views'
import { isLate } from '../../../../../src/shared/domain/orders/late'
import { ANY_ORDER, NEWEST_FIRST } from '../../../../../src/shared/domain/orders/order-desk'
import { QUEUE_VIEWS, type QueueView } from '../../../../../src/shared/domain/orders/order-queue'
import { afterImport, makeStation, withMethods, type TestStation } from '../../../../support/account'
import { makeOrder } from '../../../../support/orders'

/** Late means one thing: an order of each kind, and every place that says how many are late. */

const HOUR_MS = 3_600_000
const PREFERENCES = parsePreferences({ queue: { dueAfterHours: 24 } })
const { queue } = PREFERENCES

const LATE = 1
const PART_PACKED = 2
const LATE_BY_MILLISECONDS = 3
const DUE_IN_MILLISECONDS = 4
const DUE_LATER = 5
const ON_HOLD = 6
const CANCELED = 7
const CANCELED_AND_PACKED = 8
const PACKED = 9
const SHIPPED = 10
const UNDATED = 11
const CANCELING = 12

let station: TestStation

function pack(orderId: number, lineIds: number[]): string {
  const none = { carrier: null, trackingNumber: null, trackingUrl: null }
  return packShipment(station, { orderId, lineIds, warehouseId: 7, ...none }).shipmentId
}

const linesOf = (orderId: number): number[] => [1, 2, 3].map((line) => orderId * 10 + line)

beforeEach(() => {
  station = makeStation()
  const nowMs = station.clock.wallMs()
  const bought = (hoursAgo: number): string => new Date(nowMs - hoursAgo * HOUR_MS).toISOString()
  const all = [LATE, PART_PACKED, ON_HOLD, CANCELED, CANCELED_AND_PACKED, PACKED, SHIPPED, CANCELING]
  station.take(
    ...all.map((id) => makeOrder({ id, purchased_at: bought(40 + id) })),
    makeOrder({ id: LATE_BY_MILLISECONDS, purchased_at: bought(24) }),
    makeOrder({ id: DUE_IN_MILLISECONDS, purchased_at: new Date(nowMs - 24 * HOUR_MS + 400).toISOString() }),
    makeOrder({ id: DUE_LATER, purchased_at: bought(3) }),
    makeOrder({ id: UNDATED, purchased_at: null, created_at: null }),
  )
  pack(PART_PACKED, linesOf(PART_PACKED).slice(1))
  pack(PACKED, linesOf(PACKED))
  pack(CANCELED_AND_PACKED, linesOf(CANCELED_AND_PACKED))
  const shipmentId = pack(SHIPPED, linesOf(SHIPPED))
  const at = new Date(nowMs).toISOString()
  moveShipment(station, {
    ...{ shipmentId, move: 'ship', carrier: null, trackingNumber: null, trackingUrl: null },
    ...{ shippedAt: at, expectedToDeliverAt: bought(-72), deliveredAt: null, canceledAt: null },
    confirmedUnusual: false,
  })
  cancelOrder(station, { orderId: CANCELING })
  inTransaction(station.db, (tx) => {
    holdOrder(tx, ON_HOLD, { reason: 'missing', heldBy: 'Ada', heldAt: at })
    for (const orderId of [CANCELED, CANCELED_AND_PACKED]) markCanceled(tx, orderId)
  })
  // One order was due a quarter of a second ago, another is in a moment: no place rounds.
  station.clock.advance(250)
})

/** The newest first. */
const EXPECTED = [LATE_BY_MILLISECONDS, LATE, PART_PACKED]

describe('an order is late', () => {
  const lateIn = async (view: QueueView): Promise<number[]> => {
    const window = { view, filter: 'late', search: '', offset: 0, limit: 100 } as const
    const { rows } = await listOrders(station, PREFERENCES, window)
    return rows.map(({ orderId }) => orderId).toSorted()
  }

  it('while it is left to pack, not on hold, not canceled and not being canceled here, from the moment it is due', async () => {
    expect(await lateIn('to_pack')).toEqual(EXPECTED.toSorted())
    expect(await lateIn('all')).toEqual(EXPECTED.toSorted())
    expect(await lateIn('to_ship')).toEqual([PART_PACKED])
    expect(await lateIn('to_deliver')).toEqual([])
    expect(await lateIn('on_hold')).toEqual([])
  })

  it('as its row says it', async () => {
    const all = { view: 'all', filter: 'any', search: '', offset: 0, limit: 100 } as const
    const read = { ...station, ...afterImport(station) }
    const { rows } = await listOrders(read, PREFERENCES, all)
    const late = rows.filter((row) => isLate(row, station.clock.wallMs())).map(({ orderId }) => orderId)
    expect(late.toSorted()).toEqual(EXPECTED.toSorted())
  })
})

describe('how many orders are late is the same at one moment', () => {
  const day = (): Parameters<typeof readPlan>[1] => {
    const nowMs = station.clock.wallMs()
    return { nowMs, afterMs: queue.dueAfterHours * HOUR_MS, fromMs: nowMs - HOUR_MS, toMs: nowMs + HOUR_MS }
  }

  it('in the queue, on the desk, in the reports, on the page of the warehouse and on the wall', async () => {
    const read = afterImport(station)
    const counts = () => QUEUE_VIEWS.map((view) => readQueueCounts(read, PREFERENCES, view).filters?.late)
    const warehouse = createWarehouse()
    const deps = { ...station, ...read, preferences: PREFERENCES, hub: null, others: null }
    const filter = { ...ANY_ORDER, late: true }
    const window = { filter, sort: NEWEST_FIRST, offset: 0, limit: 100 }
    const desk = await createDeskLists().list(station, queue, window)
    expect({
      queue: counts(),
      tile: (await readChoices(read, queue)).late,
      desk: desk.rows.map(({ orderId }) => orderId),
      reports: readPlan(station.db, day(), true).plan.late,
      warehouse: warehouse.read(deps).plan.late,
      wall: warehouse.wall(deps, []).plan.late,
    }).toEqual({
      queue: [3, 1, 0, 0, 3],
      ...{ tile: 3, desk: EXPECTED, reports: 3, warehouse: 3, wall: 3 },
    })
  })

  const unreadStation = () => ({ ...station, titles: withMethods(station.titles, { known: () => false }) })

  it('or is said nowhere, until it no longer changes by itself', async () => {
    const unread = unreadStation()
    const queueCounts = readQueueCounts(unread, PREFERENCES, 'to_pack').filters?.late
    const warehouse = createWarehouse()
    const others = { preferences: PREFERENCES, hub: null, others: null }
    const isUnknown = { due: null, late: null, lateSince: null, forecast: null }
    expect(queueCounts ?? null).toBeNull()
    expect((await readChoices(unread, queue)).late).toBeNull()
    expect(readPlan(station.db, day(), false).plan).toMatchObject(isUnknown)
    expect(warehouse.wall({ ...unread, ...others }, []).plan).toMatchObject(isUnknown)
    // As soon as it is known, although the plan of a moment ago is shown otherwise.
    expect(warehouse.wall({ ...station, ...afterImport(station), ...others }, []).plan.late).toBe(3)
  })

  it('nor does any row, file or paper say until then that an order is late or due', async () => {
    const unread = unreadStation()
    const nowMs = station.clock.wallMs()
    const said = (rows: readonly QueueRow[]): number[] =>
      rows.filter((row) => isLate(row, nowMs) || row.dueAt !== null).map(({ orderId }) => orderId)
    const all = { view: 'all', filter: 'any', search: '', offset: 0, limit: 100 } as const
    const choice = { filter: ANY_ORDER, sort: NEWEST_FIRST }
    const inQueue = (await listOrders(unread, PREFERENCES, all)).rows
    const onDesk = (await createDeskLists().list(unread, queue, { ...choice, offset: 0, limit: 100 })).rows
    const onPaper = (await firstOrders(unread, queue, choice, 100)).rows
    expect([inQueue, onDesk, onPaper].map(said)).toEqual([[], [], []])

    const { path } = await saveOrders(unread, { queue, language: { locale: 'en' } }, choice)
    const [headings, ...cells] = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    const columns = ['due_at', 'late'].map((name) => headings?.indexOf(name) ?? -1)
    expect(new Set(cells.flatMap((row) => columns.map((at) => row[at])))).toEqual(new Set(['']))

    const late = { ...ANY_ORDER, late: true }
    expect(await countDesk(unread, queue, late)).toBeNull()
    expect(await countDesk({ ...station, ...afterImport(station) }, queue, late)).toBe(3)
    expect(await countDesk(unread, queue, ANY_ORDER)).toBe(12)
  })
})

it('an order whose cancellation waits here is to be packed nowhere', async () => {
  const shown = async (): Promise<boolean[]> => {
    const view = { view: 'to_pack', filter: 'any', search: '', offset: 0, limit: 100 } as const
    const { rows } = await listOrders(station, PREFERENCES, view)
    const window = {
      filter: { ...ANY_ORDER, work: 'to_pack' as const },
      sort: NEWEST_FIRST,
      offset: 0,
      limit: 100,
    }
    const desk = await createDeskLists().list(station, queue, window)
    return [rows, desk.rows].map((list) => list.some(({ orderId }) => orderId === DUE_LATER))
  }
  expect(await shown()).toEqual([true, true])
  cancelOrder(station, { orderId: DUE_LATER })
  expect(await shown()).toEqual([false, false])
})
