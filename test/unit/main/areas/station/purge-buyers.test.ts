import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { viewOrder } from '../../../../../src/main/store/views/order-view'
import { createPurge } from '../../../../../src/main/areas/station/purge-buyers'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { readStationSettings, saveStationSettings } from '../../../../../src/main/areas/settings/settings'
import type { Order } from '../../../../../src/shared/partner-api/order'
import { makeStation, type TestStation } from '../../../../support/account'
import { makeLines, makeOrder } from '../../../../support/orders'
import { rawDb } from '../../../../support/raw-db'

const DAY_MS = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()

/** A station whose clock shows 2026-11-20 and which keeps buyers for 30 days, and its purge. */
function setUp(options: { purgeDays?: number; batch?: number } = {}) {
  const station = makeStation()
  saveStationSettings(station, { ...readStationSettings(station), purgeDays: options.purgeDays ?? 30 })
  const faults: unknown[] = []
  let purged = 0
  const purge = createPurge({
    ...station,
    batch: options.batch ?? 200,
    onPurged: () => (purged += 1),
    onFault: (error) => faults.push(error),
  })
  const daysAgo = (days: number) => iso(station.clock.wallMs() - days * DAY_MS)
  return { station, purge, faults, daysAgo, told: () => purged }
}

const buyerOf = ({ db, seal }: TestStation, orderId: number) => viewOrder(db, orderId, seal)?.buyer ?? null

/** By default one line in one shipment. */
function delivered(id: number, deliveredAt: string | null, overrides: Record<string, unknown> = {}): Order {
  return makeOrder({
    id,
    order_lines: makeLines([{ id: id * 10 + 1, shipment_id: id + 5_000 }]),
    shipments: [{ id: id + 5_000, state: 'delivered', delivered_at: deliveredAt }],
    ...overrides,
  })
}

describe('buyers’ data', () => {
  it('are deleted when the last delivery is longer ago than the setting', () => {
    const { station, purge, daysAgo, told } = setUp()
    station.take(delivered(1, daysAgo(31)), delivered(2, daysAgo(29)))
    purge.start()
    expect(buyerOf(station, 1)).toBeNull()
    expect(buyerOf(station, 2)?.name).toBe('Jo Doe')
    expect(told()).toBe(1)
  })

  it('are deleted on the day they are due, on a station that stays on', () => {
    const { station, purge, daysAgo, faults } = setUp()
    station.take(delivered(1, daysAgo(29.5)))
    purge.start()
    station.clock.advance(DAY_MS - 1)
    expect(buyerOf(station, 1)?.name).toBe('Jo Doe')
    station.clock.advance(1)
    expect(buyerOf(station, 1)).toBeNull()
    expect(faults).toEqual([])
  })

  it('do not return with the next copy of the order', () => {
    const { station, purge, daysAgo } = setUp()
    station.take(delivered(1, daysAgo(31)))
    purge.start()
    station.take(delivered(1, daysAgo(31)))
    expect(buyerOf(station, 1)).toBeNull()
  })

  it('are kept while something is still to be packed, shipped or delivered, or nobody knows where it is', () => {
    const { station, purge, daysAgo } = setUp()
    const there = { id: 91, state: 'delivered', delivered_at: daysAgo(60) }
    const order = (id: number, second: number | null, ...shipments: object[]) =>
      makeOrder({
        id,
        updated_at: daysAgo(60),
        order_lines: makeLines([
          { id: id * 10 + 1, shipment_id: 91 },
          { id: id * 10 + 2, shipment_id: second },
        ]),
        shipments: [there, ...shipments],
      })
    station.take(
      order(1, 92, { id: 92, state: 'packed', packed_at: daysAgo(60) }),
      order(2, 92, { id: 92, state: 'shipped', shipped_at: daysAgo(60) }),
      order(3, 92, { id: 92, state: 'lost' }),
      order(4, null),
      makeOrder({ id: 5, updated_at: daysAgo(60) }),
      order(6, 92, { id: 92, state: 'delivered', delivered_at: daysAgo(60) }),
    )
    purge.start()
    for (const id of [1, 2, 3, 4, 5]) expect(buyerOf(station, id)?.name).toBe('Jo Doe')
    // That nothing else keeps them.
    expect(buyerOf(station, 6)).toBeNull()
  })

  it('are counted from the latest delivery, and ignore canceled shipments', () => {
    const { station, purge, daysAgo } = setUp()
    const order = (id: number, second: Record<string, unknown>) =>
      makeOrder({
        id,
        order_lines: makeLines([{ id: id * 10, shipment_id: 91 }]),
        shipments: [{ id: 91, state: 'delivered', delivered_at: daysAgo(60) }, second],
      })
    station.take(
      order(1, { id: 92, state: 'delivered', delivered_at: daysAgo(10) }),
      order(2, { id: 92, state: 'canceled', canceled_at: daysAgo(1) }),
    )
    purge.start()
    expect(buyerOf(station, 1)?.name).toBe('Jo Doe')
    expect(buyerOf(station, 2)).toBeNull()
  })

  it('are counted from times in any form, and from the order’s time if there is none', () => {
    const { station, purge, daysAgo } = setUp()
    const overdue = daysAgo(31).replace('.000Z', '+00:00')
    // Half an hour too young, although its text sorts before the limit.
    const young = iso(station.clock.wallMs() - 30 * DAY_MS + 1_800_000 - 5 * 3_600_000).replace(
      '.000Z',
      '-05:00',
    )
    station.take(
      delivered(1, overdue),
      delivered(2, young),
      delivered(3, null, { updated_at: daysAgo(31) }),
      delivered(4, null, { updated_at: daysAgo(29) }),
    )
    purge.start()
    expect([1, 2, 3, 4].map((id) => buyerOf(station, id) === null)).toEqual([true, false, true, false])
  })

  it('of canceled orders are deleted as long after their last change', () => {
    const { station, purge, daysAgo } = setUp()
    const canceled = (id: number, updatedAt: string) =>
      makeOrder({ id, cancelation_reason: 'buyer', updated_at: updatedAt })
    station.take(canceled(1, daysAgo(31)), canceled(2, daysAgo(29)))
    purge.start()
    expect([1, 2].map((id) => buyerOf(station, id) === null)).toEqual([true, false])
  })

  it('are kept as long as an operation of the order is open', () => {
    const { station, purge, daysAgo } = setUp()
    station.take(makeOrder({ id: 1 }))
    packShipment(station, {
      orderId: 1,
      lineIds: [11],
      carrier: null,
      trackingNumber: null,
      trackingUrl: null,
      warehouseId: 7,
    })
    station.take(makeOrder({ id: 1, cancelation_reason: 'buyer', updated_at: daysAgo(60) }))
    purge.start()
    expect(buyerOf(station, 1)?.name).toBe('Jo Doe')
    rawDb(station.db).prepare(`UPDATE outbox SET state = 'confirmed', settled_at = captured_at`).run()
    station.clock.advance(DAY_MS)
    expect(buyerOf(station, 1)).toBeNull()
  })

  it('are kept forever with 0 days', () => {
    const { station, purge, daysAgo } = setUp({ purgeDays: 0 })
    station.take(delivered(1, daysAgo(3_000)))
    purge.start()
    station.clock.advance(3 * DAY_MS)
    expect(buyerOf(station, 1)?.name).toBe('Jo Doe')
  })

  it('are not judged by an unconfirmed clock', () => {
    const { station, daysAgo } = setUp()
    station.take(delivered(1, daysAgo(31)))
    let state: 'refused' | 'right' = 'refused'
    const clockWatch = { ...station.clockWatch, view: () => ({ state, offsetMs: 0 }) }
    const purge = createPurge({ ...station, clockWatch, onPurged: () => {}, onFault: () => {} })
    purge.start()
    expect(buyerOf(station, 1)?.name).toBe('Jo Doe')
    state = 'right'
    station.clock.advance(DAY_MS)
    expect(buyerOf(station, 1)).toBeNull()
  })

  it('are deleted in small parts, until all orders were checked', () => {
    const { station, purge, daysAgo, told } = setUp({ batch: 3 })
    station.take(...Array.from({ length: 10 }, (_, index) => delivered(index + 1, daysAgo(31))))
    const left = () =>
      rawDb(station.db).prepare('SELECT count(*) FROM orders WHERE buyer IS NOT NULL').pluck().get() as number
    purge.start()
    expect(left()).toBe(7)
    station.clock.advance(20)
    expect(left()).toBe(4)
    station.clock.advance(1_000)
    expect(left()).toBe(0)
    expect(told()).toBe(1)
  })

  it('leave no trace in the file', () => {
    const { station, purge, daysAgo } = setUp()
    // Long enough to need pages of its own.
    const shipping_address = { name: 'Jo Doe', line1: 'x'.repeat(9_000) }
    station.take(delivered(1, daysAgo(31)), delivered(2, daysAgo(31), { shipping_address }))
    const sealed = rawDb(station.db)
      .prepare('SELECT buyer FROM orders ORDER BY order_id')
      .pluck()
      .all() as Buffer[]
    const pieces = sealed.flatMap((bytes) =>
      Array.from({ length: Math.floor(bytes.length / 16) }, (_, index) =>
        bytes.subarray(index * 16, index * 16 + 16),
      ),
    )
    const inFile = () => {
      rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
      const file = readFileSync(station.file)
      return pieces.filter((piece) => file.includes(piece)).length
    }
    // A page boundary splits a piece here and there.
    expect(inFile()).toBeGreaterThan(pieces.length - 10)
    purge.start()
    expect(inFile()).toBe(0)
  })
})

describe('other copies of the data', () => {
  /** Copies of every kind, made this many days ago. */
  function withCopies(purgeDays: number, ages: readonly number[]) {
    const made = setUp({ purgeDays })
    const dir = dirname(made.station.file)
    for (const age of ages) {
      const time = made.daysAgo(age)
      const stamp = time.replace(/[:.]/g, '-')
      const names = [`aside-${stamp}-damaged.sqlite`, `aside-${stamp}-replaced.sqlite`]
      for (const name of [...names, `before-migration-from-${age}.sqlite`]) {
        writeFileSync(join(dir, name), 'a buyer')
        writeFileSync(join(dir, `${name}-wal`), 'a buyer')
        utimesSync(join(dir, name), new Date(time), new Date(time))
      }
    }
    made.purge.start()
    made.purge.stop()
    return readdirSync(dir).filter((name) => /^(aside|before)-.*sqlite(-wal)?$/.test(name))
  }

  it('are deleted, logs too, once they are older than buyers’ data may be', () => {
    const left = withCopies(30, [29, 31])
    expect(left.filter((name) => name.startsWith('before-'))).toEqual([
      'before-migration-from-29.sqlite',
      'before-migration-from-29.sqlite-wal',
    ])
    expect(left).toHaveLength(6)
  })

  it('are limited to the newest three of a kind, even if buyers’ data is kept forever', () => {
    const left = withCopies(0, [400, 1, 3, 2, 500])
    expect(left.filter((name) => /^before-.*sqlite$/.test(name)).sort()).toEqual(
      [1, 2, 3].map((age) => `before-migration-from-${age}.sqlite`),
    )
    expect(left.filter((name) => name.endsWith('-damaged.sqlite'))).toHaveLength(3)
    expect(left).toHaveLength(18)
  })
})
