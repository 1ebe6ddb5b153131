import { expect, it } from 'vitest'
import { LONGEST_RETRY_AFTER_MS, retryAfterMs } from '../../../../src/main/partner/retry-after'

const RECEIVED = Date.parse('2026-11-21T10:00:00Z')

it.each([
  ['0', 0],
  ['1', 1_000],
  [' 120 ', 120_000],
  ['3600', 3_600_000],
  ['9999999999', LONGEST_RETRY_AFTER_MS],
  ['9'.repeat(400), LONGEST_RETRY_AFTER_MS],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  ['2026-11-21T10:00:30Z', null],
  ['Sat, 99 Nov 2026 10:00:30 GMT', null],
  [null, null],
])('reads %j as %j ms', (retryAfter, expected) => {
  expect(retryAfterMs({ retryAfter, date: null, receivedAtMs: RECEIVED })).toBe(expected)
})

it.each([
  ['30 s ahead', 'Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
  ['past', 'Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['a year ahead', 'Sun, 21 Nov 2027 10:00:00 GMT', LONGEST_RETRY_AFTER_MS],
])('reads a date that is %s', (_, retryAfter, expected) => {
  expect(retryAfterMs({ retryAfter, date: null, receivedAtMs: RECEIVED })).toBe(expected)
})

it("reads a date against the answer's own Date, because this PC's clock may be wrong", () => {
  const retryAfter = 'Sat, 21 Nov 2026 14:00:45 GMT'
  const date = 'Sat, 21 Nov 2026 14:00:00 GMT'
  expect(retryAfterMs({ retryAfter, date, receivedAtMs: RECEIVED })).toBe(45_000)
})

it('clamps the result of an absurd Date header', () => {
  const retryAfter = 'Sat, 21 Nov 2026 14:00:45 GMT'
  const read = (date: string) => retryAfterMs({ retryAfter, date, receivedAtMs: RECEIVED })
  expect(read('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(LONGEST_RETRY_AFTER_MS)
  expect(read('Fri, 31 Dec 9999 23:59:59 GMT')).toBe(0)
})

it('falls back to the time of receipt if the Date header is unreadable', () => {
  const retryAfter = 'Sat, 21 Nov 2026 10:00:45 GMT'
  expect(retryAfterMs({ retryAfter, date: 'yesterday', receivedAtMs: RECEIVED })).toBe(45_000)
})
