import { expect, it } from 'vitest'
import { dayAfter, dayWords, monthAfter, weeksOf } from '../../../../../src/renderer/src/parts/time/calendar'

it('counts days and months, across the changes of the clocks and leap days', () => {
  expect(dayAfter('2026-10-24', 1)).toBe('2026-10-25')
  expect(dayAfter('2026-10-25', 1)).toBe('2026-10-26')
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
  expect(monthAfter('2026-01-31', 1)).toBe('2026-02-28')
  expect(monthAfter('2026-03-31', -1)).toBe('2026-02-28')
  expect(monthAfter('2026-12-05', 1)).toBe('2027-01-05')
})

it.each([
  ['2026-11-23', '2026-10-26', '2026-12-06', 6],
  // Begins on a Monday and ends on a Sunday.
  ['2027-02-14', '2027-02-01', '2027-02-28', 4],
  ['2026-12-31', '2026-11-30', '2027-01-03', 5],
])('shows the weeks of %s from %s to %s', (day, first, last, count) => {
  const weeks = weeksOf(day)
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual([first, last, count])
  expect(new Set(weeks.flat()).size).toBe(count * 7)
})

it('names a day wherever the PC is', () => {
  expect(dayWords('2026-11-23', 'de', { dateStyle: 'full' })).toBe('Montag, 23. November 2026')
})
