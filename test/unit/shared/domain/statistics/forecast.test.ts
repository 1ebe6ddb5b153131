import { describe, expect, it } from 'vitest'
import { forecastOf, paceOf } from '../../../../../src/shared/domain/statistics/forecast'

const MINUTE_MS = 60_000
const NOW = Date.parse('2026-11-23T12:00:00.000Z')
/** Moments so many minutes before now. */
const ago = (...minutes: number[]) => minutes.map((minute) => NOW - minute * MINUTE_MS)
const steps = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, index) => from - index * step)
const at = (...minutes: number[]) => minutes.map((minute) => NOW + minute * MINUTE_MS)

describe('the rate', () => {
  it('is that of the last hour, not of the slow morning before', () => {
    const pace = paceOf(ago(...steps(240, 72, 12), ...steps(60, 0, 2)), NOW)
    expect(pace?.perHour).toBeCloseTo(30)
    expect(pace?.lastMs).toBe(NOW)
  })

  it('leaves pauses out, and goes on counting before them until the hour of work is full', () => {
    const around = ago(...steps(120, 90, 3), ...steps(45, 15, 3))
    expect(paceOf(around, NOW)?.perHour).toBeCloseTo(20)
    // The same work right now, and an hour ago.
    expect(paceOf(ago(...steps(130, 70, 3)), NOW)?.perHour).toBeCloseTo(20)
  })

  it('a gap of 15 minutes is slow work, one more is a pause', () => {
    expect(paceOf(ago(75, 60, 45, 30, 15, 0), NOW)?.perHour).toBeCloseTo(4)
    expect(paceOf(ago(80, 64, 48, 32, 16, 0), NOW)).toBeNull()
  })

  it('needs five orders and ten minutes of work', () => {
    expect(paceOf([], NOW)).toBeNull()
    expect(paceOf(ago(12, 9, 6, 3, 0), NOW)).toBeNull()
    expect(paceOf(ago(10, 8, 6, 4, 2), NOW)).toBeNull()
    expect(paceOf(ago(10, 8, 6, 4, 2, 0), NOW)?.perHour).toBeCloseTo(30)
    // Orders packed in one go have no time of their own.
    expect(paceOf(ago(3, 3, 3, 3, 3, 3, 3), NOW)).toBeNull()
  })

  it('takes moments in any sequence, and none that is still to come', () => {
    expect(paceOf(ago(0, 10, 4, 2, 8, 6, -30), NOW)).toEqual({ perHour: 30, lastMs: NOW })
  })
})

describe('the forecast', () => {
  const pace = { perHour: 30, lastMs: NOW }

  it.each([
    ['nothing is due', null, [], { kind: 'nothing_due' }],
    ['no rate yet', null, at(60), { kind: 'too_little' }],
    ['all in time', pace, at(60, 60, 60), { kind: 'on_time', doneMs: NOW + 6 * MINUTE_MS }],
    ['the last minute counts as in time', pace, at(2, 4), { kind: 'on_time', doneMs: NOW + 4 * MINUTE_MS }],
    [
      'those that are not reached in time are late',
      pace,
      at(3, 3, 3, 60),
      { kind: 'late', orders: 2, doneMs: NOW + 8 * MINUTE_MS },
    ],
    [
      'the most urgent goes first, whatever the sequence given',
      pace,
      at(60, 2),
      { kind: 'on_time', doneMs: NOW + 4 * MINUTE_MS },
    ],
    [
      'what is late already takes its time, but does not become late',
      pace,
      at(-30, -5, 3),
      { kind: 'late', orders: 1, doneMs: NOW + 6 * MINUTE_MS },
    ],
    ['only what is late already', pace, at(-30, 60), { kind: 'only_late', doneMs: NOW + 4 * MINUTE_MS }],
  ])('%s', (_name, given, dueMs, said) => expect(forecastOf(given, dueMs, NOW)).toEqual(said))
})
