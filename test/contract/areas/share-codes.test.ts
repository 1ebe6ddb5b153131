import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sharedCodes } from '../../../src/main/areas/codes/share-codes'
import { inTransaction } from '../../../src/main/store/db/database'
import { dropTaught, keepTaught, taughtOfCode } from '../../../src/main/store/tables/taught-codes'
import type { Lesson } from '../../../src/shared/domain/scanning/taught-code'
import { makeStation } from '../../support/account'
import { openStation } from '../../support/open-account'

/** A station's side of the codes that all stations share. */

const PLACE = { name: 'codes', created: '2026-11-20', last: 100 }
const meaning = (code: string) => ({ code, by: 'mpn', value: 'COAT', size: 'M' }) as const
const said = (code: string): Lesson => ({
  ...meaning(code),
  taught: { at: '2026-11-20T09:00:00.000Z', by: 'Ada' },
})
const back = (code: string): Lesson => ({ ...meaning(code), taught: null })

function open({ station = makeStation() } = {}) {
  const { db } = station
  return {
    station,
    codes: sharedCodes(station),
    teach: (code: string) =>
      inTransaction(db, (tx) =>
        keepTaught(tx, { ...meaning(code), taughtAt: '2026-11-20T10:00:00.000Z', taughtBy: 'Grace' }),
      ),
    forget: (code: string) => inTransaction(db, (tx) => dropTaught(tx, meaning(code))),
    knows: (code: string) => taughtOfCode(db, code).map(({ taughtBy }) => taughtBy),
  }
}

it('keeps what was taught here after another station took it back, and tells it', () => {
  const { codes, teach, knows } = open()
  codes.begin(PLACE)
  codes.take([said('A')], 1)
  teach('B')
  codes.take([back('A'), back('B')], 2)
  expect([knows('A'), knows('B')]).toEqual([[], ['Grace']])
  expect(codes.untold(null).map(({ code, taught }) => [code, taught?.by])).toEqual([['B', 'Grace']])
})

it('keeps taken back what others teach until the hub has heard it', () => {
  const { codes, forget, teach, knows } = open()
  codes.begin(PLACE)
  codes.take([said('A')], 1)
  forget('A')
  codes.take([said('A')], 2)
  expect(knows('A')).toEqual([])
  expect(codes.untold(null)).toEqual([back('A')])
  codes.take([back('A')], 3)
  expect(codes.untold(null)).toEqual([])
  codes.take([said('A')], 4)
  expect(knows('A')).toEqual(['Ada'])
  forget('A')
  teach('A')
  expect(codes.untold(null).map(({ taught }) => taught?.by)).toEqual(['Grace'])
})

it('goes on after a restart from what it has heard, and from the beginning at a hub that was set back or made again', async () => {
  const first = open()
  expect(first.codes.begin(PLACE)).toBe(0)
  first.codes.take([said('A')], 7)
  await first.station.close()
  const { codes } = open({ station: openStation({ file: first.station.file }) })
  expect(codes.begin(PLACE)).toBe(8)
  expect(codes.untold(null)).toEqual([])
  expect(codes.begin({ ...PLACE, last: 6 })).toBe(0)
  expect(codes.untold(null)).toEqual([said('A')])
  codes.take([said('A')], 1)
  expect(codes.untold(null)).toEqual([])
  expect(codes.begin({ ...PLACE, created: '2026-11-21' })).toBe(0)
  expect(codes.untold(null)).toEqual([said('A')])
})

it('tells all of them in parts, but what is too long for the hub', () => {
  const { codes, teach, forget } = open()
  codes.begin(PLACE)
  codes.take([said('TAG-250')], 1)
  for (let at = 0; at < 250; at += 1) teach(`TAG-${at}`)
  teach('x'.repeat(2_000))
  forget('TAG-250')
  const told: string[] = []
  for (let after: Lesson | null = null; ;) {
    const lessons = codes.untold(after)
    if (lessons.length === 0) break
    expect(lessons.length).toBeLessThanOrEqual(100)
    told.push(...lessons.map(({ code }) => code))
    after = lessons.at(-1) ?? null
  }
  expect([told.length, new Set(told).size]).toEqual([251, 251])
})

it('announces the first news at once, and then at most twice a second', async () => {
  const { codes, station } = open()
  let announced = 0
  station.events.onEvent(({ kind }) => (announced += kind === 'orders_changed' ? 1 : 0))
  codes.begin(PLACE)
  for (let at = 1; at <= 5; at += 1) {
    codes.take([said(`TAG-${at}`)], at)
    await nextTurn()
  }
  expect(announced).toBe(1)
  station.clock.advance(500)
  await nextTurn()
  expect(announced).toBe(2)
  codes.take([said('TAG-1')], 6)
  station.clock.advance(1_000)
  await nextTurn()
  expect(announced, 'nothing is new').toBe(2)
  codes.end()
})
