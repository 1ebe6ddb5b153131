import { writeFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Statement } from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bringBack } from '../../../src/main/areas/archive/bring-back'
import { saveStationSettings, readStationSettings } from '../../../src/main/areas/settings/settings'
import { createPayouts } from '../../../src/main/areas/statistics/read-payouts'
import { archiveFile, closeArchive } from '../../../src/main/store/archive/months'
import { inTransaction } from '../../../src/main/store/db/database'
import { markCanceled } from '../../../src/main/store/tables/orders'
import { makeStation, type TestStation } from '../../support/account'
import { fillArchive, inFile, stationWith } from '../../support/filled-archive'
import { FIRST_OLD, LONG_AGO, oldOrder } from '../../support/old-orders'
import { makeLines, makeOrder } from '../../support/orders'
import { rawDb } from '../../support/raw-db'

/** The sums of the payouts follow every change, wherever an order is. */

const { read: readPayouts } = createPayouts()

const ONE_DAY = { from: '2026-11-19', to: '2026-11-19' }
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }

function inZone(timeZone: string): TestStation {
  const station = makeStation()
  setZone(station, timeZone)
  return station
}
const setZone = (station: TestStation, timeZone: string) =>
  saveStationSettings(station, { ...readStationSettings(station), timeZone })

/** One line of 41.00, paid as it is, of which 30.00 are expected to be paid out. */
const order = (id: number, over: Record<string, unknown> = {}) =>
  makeOrder({
    id,
    amount: 4_100,
    purchased_at: '2026-11-19T10:00:00.000Z',
    order_lines: makeLines([{ id: id * 10, item_number: `ITM-${id}` }]).map((line) => ({
      ...(line as object),
      estimated_payout: 3_000,
    })),
    ...over,
  })
const learnCategory = (station: TestStation, itemNumber: string, category: number) =>
  rawDb(station.db)
    .prepare(
      `INSERT INTO items (item_number, category_id, read_at) VALUES (?, ?, '')
       ON CONFLICT (item_number) DO UPDATE SET category_id = excluded.category_id`,
    )
    .run(itemNumber, category)

const days = async (station: TestStation, period = NOVEMBER) =>
  (await readPayouts(station, period)).days.map(({ day, orders, soldCents, refundedCents, payoutCents }) => [
    day.slice(5),
    orders,
    soldCents,
    refundedCents,
    payoutCents,
  ])

/** How many days each statement from now on reads, or forgets. */
function partsOf({ db }: TestStation): number[] {
  const statement = Object.getPrototypeOf(rawDb(db).prepare('SELECT 1')) as Statement
  const sizes: number[] = []
  const { all, run } = statement
  statement.all = function (this: Statement, ...given: unknown[]) {
    const rows = all.apply(this, given)
    if (this.source.includes('FROM payout_days d')) sizes.push(rows.length)
    return rows
  }
  statement.run = function (this: Statement, ...given: unknown[]) {
    const done = run.apply(this, given)
    if (this.source.startsWith('DELETE FROM payout_days')) sizes.push(done.changes)
    return done
  }
  onTestFinished(() => void Object.assign(statement, { all, run }))
  return sizes
}

describe('the sums of the payouts', () => {
  it('follow a refund, a cancellation, other amounts, another day, and a new order', async () => {
    const station = inZone('UTC')
    station.take(order(1), order(2))
    expect(await days(station)).toEqual([['11-19', 2, 8_200, 0, 6_000]])
    station.take(order(1, { refunds: [{ id: 5, total_refunded: 1_000 }] }))
    expect(await days(station)).toEqual([['11-19', 2, 8_200, 1_000, 6_000]])
    inTransaction(station.db, (tx) => markCanceled(tx, 2))
    expect(await days(station)).toEqual([['11-19', 2, 8_200, 1_000, 3_000]])
    expect((await readPayouts(station, NOVEMBER)).total).toMatchObject({ orders: 2, canceled: 1, items: 2 })
    const [line] = order(1).order_lines
    station.take(order(1, { order_lines: [{ ...line, estimated_payout: 2_500 }] }))
    expect(await days(station)).toEqual([['11-19', 2, 8_200, 0, 2_500]])
    const more = { ...line, id: 77, item_number: 'ITM-77' }
    station.take(order(1, { amount: 8_200, order_lines: [line, more] }))
    expect(await days(station)).toEqual([['11-19', 2, 12_300, 0, 6_000]])
    // Only lines change, and one goes.
    station.take(order(1, { amount: 8_200 }))
    expect(await days(station)).toEqual([['11-19', 2, 8_200, 0, 3_000]])
    station.take(order(1, { purchased_at: '2026-11-21T10:00:00.000Z' }), order(3))
    expect(await days(station)).toEqual([
      ['11-19', 2, 8_200, 0, 3_000],
      ['11-21', 1, 4_100, 0, 3_000],
    ])
  })

  it('are not made again because of what changes no amount', async () => {
    const station = inZone('UTC')
    station.take(order(1))
    await days(station)
    station.take(order(1, { updated_at: '2026-11-20T11:00:00.000Z', state: 'on_review' }))
    expect(rawDb(station.db).prepare('SELECT slot FROM payout_stale').all()).toEqual([])
    station.take(order(1, { amount: 5_000 }))
    expect(rawDb(station.db).prepare('SELECT slot FROM payout_stale').pluck().all()).toEqual([
      Date.UTC(2026, 10, 19) / 86_400_000,
    ])
  })

  it('go to a category as soon as the item is known', async () => {
    const station = inZone('UTC')
    station.take(order(1), order(2))
    const categories = async () =>
      (await readPayouts(station, NOVEMBER)).categories.map(({ category, soldCents }) => [
        category,
        soldCents,
      ])
    expect(await categories()).toEqual([['unknown', 8_200]])
    learnCategory(station, 'ITM-1', 17)
    expect(await categories()).toEqual([
      ['17', 4_100],
      ['unknown', 4_100],
    ])
    learnCategory(station, 'ITM-2', 17)
    expect(await categories()).toEqual([['17', 8_200]])
  })

  it.each([
    [
      'America/Los_Angeles',
      [
        ['11-18', 1],
        ['11-19', 1],
      ],
    ],
    ['Europe/Berlin', [['11-19', 2]]],
    [
      'Pacific/Kiritimati',
      [
        ['11-19', 1],
        ['11-20', 1],
      ],
    ],
    [
      'Asia/Kathmandu',
      [
        ['11-19', 1],
        ['11-20', 1],
      ],
    ],
  ])('are by the day in %s, and made again for another zone', async (zone, expected) => {
    const station = inZone('UTC')
    station.take(
      order(1, { purchased_at: '2026-11-19T07:59:59.999Z' }),
      order(2, { purchased_at: '2026-11-19T18:15:00.000Z' }),
    )
    expect((await days(station)).map((row) => row.slice(0, 2))).toEqual([['11-19', 2]])
    setZone(station, zone)
    expect((await days(station)).map((row) => row.slice(0, 2))).toEqual(expected)
    station.take(
      order(2, {
        amount: 4_000,
        purchased_at: '2026-11-19T18:15:00.000Z',
        refunds: [{ id: 1, total_refunded: 7 }],
      }),
    )
    expect((await days(station)).reduce((sum, row) => sum + Number(row[3]), 0)).toBe(7)
  })

  it('leave out orders without a purchase time, and say how many they are', async () => {
    const station = inZone('UTC')
    station.take(order(1, { purchased_at: null, created_at: null }), order(2))
    expect(await days(station)).toEqual([['11-19', 1, 4_100, 0, 3_000]])
    expect((await readPayouts(station, NOVEMBER)).undatedOrders).toBe(1)
    station.take(order(3, { purchased_at: 'yesterday' }))
    expect((await readPayouts(station, NOVEMBER)).undatedOrders).toBe(2)
  })

  it('go on with the next call when they take too long, and miss nothing that changes meanwhile', async () => {
    const station = inZone('UTC')
    station.take(
      ...Array.from({ length: 250 }, (_, index) => order(index + 1)),
      order(900, { purchased_at: '2026-11-20T10:00:00.000Z' }),
    )
    const slow = { ...station, clock: { ...station.clock, monotonicMs: () => (ms += 200) } }
    let ms = 0
    const first = await readPayouts(slow, NOVEMBER)
    expect(first.daysLeft).toBeGreaterThan(20)
    let view = first
    for (let calls = 0; view.daysLeft > 0 && calls < 40; calls += 1) {
      const answer = readPayouts(slow, NOVEMBER)
      // While orders are being read.
      if (calls === 9) station.take(order(1, { refunds: [{ id: 1, total_refunded: 50 }] }))
      view = await answer
    }
    expect(view.daysLeft).toBe(0)
    expect(view.total).toMatchObject({ orders: 251, soldCents: 251 * 4_100 })
    expect((await readPayouts(station, NOVEMBER)).total.refundedCents).toBe(50)
  })

  it.each([{}, { purchased_at: null, created_at: null }])(
    'of a day that changes while it is summed up are made with the next call: %o',
    async (over) => {
      const left: number[] = []
      for (let turns = 0; turns < 6; turns += 1) {
        const station = inZone('UTC')
        station.take(order(1, over))
        const answer = readPayouts(station, ONE_DAY)
        for (let turn = 0; turn < turns; turn += 1) await nextTurn()
        station.take(order(1, { ...over, amount: 4_000, refunds: [{ id: 1, total_refunded: 50 }] }))
        left.push((await answer).daysLeft)
        const { daysLeft, total, undatedOrders } = await readPayouts(station, ONE_DAY)
        expect([daysLeft, total.refundedCents, undatedOrders]).toEqual(
          'created_at' in over ? [0, 0, 1] : [0, 50, 0],
        )
      }
      expect(left).toContain(1)
    },
  )

  it.each([
    [
      'an order changes',
      (station: TestStation) => station.take(order(1, { refunds: [{ id: 1, total_refunded: 50 }] })),
    ],
    ['the zone does', (station: TestStation) => setZone(station, 'Pacific/Kiritimati')],
  ])('are right although %s between two calls for other days at once', async (_name, change) => {
    const station = inZone('UTC')
    station.take(...Array.from({ length: 250 }, (_, index) => order(index + 1)))
    for (let turns = 0; turns < 8; turns += 1) {
      // As before the first change, and with no day summed up.
      setZone(station, 'UTC')
      station.take(order(1))
      await readPayouts(station, NOVEMBER)
      rawDb(station.db).exec('DELETE FROM payout_days')
      const answers = [readPayouts(station, ONE_DAY)]
      for (let turn = 0; turn < turns; turn += 1) await nextTurn()
      change(station)
      answers.push(readPayouts(station, { from: '2026-11-25', to: '2026-11-25' }))
      await Promise.all(answers)
      const { total, days } = await readPayouts(station, NOVEMBER)
      rawDb(station.db).exec('DELETE FROM payout_days')
      const again = await readPayouts(station, NOVEMBER)
      expect({ total, days }).toEqual({ total: again.total, days: again.days })
    }
  })

  it('are made in turns that do not grow with the days and their categories', async () => {
    const station = inZone('UTC')
    for (let n = 1; n <= 90; n += 1) {
      const purchased_at = new Date(Date.UTC(2026, 8, 1) + n * 86_400_000).toISOString()
      station.take(order(n, { purchased_at }))
    }
    const period = { from: '2026-09-01', to: '2026-11-30' }
    const view = await readPayouts(station, period)
    expect(view).toMatchObject({ daysLeft: 0, total: { orders: 90, soldCents: 90 * 4_100 } })
    expect(view.categories).toMatchObject([{ category: 'unknown', soldCents: 90 * 4_100 }])
    // The largest part of anything that is read, written or forgotten at once.
    const sizes = partsOf(station)
    setZone(station, 'Asia/Kathmandu')
    expect((await readPayouts(station, period)).total).toEqual(view.total)
    rawDb(station.db).exec('UPDATE orders SET amount_cents = amount_cents + 1')
    expect((await readPayouts(station, period)).total).toEqual(view.total)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(30)
    expect(sizes.length).toBeGreaterThan(6)
  })
})

describe('orders in the archive', () => {
  const JANUARY = { from: '2026-01-01', to: '2026-01-31' }
  const SUM = ['01-15', 2, 8_200, 0, 0]

  it('count as before, once, on the way there and back', async () => {
    const station = stationWith(oldOrder(FIRST_OLD), oldOrder(FIRST_OLD + 1))
    setZone(station, 'UTC')
    expect(await days(station, JANUARY)).toEqual([SUM])
    fillArchive(station)
    expect(inFile(station, FIRST_OLD)).toBe(false)
    const stale = rawDb(station.db).prepare('SELECT slot FROM payout_stale').pluck()
    expect(stale.all()).toEqual([])
    expect(await days(station, JANUARY)).toEqual([SUM])
    rawDb(station.db).prepare('DELETE FROM payout_days').run()
    expect(await days(station, JANUARY)).toEqual([SUM])
    bringBack(station, FIRST_OLD)
    expect(inFile(station, FIRST_OLD)).toBe(true)
    expect(await days(station, JANUARY)).toEqual([SUM])
  })

  it('have the categories that the station knows', async () => {
    const station = stationWith(oldOrder(FIRST_OLD))
    learnCategory(station, `ITM-${FIRST_OLD}`, 31)
    fillArchive(station)
    const { categories } = await readPayouts(station, JANUARY)
    expect(categories).toMatchObject([{ category: '31', items: 1 }])
  })

  it('are not left out silently when their file cannot be read', async () => {
    const station = stationWith(oldOrder(FIRST_OLD))
    fillArchive(station)
    closeArchive(station.db)
    writeFileSync(archiveFile(station.db, LONG_AGO.slice(0, 7)), 'no database')
    await expect(readPayouts(station, JANUARY)).rejects.toMatchObject({ code: 'archive_unusable' })
    // Another account's are shown all the same.
    expect((await readPayouts(makeStation(), JANUARY)).daysLeft).toBe(0)
  })
})
