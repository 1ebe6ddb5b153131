import { describe, expect, it } from 'vitest'
import {
  byNeed,
  needsOf,
  needsOfAll,
  withLeftBehind,
  type StationToJudge,
} from '../../../../../src/shared/domain/station/station-needs'

const WELL = {
  name: 'Bench 1',
  ...{ state: 'online', gate: 'online', noConnection: null, clock: { state: 'right' }, diskFull: false },
  ...{ waiting: 0, held: 0, notices: 0 },
} as const satisfies StationToJudge & { name: string }
const NOT_FOUND = { reason: 'name_not_found' }

describe('what a station needs', () => {
  it.each<[string, Partial<StationToJudge>, ReturnType<typeof needsOf>]>([
    ['nothing', {}, []],
    ['nothing while it sends what waits', { waiting: 12 }, []],
    ['nothing when it was quit with everything sent', { state: 'closed' }, []],
    ['a person for what it could not send', { state: 'silent', waiting: 1 }, ['unsent_offline']],
    ['the same for what was held there', { state: 'closed', held: 2 }, ['unsent_offline']],
    ['a decision', { held: 1 }, ['held']],
    ['somebody who reads its alarms', { notices: 1 }, ['alarms']],
    ['room on its disk', { diskFull: true }, ['disk_full']],
    [
      'a token, which explains the missing connection',
      { gate: 'unauthorized', noConnection: NOT_FOUND },
      ['token'],
    ],
    ['to know whose its token is', { gate: 'unproven' }, ['token']],
    ['a network', { gate: 'offline', noConnection: NOT_FOUND }, ['no_connection']],
    ['a clock', { clock: { state: 'refused' } }, ['clock']],
    ['a clock, in the words of a newer version', { clock: { state: 'of tomorrow' } }, ['clock']],
    ['nothing once a person has confirmed the clock', { clock: { state: 'confirmed' } }, []],
    [
      'nothing for a PC that is off, whatever it said last',
      {
        state: 'silent',
        diskFull: true,
        gate: 'offline',
        noConnection: NOT_FOUND,
        clock: { state: 'refused' },
      },
      [],
    ],
  ])('%s', (_, station, needs) => {
    expect(needsOf({ ...WELL, ...station })).toEqual(needs)
  })
})

it('lists the gravest need first, then who is online, each by name and number', () => {
  const stations = [
    { ...WELL, name: 'Bench 10' },
    { ...WELL, name: 'Bench 9', state: 'closed' as const },
    { ...WELL, name: 'Bench 2' },
    { ...WELL, name: 'Bench 7', clock: { state: 'refused' } },
    { ...WELL, name: 'Bench 8', held: 1 },
    { ...WELL, name: 'Bench 3', held: 5 },
    { ...WELL, name: 'Bench 4', state: 'silent' as const, waiting: 1 },
  ]
  expect(byNeed(stations).map(({ name }) => name)).toEqual(
    [4, 3, 8, 7, 2, 10, 9].map((number) => `Bench ${number}`),
  )
})

it('lists every need of every station on the wall, open alarms first', () => {
  const stations = [
    { ...WELL, name: 'Bench 2' },
    { ...WELL, name: 'Bench 3', held: 3 },
    { ...WELL, name: 'Bench 4', gate: 'offline', noConnection: NOT_FOUND, waiting: 24 },
    { ...WELL, name: 'Bench 5', clock: { state: 'differs' }, notices: 1 },
    { ...WELL, name: 'Bench 6', state: 'silent' as const, waiting: 1 },
  ]
  expect(needsOfAll(stations).map(({ station, need }) => `${station.name}: ${need}`)).toEqual([
    'Bench 5: alarms',
    'Bench 6: unsent_offline',
    'Bench 3: held',
    'Bench 4: no_connection',
    'Bench 5: clock',
  ])
})

describe('what a station left at the hub', () => {
  const left = (operations: number) => [{ stationId: 'b', operations }]
  const station = (more: Partial<StationToJudge>) => ({ ...WELL, stationId: 'b', ...more })
  const waiting = (more: Partial<StationToJudge>, operations: number) =>
    withLeftBehind([station(more)], left(operations))[0]?.waiting

  it('counts when the station was lost before it had said so', () => {
    expect(waiting({ state: 'silent' }, 3)).toBe(3)
    expect(waiting({ state: 'closed', waiting: 1, held: 1 }, 3)).toBe(2)
  })

  it('takes nothing away from what the station had said, and says nothing of others', () => {
    expect(waiting({ state: 'silent', waiting: 5 }, 3)).toBe(5)
    expect(withLeftBehind([{ ...station({ state: 'silent' }), stationId: 'c' }], left(3))[0]?.waiting).toBe(0)
  })

  it('does not count while the station is online', () => {
    expect(waiting({}, 3)).toBe(0)
  })
})
