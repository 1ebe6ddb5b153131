import { describe, expect, it } from 'vitest'
import { readQueueCounts, dueOf, listOrders, type DueRules } from '../../../src/main/areas/packing/queue'
import { listPicks } from '../../../src/main/areas/packing/list-picks'
import { readPlan } from '../../../src/main/areas/statistics/read-plan'
import { byDueRules } from '../../../src/main/areas/trucks/due-rules'
import { readStationSettings, saveStationSettings } from '../../../src/main/areas/settings/settings'
import { lateOrders } from '../../../src/main/store/views/desk-sets'
import { parsePreferences } from '../../../src/shared/contract/preferences'
import type { ParsedRequestOf } from '../../../src/shared/contract/requests'
import type { Carrier } from '../../../src/shared/domain/carriers/carrier'
import { KNOWN_CARRIERS } from '../../../src/shared/domain/carriers/known-carriers'
import { leaveBy } from '../../../src/shared/domain/carriers/truck'
import { isLate } from '../../../src/shared/domain/orders/late'
import { afterImport, makeStation } from '../../support/account'
import type { TestStation } from '../../support/open-account'
import { makeOrder } from '../../support/orders'
import { rawDb } from '../../support/raw-db'

/** An order has to leave with the last truck that keeps its promise. It is Friday, 20 November 2026, nine o'clock. */

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-11-20T09:00:00.000Z')
const DUE_AFTER = { dueAfterHours: 24 }
const EVERY_DAY = {
  monday: '16:00',
  tuesday: '16:00',
  wednesday: '16:00',
  thursday: '16:00',
  friday: '16:00',
}

const daily = KNOWN_CARRIERS.map((carrier): Carrier => ({ ...carrier, trucks: EVERY_DAY, country: null }))

function settled(carrier: string): TestStation {
  const station = makeStation()
  saveStationSettings(station, { ...readStationSettings(station), carrier, timeZone: 'UTC' })
  return station
}

const rulesOf = (station: TestStation, list: readonly Carrier[]): Promise<DueRules> => {
  const preferences = {
    ...parsePreferences({ queue: DUE_AFTER }),
    carriers: { list: [...list], choices: {} },
  }
  const by = byDueRules({ account: () => station, preferences: { read: () => preferences } } as never)
  return by((_, { queue }) => queue)
}

type List = ParsedRequestOf<'packing:queue'>
const LIST: List = { view: 'to_pack', filter: 'any', search: '', offset: 0, limit: 500 }

describe('whose truck decides when an order is due', () => {
  it.each([
    ['the usual carrier’s', 'ups', daily, true],
    [
      'that of the only carrier in use',
      '',
      daily.map((one, index) => ({ ...one, inUse: index === 0 })),
      true,
    ],
    ['none’s if several are in use', '', daily, false],
    ['none’s if the usual one is not in use', 'UPS', daily.map((one) => ({ ...one, inUse: false })), false],
    ['none’s if the usual one has no truck', 'UPS', KNOWN_CARRIERS, false],
  ])('%s', async (_, usual, carriers, hasTrucks) => {
    const { trucks } = await rulesOf(settled(usual), carriers)
    expect((trucks ?? []).some((ms) => ms === Date.parse('2026-11-20T16:00:00.000Z'))).toBe(hasTrucks)
  })
})

describe('an order’s due time', () => {
  /** Bought and, by 24 hours, promised before now or later. */
  const BOUGHT = {
    1: ['2026-11-19T08:00:00.000Z', 'promised an hour ago, so Thursday’s truck was its last one'],
    2: ['2026-11-19T12:00:00.000Z', 'promised for noon today, before the truck comes'],
    3: ['2026-11-19T16:30:00.000Z', 'bought after Thursday’s truck, promised after today’s'],
    4: ['2026-11-20T08:30:00.000Z', 'promised for Saturday, when no truck comes'],
    5: ['2026-11-19T16:00:00.000Z', 'promised at the minute of the truck'],
  } as const

  const taken = async () => {
    const station = settled('UPS')
    station.take(
      ...Object.entries(BOUGHT).map(([id, [at]]) => makeOrder({ id: Number(id), purchased_at: at })),
    )
    const queue = await rulesOf(station, daily)
    const { rows } = await listOrders({ ...station, ...afterImport(station) }, { queue }, LIST)
    return { station, queue, rows: new Map(rows.map((row) => [row.orderId, row])) }
  }

  it('is the last truck before the promise, or the promise', async () => {
    const { rows } = await taken()
    const due = [1, 2, 3, 4, 5].map((id) => rows.get(id)?.dueAt)
    expect(due).toEqual([
      '2026-11-19T16:00:00.000Z',
      '2026-11-19T16:00:00.000Z',
      '2026-11-20T16:00:00.000Z',
      '2026-11-20T16:00:00.000Z',
      '2026-11-20T16:00:00.000Z',
    ])
  })

  it('decides what is late, in the list, its counts, the order desk and the plan of the day', async () => {
    const { station, queue } = await taken()
    const open = afterImport(station)
    const { rows } = await listOrders({ ...station, ...open }, { queue }, { ...LIST, filter: 'late' })
    expect(rows.map(({ orderId }) => orderId)).toEqual([1, 2])
    expect(rows.every((row) => isLate(row, NOW))).toBe(true)
    expect(readQueueCounts(open, { queue }, 'to_pack').filters?.late).toBe(2)
    expect(await lateOrders(station.db, dueOf(station.clock, queue))).toEqual([1, 2])
    const day = { fromMs: NOW - 9 * HOUR_MS, toMs: NOW + 15 * HOUR_MS }
    const { plan } = readPlan(station.db, { ...dueOf(station.clock, queue), ...day }, true)
    expect(plan).toMatchObject({ due: 5, late: 2, lateSince: '2026-11-19T16:00:00.000Z' })
  })

  it('orders the list, its search and the pick list, where a supervisor wants it', async () => {
    const { station, queue } = await taken()
    // Its item has to leave on the day on which it was bought.
    rawDb(station.db).exec('UPDATE orders SET due_days = 0 WHERE order_id = 4')
    const open = { ...station, ...afterImport(station) }
    const listed = async (dueFirst: boolean, choice: Partial<List> = {}) => {
      const { rows, total } = await listOrders(
        open,
        { queue: { ...queue, dueFirst } },
        { ...LIST, ...choice },
      )
      return [total, ...rows.map(({ orderId }) => orderId)]
    }
    expect(await listed(false)).toEqual([5, 1, 2, 5, 3, 4])
    expect(await listed(true)).toEqual([5, 1, 2, 4, 5, 3])
    expect(await listed(true, { offset: 2, limit: 2 })).toEqual([5, 4, 5])
    expect(await listed(true, { search: 'ITM' })).toEqual([5, 1, 2, 4, 5, 3])
    expect(await listed(true, { view: 'all' })).toEqual([5, 4, 3, 5, 2, 1])
    const picks = listPicks(open, { queue: { ...queue, dueFirst: true } }, { orders: 5, filter: 'any' })
    expect(picks.orderIds).toEqual([1, 2, 4, 5, 3])
  })

  it('is the promise alone without a truck', async () => {
    const { station } = await taken()
    const { rows } = await listOrders({ ...station, ...afterImport(station) }, { queue: DUE_AFTER }, LIST)
    expect(rows.filter((row) => isLate(row, NOW)).map(({ orderId }) => orderId)).toEqual([1])
  })

  it('is late in SQL exactly when it is by the rule, at every hour of two weeks', async () => {
    const station = settled('UPS')
    const hours = Array.from({ length: 24 * 14 }, (_, index) => NOW - 7 * 24 * HOUR_MS + index * HOUR_MS)
    station.take(
      ...hours.map((ms, index) => makeOrder({ id: index + 1, purchased_at: new Date(ms).toISOString() })),
    )
    for (const nowMs of [NOW, NOW + 7 * HOUR_MS, NOW + 31 * HOUR_MS, NOW + 79 * HOUR_MS]) {
      station.clock.setWall(nowMs)
      const rules = await rulesOf(station, daily)
      for (const dueAfterHours of [24, 48]) {
        const due = dueOf(station.clock, { ...rules, dueAfterHours })
        const byRule = hours.flatMap((ms, index) =>
          leaveBy(ms + due.afterMs, ms, due.trucks ?? []) < nowMs ? [index + 1] : [],
        )
        expect(await lateOrders(station.db, due)).toEqual(byRule)
      }
    }
  })
})
