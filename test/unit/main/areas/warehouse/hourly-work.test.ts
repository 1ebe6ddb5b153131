import { describe, expect, it } from 'vitest'
import { ordersByHour, workOfAll, workToday } from '../../../../../src/main/areas/warehouse/hourly-work'
import type { StationAtHub } from '../../../../../src/main/warehouse/port/others-at-hub'
import { localTimeIn } from '../../../../../src/shared/domain/time/day-bounds'

const BERLIN = localTimeIn('Europe/Berlin')
/** 10:20 in Berlin. */
const NOW_MS = Date.parse('2026-11-24T09:20:00.000Z')
const MINUTE_MS = 60_000

const station = (name: string, packed: StationAtHub['packed'], silentMs = 0): StationAtHub => ({
  ...{ stationId: name, isThis: false, state: 'online', silentMs, name, operator: '', hostName: '' },
  ...{ version: '', bench: null, gate: 'online', noConnection: null, clock: { state: 'right', offsetMs: 0 } },
  ...{ diskFull: false, waiting: 0, held: 0, heldForMs: null, heldReasons: [], notices: 0, packed },
})
const by = (operator: string, ...quarters: [ago: number, orders: number][]) => ({
  operator,
  quarters: quarters.map(([ago, orders]) => ({ ago, orders })),
})

describe('the work of today', () => {
  it('is counted by hour, with the empty ones between, most orders first', () => {
    const work = workToday(
      [
        station('1', [by('Ann', [0, 2], [9, 1])]),
        station('2', [by('Ann', [1, 4]), by('Jo', [5, 3])]),
        station('3', null),
      ],
      NOW_MS,
      BERLIN,
    )
    expect(work).toEqual({
      hours: ['08:00', '09:00', '10:00'],
      byStation: [
        { name: '2', hours: [0, 3, 4] },
        { name: '1', hours: [1, 0, 2] },
      ],
      byOperator: [
        { name: 'Ann', hours: [1, 0, 6] },
        { name: 'Jo', hours: [0, 3, 0] },
      ],
      packedToday: new Map([
        ['1', 3],
        ['2', 7],
        ['3', null],
      ]),
    })
  })

  it('leaves out what was yesterday, and counts from when the station was heard', () => {
    // 41 quarters before 10:15 it was 00:00, and one more was yesterday.
    const work = workToday(
      [station('1', [by('Jo', [41, 1], [42, 5])]), station('2', [by('Jo', [0, 1])], 90 * MINUTE_MS)],
      NOW_MS,
      BERLIN,
    )
    expect(Object.fromEntries(work.packedToday)).toEqual({ 1: 1, 2: 1 })
    expect([work.hours[0], work.hours.at(-1)]).toEqual(['00:00', '08:00'])
  })

  it('has no hours without any work', () => {
    expect(workToday([station('1', [])], NOW_MS, BERLIN)).toMatchObject({ hours: [], byStation: [] })
    expect(ordersByHour([], BERLIN)).toEqual([])
  })
})

describe('the work of all stations', () => {
  it('is the sum of what each says, in all and in each hour', () => {
    const stations = [
      station('1', [by('Ann', [0, 2], [9, 1])]),
      station('2', [by('Ann', [1, 4]), by('Jo', [5, 3])]),
      station('3', null),
    ]
    expect(workOfAll(workToday(stations, NOW_MS, BERLIN))).toEqual({
      packed: 10,
      hours: [
        { hour: '08:00', orders: 1 },
        { hour: '09:00', orders: 3 },
        { hour: '10:00', orders: 6 },
      ],
    })
  })

  it('is not known where no station says', () => {
    expect(workOfAll(workToday([], NOW_MS, BERLIN))).toBeNull()
    expect(workOfAll(workToday([station('3', null)], NOW_MS, BERLIN))).toBeNull()
  })
})

it('counts the orders of the account by hour', () => {
  const at = (time: string) => Date.parse(`2026-11-24T${time}Z`)
  expect(ordersByHour([at('07:00:00'), at('07:59:59'), at('09:01:00')], BERLIN)).toEqual([
    { hour: '08:00', orders: 2 },
    { hour: '09:00', orders: 0 },
    { hour: '10:00', orders: 1 },
  ])
})
