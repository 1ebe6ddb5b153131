import { expect, it } from 'vitest'
import { momentWords } from '../../../../../src/renderer/src/parts/time/moment-words'
import { dayOf } from '../../../../../src/renderer/src/parts/time/station-time'
import { dayRange } from '../../../../../src/renderer/src/parts/time/typed-time'

const BERLIN = { name: 'Europe/Berlin', dates: 'iso' } as const
/** 00:30 in Berlin. */
const NOW = Date.parse('2026-11-22T23:30:00.000Z')

it.each([
  ['en', '2026-11-22T23:05:07.000Z', 'today 00:05:07'],
  ['en', '2026-11-22T22:59:59.000Z', 'yesterday 23:59:59'],
  ['de', '2026-11-21T23:00:00.000Z', 'gestern 00:00:00'],
  ['fr', '2026-11-22T23:05:07.000Z', 'aujourd’hui 00:05:07'],
  ['es', '2026-11-22T23:05:07.000Z', 'hoy 00:05:07'],
  ['en', '2026-11-21T22:59:59.000Z', '2026-11-21 23:59:59'],
  // By a clock that was ahead.
  ['en', '2026-11-23T23:30:00.000Z', '2026-11-24 00:30:00'],
  ['en', 'nonsense', 'nonsense'],
] as const)('in %s, %s is said as “%s”', (locale, iso, words) =>
  expect(momentWords(iso, BERLIN, locale, NOW)).toBe(words),
)

it.each([
  ['2026-11-23', '2026-11-22T23:00:00.000Z', '2026-11-23T23:00:00.000Z'],
  // 25 hours.
  ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
])('%s lasts from %s to %s', (day, from, to) => {
  expect(dayRange(day, BERLIN)).toEqual({ from, to })
  expect(dayOf(from, BERLIN)).toBe(day)
})

it('a day that is not complete yet is none', () => expect(dayRange('', BERLIN)).toBeNull())
