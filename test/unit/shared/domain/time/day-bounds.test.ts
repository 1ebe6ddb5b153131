import { expect, it } from 'vitest'
import { beginOfDays, dayBounds, localTimeIn } from '../../../../../src/shared/domain/time/day-bounds'

it.each([
  ['Europe/Berlin', '2026-11-23T12:00:00.000Z', '2026-11-22T23:00:00.000Z', '2026-11-23T23:00:00.000Z'],
  // 25 hours in fall, 23 in spring.
  ['Europe/Berlin', '2026-10-25T12:00:00.000Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T12:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  // Midnight does not exist on the day when the clocks go forward.
  ['America/Santiago', '2026-09-06T12:00:00.000Z', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-23T18:15:00.000Z', '2026-11-23T18:15:00.000Z', '2026-11-24T18:15:00.000Z'],
  ['Asia/Kathmandu', '2026-11-23T18:14:59.999Z', '2026-11-22T18:15:00.000Z', '2026-11-23T18:15:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05T02:00:00.000Z', '2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
])('in %s the day of %s lasts from %s to %s', (zone, moment, from, to) => {
  const { fromMs, toMs } = dayBounds(Date.parse(moment), localTimeIn(zone))
  expect([fromMs, toMs].map((ms) => new Date(ms).toISOString())).toEqual([from, to])
})

it.each([
  ['late on a day of 25 hours', '2026-10-25T22:30:00.000Z', 2, '2026-10-23T22:00:00.000Z'],
  ['early after a day of 23 hours', '2026-03-29T22:30:00.000Z', 2, '2026-03-28T23:00:00.000Z'],
  ['of today alone', '2026-11-23T12:00:00.000Z', 1, '2026-11-22T23:00:00.000Z'],
])('%s the last days begin with the first of them', (_, moment, days, from) => {
  const fromMs = beginOfDays(Date.parse(moment), days, localTimeIn('Europe/Berlin'))
  expect(new Date(fromMs).toISOString()).toBe(from)
})
