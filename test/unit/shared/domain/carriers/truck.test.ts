import { describe, expect, it } from 'vitest'
import {
  hasTruck,
  leaveBy,
  missedTrucks,
  nextTruck,
  readTruckTime,
  trucksBetween,
  type TruckCalendar,
} from '../../../../../src/shared/domain/carriers/truck'
import { wallClockIn } from '../../../../../src/shared/domain/time/wall-clock'

const MINUTE = 60_000
/** A Friday's half past four in Berlin. */
const FRIDAY = Date.parse('2026-11-27T15:30:00.000Z')
const WEEK = { monday: '16:30', wednesday: '12:00', friday: '16:30' }

const calendar = (...holidays: string[]): TruckCalendar => ({
  clock: wallClockIn('Europe/Berlin'),
  isHoliday: (day) => holidays.includes(day),
})
const next = (now: number | string, times = WEEK, ...holidays: string[]): string | null => {
  const ms = nextTruck(times, typeof now === 'number' ? now : Date.parse(now), calendar(...holidays))
  return ms === null ? null : new Date(ms).toISOString()
}

describe('the next truck', () => {
  it('leaves at its time of the weekday, by the station’s clock', () => {
    expect(next(FRIDAY - 1)).toBe('2026-11-27T15:30:00.000Z')
    expect(next('2026-11-24T00:00:00.000Z')).toBe('2026-11-25T11:00:00.000Z')
  })

  it('is the following one from the moment at which one leaves', () => {
    expect(next(FRIDAY)).toBe('2026-11-30T15:30:00.000Z')
  })

  it('leaves at the same local time after the clocks have changed', () => {
    expect(next('2026-10-23T20:00:00.000Z')).toBe('2026-10-26T15:30:00.000Z')
    expect(next('2026-03-27T20:00:00.000Z')).toBe('2026-03-30T14:30:00.000Z')
  })

  it('does not come on a public holiday', () => {
    expect(next(FRIDAY - 1, WEEK, '2026-11-27', '2026-11-30')).toBe('2026-12-02T11:00:00.000Z')
  })

  it('is none without times, and none where each of a month is on a holiday', () => {
    expect([hasTruck({}), next(FRIDAY, {} as typeof WEEK)]).toEqual([false, null])
    const all = Array.from({ length: 40 }, (_, day) =>
      new Date(FRIDAY + day * 24 * 60 * MINUTE).toISOString().slice(0, 10),
    )
    expect(next(FRIDAY - 1, WEEK, ...all)).toBeNull()
  })

  it('has come on each of its days between two moments, the last one included', () => {
    const week = trucksBetween(WEEK, FRIDAY - 7 * 24 * 60 * MINUTE, FRIDAY, calendar())
    expect(week.map((ms) => new Date(ms).toISOString())).toEqual([
      '2026-11-23T15:30:00.000Z',
      '2026-11-25T11:00:00.000Z',
      '2026-11-27T15:30:00.000Z',
    ])
  })
})

it.each([
  ['16:30', '16:30'],
  [' 9:05 ', '09:05'],
  ['9.05', '09:05'],
  ['16h30', '16:30'],
  ['16 h 30', '16:30'],
  ['00:00', '00:00'],
  ['24:00', null],
  ['16:60', null],
  ['16', null],
  ['1630', null],
  ['4:30 pm', null],
])('reads the time %j as %j', (typed, time) => {
  expect(readTruckTime(typed)).toBe(time)
})

describe('when an order has to leave', () => {
  const trucks = [10, 20, 30]
  it.each([
    [25, 5, 20, 'with the last truck before its promise'],
    [20, 5, 20, 'with a truck that leaves when it was promised'],
    [25, 20, 25, 'when it was promised, if it was bought as that truck left'],
    [9, 1, 9, 'when it was promised, if no truck leaves before'],
    [31, 1, 31, 'when it was promised, beyond all known trucks'],
  ])('promised at %i and bought at %i: at %i, %s', (promised, bought, leaves) => {
    expect(leaveBy(promised, bought, trucks)).toBe(leaves)
  })

  it('is when it was promised without any truck', () => {
    expect(leaveBy(25, 5, [])).toBe(25)
  })
})

describe('a truck that was missed', () => {
  const missedBy = (...parcels: { packed: number; shipped: number | null }[]) =>
    missedTrucks(
      [FRIDAY],
      parcels.map(({ packed, shipped }) => ({
        packedMs: FRIDAY + packed * MINUTE,
        shippedMs: shipped === null ? null : FRIDAY + shipped * MINUTE,
      })),
    )[0]?.missed

  it('left parcels behind: some were packed too late, others were not handed over', () => {
    expect(
      missedBy({ packed: -29, shipped: null }, { packed: -30, shipped: null }, { packed: -300, shipped: 61 }),
    ).toEqual({ too_late: 1, not_handed_over: 2 })
  })

  it('is none for parcels handed over before it or within its grace, or packed after it', () => {
    expect(missedBy({ packed: -90, shipped: -5 }, { packed: -90, shipped: 60 })).toBeUndefined()
    expect(missedBy({ packed: 0, shipped: null })).toBeUndefined()
  })

  it('is each truck that a parcel saw leave, the latest first', () => {
    const later = FRIDAY + 3 * 24 * 60 * MINUTE
    const missed = missedTrucks([FRIDAY, later], [{ packedMs: FRIDAY - 10 * MINUTE, shippedMs: null }])
    expect(missed).toEqual([
      { leftMs: later, missed: { too_late: 0, not_handed_over: 1 } },
      { leftMs: FRIDAY, missed: { too_late: 1, not_handed_over: 0 } },
    ])
  })
})
