import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { addBusinessDays } from '../../../../../src/main/areas/packing/business-days'
import { loadHolidays } from '../../../../../src/main/areas/packing/holidays'

const iso = (ms: number) => new Date(ms).toISOString()
const never = () => null

/** Friday, November 20, 2026, nine in the morning in London. */
const FRIDAY = Date.parse('2026-11-20T09:00:00.000Z')

describe('business days', () => {
  it.each([
    [0, '2026-11-20T09:00:00.000Z'],
    [1, '2026-11-23T09:00:00.000Z'],
    [5, '2026-11-27T09:00:00.000Z'],
    [6, '2026-11-30T09:00:00.000Z'],
  ])('%i after a Friday', (days, expected) => {
    expect(iso(addBusinessDays(FRIDAY, days, 'Europe/London', never).ms)).toBe(expected)
  })

  it.each([
    [0, '2026-11-23T09:00:00.000Z'],
    [1, '2026-11-23T09:00:00.000Z'],
    [2, '2026-11-24T09:00:00.000Z'],
  ])('%i after a Saturday', (days, expected) => {
    const saturday = FRIDAY + 24 * 3_600_000
    expect(iso(addBusinessDays(saturday, days, 'Europe/London', never).ms)).toBe(expected)
  })

  it('are those of the station, not of Greenwich', () => {
    // Already Saturday in Tokyo.
    const late = Date.parse('2026-11-20T16:00:00.000Z')
    expect(iso(addBusinessDays(late, 1, 'Asia/Tokyo', never).ms)).toBe('2026-11-22T16:00:00.000Z')
    expect(iso(addBusinessDays(late, 1, 'America/New_York', never).ms)).toBe('2026-11-23T16:00:00.000Z')
  })

  it('keep the local hour when the clocks change', () => {
    const before = Date.parse('2026-10-30T14:30:00.000Z')
    expect(iso(addBusinessDays(before, 1, 'America/New_York', never).ms)).toBe('2026-11-02T15:30:00.000Z')
    const spring = Date.parse('2026-03-27T14:30:00.000Z')
    expect(iso(addBusinessDays(spring, 1, 'Europe/Berlin', never).ms)).toBe('2026-03-30T13:30:00.000Z')
  })

  it('lose an hour skipped by the clocks on that day only', () => {
    // Cairo's clocks go forward in the first minute of Friday, April 24, 2026.
    const midnight = Date.parse('2026-04-22T22:30:00.000Z')
    expect(iso(addBusinessDays(midnight, 1, 'Africa/Cairo', never).ms)).toBe('2026-04-23T22:30:00.000Z')
    expect(iso(addBusinessDays(midnight, 2, 'Africa/Cairo', never).ms)).toBe('2026-04-26T21:30:00.000Z')
  })

  it('keep the second, and the hour that comes twice in the fall', () => {
    const exact = Date.parse('2026-11-20T09:30:15.123Z')
    expect(iso(addBusinessDays(exact, 1, 'Europe/London', never).ms)).toBe('2026-11-23T09:30:15.123Z')
    // Half past one in the second hour of that name, on a Sunday that counts as the day itself.
    const twice = Date.parse('2026-11-01T06:30:00.000Z')
    expect(iso(addBusinessDays(twice, 1, 'America/New_York', never).ms)).toBe('2026-11-02T06:30:00.000Z')
  })

  // Another calendar's arithmetic, over two years of hours in zones whose clocks change at odd times.
  it.each(['Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu'])(
    'end where a calendar library ends in %s',
    (zone) => {
      for (
        let ms = Date.parse('2026-01-01T00:10:07.000Z');
        ms < Date.parse('2028-01-01');
        ms += 7 * 3_600_000
      ) {
        const { ms: ended } = addBusinessDays(ms, 3, zone, never)
        const start = DateTime.fromMillis(ms, { zone })
        const expected = Array.from({ length: 8 }, (_, index) => start.plus({ days: index + 1 })).filter(
          ({ weekday }) => weekday <= 5,
        )[2]
        expect(iso(ended)).toBe(iso(expected?.toMillis() ?? 0))
      }
    },
  )

  it('end somewhere even if every day is a holiday', () => {
    expect(addBusinessDays(FRIDAY, 2, 'UTC', () => 'always')).toEqual({
      ms: Date.parse('2026-11-22T09:00:00.000Z'),
      holidays: [],
    })
  })
})

describe('public holidays', () => {
  it('are skipped and named', async () => {
    const { in: holidaysIn } = await loadHolidays()
    const monday = Date.parse('2026-11-23T15:00:00.000Z')
    expect(addBusinessDays(monday, 3, 'America/New_York', holidaysIn('US'))).toEqual({
      ms: Date.parse('2026-11-27T15:00:00.000Z'),
      holidays: [{ day: '2026-11-26', name: 'Thanksgiving Day' }],
    })
    expect(iso(addBusinessDays(monday, 3, 'America/New_York', holidaysIn('DE')).ms)).toBe(
      '2026-11-26T15:00:00.000Z',
    )
  })

  it('count across the turn of the year, and on substitute days', async () => {
    const { in: holidaysIn } = await loadHolidays()
    const eve = Date.parse('2026-12-31T12:00:00.000Z')
    expect(iso(addBusinessDays(eve, 1, 'Europe/London', holidaysIn('GB')).ms)).toBe(
      '2027-01-04T12:00:00.000Z',
    )
    expect(holidaysIn('US')('2026-07-03')).toContain('Independence Day')
    expect(holidaysIn('GB')('2026-12-28')).toContain('Boxing Day')
  })

  it('may last several days', async () => {
    const eid = (await loadHolidays()).in('SA')
    const days = ['2026-03-18', '2026-03-19', '2026-03-20', '2026-03-21', '2026-03-22', '2026-03-23']
    expect(days.map((day) => eid(day) !== null)).toEqual([false, true, true, true, true, false])
  })

  it('are none without a country and for an unknown one', async () => {
    const { in: holidaysIn, countries } = await loadHolidays()
    expect(holidaysIn(null)('2026-12-25')).toBeNull()
    expect(holidaysIn('ZZ')('2026-12-25')).toBeNull()
    expect(countries).toEqual(expect.arrayContaining(['US', 'DE', 'GB', 'FR', 'ES']))
  })
})
