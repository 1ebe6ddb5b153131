import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { sharedNumbers } from '../../../src/main/areas/labels/share-numbers'
import { inTransaction } from '../../../src/main/store/db/database'
import { findGivenNumber, giveNumber, takeBackNumbersOf } from '../../../src/main/store/tables/given-numbers'
import type { SharedNumber } from '../../../src/shared/domain/labels/shared-number'
import { makeStation } from '../../support/account'
import { openStation } from '../../support/open-account'
import { rawDb } from '../../support/raw-db'

/** A station's side of the tracking numbers that all stations share. */

const PLACE = { name: 'numbers', created: '2026-11-20', last: 1_000 }
const given = (orderId: number, trackingNumber = 'AB-1', givenAt = '2026-11-20T09:00:00.000Z') => ({
  ...{ orderId, trackingNumber, givenAt, carrier: '', fileName: 'monday.csv', givenBy: 'Ada' },
})
const said = (...about: Parameters<typeof given>): SharedNumber => ({
  ...{ ...given(...about), isTakenBack: false, turn: 1 },
})

function open({ station = makeStation() } = {}) {
  const { db } = station
  return {
    station,
    numbers: sharedNumbers(station),
    give: (...about: Parameters<typeof given>) => inTransaction(db, (tx) => giveNumber(tx, given(...about))),
    takeBack: (orderId: number) => inTransaction(db, (tx) => takeBackNumbersOf(tx, [orderId])),
    knows: (orderId: number) => findGivenNumber(db, orderId)?.trackingNumber ?? null,
  }
}

it('tells what was given and taken back here, until the hub has it', () => {
  const { numbers, give, takeBack, knows } = open()
  numbers.begin(PLACE)
  give(2)
  expect(numbers.untold(null)).toEqual([said(2)])
  numbers.take([said(2)], 1)
  expect(numbers.untold(null)).toEqual([])
  takeBack(2)
  expect(knows(2)).toBeNull()
  expect(numbers.untold(null)).toEqual([{ ...said(2), isTakenBack: true }])
  numbers.take([{ ...said(2), isTakenBack: true }], 2)
  expect(numbers.untold(null)).toEqual([])
})

it('gives each number a later turn than the one that it replaces', () => {
  const { numbers, give, takeBack } = open()
  const turn = () => numbers.untold(null).map((number) => number.turn)
  numbers.begin(PLACE)
  numbers.take([{ ...said(2), turn: 4 }], 1)
  give(2, 'AB-2')
  expect(turn()).toEqual([5])
  takeBack(2)
  expect(turn()).toEqual([5])
  give(2, 'AB-3')
  expect(turn()).toEqual([6])
})

it('replaces the earlier one of two that were given at once, in whatever order the hub took them', () => {
  const { numbers, give, knows } = open()
  const [early, late] = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:01.000Z']
  numbers.begin(PLACE)
  give(1, 'AB-1', early)
  give(2, 'AB-1', late)
  numbers.take([said(1, 'AB-2', late), said(2, 'AB-2', early)], 1)
  expect([1, 2].map(knows)).toEqual(['AB-2', 'AB-1'])
  // The hub has to hear of it still.
  expect(numbers.untold(null)).toEqual([said(2, 'AB-1', late)])
  numbers.take([said(1, 'AB-1', early), said(2, 'AB-1', late)], 2)
  expect([1, 2].map(knows)).toEqual(['AB-2', 'AB-1'])
  expect(numbers.untold(null)).toEqual([])
})

it('keeps what is newer of what stations had before there was a hub', () => {
  const { numbers, give, takeBack, knows } = open()
  const [early, late] = ['2026-11-20T09:00:00.000Z', '2026-11-21T09:00:00.000Z']
  give(1, 'AB-1', early)
  give(2, 'AB-1', early)
  give(3, 'AB-1', late)
  takeBack(3)
  numbers.begin(PLACE)
  numbers.take(
    [said(1, 'AB-2', late), { ...said(2, 'AB-2', early), isTakenBack: true }, said(3, 'AB-2', early)],
    1,
  )
  expect([1, 2, 3].map(knows)).toEqual(['AB-2', null, null])
  expect(numbers.untold(null)).toEqual([{ ...said(3, 'AB-1', late), isTakenBack: true }])
})

it('goes on after a restart from what it has heard, and from the beginning at a hub that was made again', async () => {
  const first = open()
  expect(first.numbers.begin(PLACE)).toBe(0)
  first.numbers.take([said(2)], 7)
  await first.station.close()
  const { numbers, knows } = open({ station: openStation({ file: first.station.file }) })
  expect(numbers.begin(PLACE)).toBe(8)
  expect(knows(2)).toBe('AB-1')
  expect(numbers.untold(null)).toEqual([])
  expect(numbers.begin({ ...PLACE, created: '2026-11-21' })).toBe(0)
  expect(numbers.untold(null)).toEqual([said(2)])
})

it('keeps taken back what a hub that was set back says again', () => {
  const { numbers, takeBack, knows } = open()
  numbers.begin(PLACE)
  const second = { ...said(2, 'AB-2', '2026-11-21T09:00:00.000Z'), turn: 2 }
  numbers.take([said(2, 'AB-1'), second], 7)
  takeBack(2)
  numbers.begin({ ...PLACE, last: 6 })
  numbers.take([said(2, 'AB-1')], 1)
  numbers.take([second], 2)
  expect(knows(2)).toBeNull()
  expect(numbers.untold(null)).toMatchObject([{ trackingNumber: 'AB-2', isTakenBack: true }])
})

it('tells all of them in parts', () => {
  const { numbers, give } = open()
  numbers.begin(PLACE)
  for (let orderId = 1; orderId <= 250; orderId += 1) give(orderId)
  numbers.take([said(250)], 1)
  const told: number[] = []
  for (let after: SharedNumber | null = null; ;) {
    const part = numbers.untold(after)
    if (part.length === 0) break
    expect(part.length).toBeLessThanOrEqual(100)
    told.push(...part.map(({ orderId }) => orderId))
    after = part.at(-1) ?? null
  }
  expect([told.length, new Set(told).size]).toEqual([249, 249])
})

it('reads on from the last order that it told, and sorts nothing', () => {
  const { numbers, give, station } = open()
  numbers.begin(PLACE)
  give(1)
  const raw = rawDb(station.db)
  const prepare = raw.prepare.bind(raw)
  const plans: string[] = []
  raw.prepare = (text: string) => {
    const places = text.split('?').slice(1)
    const plan = prepare(`EXPLAIN QUERY PLAN ${text}`).all(...places.map(() => 1)) as { detail: string }[]
    plans.push(plan.map(({ detail }) => detail).join())
    return prepare(text)
  }
  expect(numbers.untold(null)).toHaveLength(1)
  expect(plans).toEqual([
    expect.stringContaining('COVERING INDEX given_numbers_at_hub (at_hub<?)'),
    'SEARCH given_numbers USING INTEGER PRIMARY KEY (rowid>?)',
  ])
})

it('forgets numbers after sixty days, taken back or not, and takes in none that old', async () => {
  const { numbers, station, takeBack, knows } = open()
  vi.spyOn(station.clockWatch, 'view').mockReturnValue({ state: 'right', offsetMs: 0 })
  const { clock } = station
  const [day, now] = [86_400_000, clock.wallMs()]
  const at = (days: number) => new Date(now + days * day).toISOString()
  const announced: number[] = []
  station.events.onEvent((event) => {
    if (event.kind === 'orders_changed') announced.push(...(event.orderIds ?? []))
  })
  numbers.begin(PLACE)
  numbers.take([said(1, 'AB-1', at(0)), said(2, 'AB-2', at(-30)), said(3, 'AB-3', at(-61))], 1)
  expect([1, 2, 3].map(knows)).toEqual(['AB-1', 'AB-2', null])
  takeBack(2)
  await nextTurn()
  expect(announced.splice(0)).toEqual([1, 2])
  clock.advance(31 * day)
  expect(numbers.untold(null)).toEqual([])
  expect([1, 2].map(knows)).toEqual(['AB-1', null])
  await nextTurn()
  expect(announced, 'it was taken back before').toEqual([])
  clock.advance(30 * day)
  numbers.take([], 2)
  expect(knows(1)).toBeNull()
  await nextTurn()
  expect(announced, 'an open order has its number no more').toEqual([1])
  numbers.end()
})

it('takes a first number in place of one that other stations have forgotten, whatever its turn', () => {
  const { numbers, station, knows } = open()
  vi.spyOn(station.clockWatch, 'view').mockReturnValue({ state: 'right', offsetMs: 0 })
  const { clock } = station
  const at = (days: number) => new Date(clock.wallMs() + days * 86_400_000).toISOString()
  numbers.begin(PLACE)
  numbers.take(
    [
      { ...said(1, 'AB-1', at(-60)), turn: 5 },
      { ...said(2, 'AB-1', at(-59)), turn: 5 },
    ],
    1,
  )
  // It looks for what it forgets once a day.
  clock.advance(1_000)
  numbers.take([said(1, 'AB-2', at(0)), said(2, 'AB-2', at(0))], 2)
  expect([1, 2].map(knows)).toEqual(['AB-2', 'AB-1'])
})

it('keeps numbers while nobody knows what time it is', () => {
  const { numbers, knows } = open()
  numbers.begin(PLACE)
  numbers.take([said(1, 'AB-1', '2020-01-01T00:00:00.000Z')], 1)
  expect(knows(1)).toBe('AB-1')
})

it('announces the first orders at once, and then at most twice a second', async () => {
  const { numbers, station } = open()
  const announced: (readonly number[] | null)[] = []
  station.events.onEvent((event) => {
    if (event.kind === 'orders_changed') announced.push(event.orderIds)
  })
  numbers.begin(PLACE)
  for (let at = 1; at <= 4; at += 1) {
    numbers.take([said(at)], at)
    await nextTurn()
  }
  expect(announced).toEqual([[1]])
  station.clock.advance(500)
  await nextTurn()
  expect(announced).toEqual([[1], [2, 3, 4]])
  numbers.take([said(1), { ...said(9), isTakenBack: true }], 6)
  station.clock.advance(1_000)
  await nextTurn()
  expect(announced, 'nothing is new').toHaveLength(2)
  numbers.take([said(10)], 7)
  numbers.take([said(11)], 8)
  numbers.end()
  station.clock.advance(1_000)
  await nextTurn()
  expect(announced.slice(2), 'the hub is away').toEqual([[10]])
  numbers.begin(PLACE)
  await nextTurn()
  expect(announced.slice(3)).toEqual([[11]])
  numbers.end()
})
