import { describe, expect, it } from 'vitest'
import { wallClockIn } from '../../../../../src/shared/domain/time/wall-clock'

const momentIn = (zone: string, day: string, time: string): string =>
  new Date(wallClockIn(zone).momentOf(day, time)).toISOString()

describe('the clock on the wall', () => {
  it.each([
    ['Europe/Berlin', '2026-11-27', '16:30', '2026-11-27T15:30:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '16:30', '2026-07-01T14:30:00.000Z'],
    ['America/New_York', '2026-11-27', '23:45', '2026-11-28T04:45:00.000Z'],
    ['Asia/Kathmandu', '2026-11-27', '00:15', '2026-11-26T18:30:00.000Z'],
    ['UTC', '2026-11-27', '16:30', '2026-11-27T16:30:00.000Z'],
  ])('shows in %s on %s %s at %s', (zone, day, time, moment) => {
    expect(momentIn(zone, day, time)).toBe(moment)
  })

  it.each([
    ['spring', '2026-03-29', '16:30', '2026-03-29T14:30:00.000Z'],
    ['spring', '2026-03-29', '00:30', '2026-03-28T23:30:00.000Z'],
    ['fall', '2026-10-25', '16:30', '2026-10-25T15:30:00.000Z'],
    ['fall', '2026-10-25', '00:30', '2026-10-24T22:30:00.000Z'],
  ])('is right before and after the change in %s: %s %s', (_, day, time, moment) => {
    expect(momentIn('Europe/Berlin', day, time)).toBe(moment)
  })

  it('shows a repeated time first in summer time, and a skipped one an hour on', () => {
    expect(momentIn('Europe/Berlin', '2026-10-25', '02:30')).toBe('2026-10-25T00:30:00.000Z')
    expect(momentIn('Europe/Berlin', '2026-03-29', '02:30')).toBe('2026-03-29T01:30:00.000Z')
  })

  it('knows the day and the time of a moment', () => {
    const { dayAt, timeAt } = wallClockIn('America/New_York')
    expect(timeAt(Date.parse('2026-11-28T04:59:59.999Z'))).toBe('23:59')
    expect(timeAt(Date.parse('2026-11-28T05:00:00.000Z'))).toBe('00:00')
    expect(dayAt(Date.parse('2026-11-28T04:59:59.999Z'))).toBe('2026-11-27')
    expect(dayAt(Date.parse('2026-11-28T05:00:00.000Z'))).toBe('2026-11-28')
  })
})
