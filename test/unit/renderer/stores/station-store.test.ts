import { describe, expect, it } from 'vitest'
import { clockStops, createStationStore } from '../../../../src/renderer/src/stores/station-store'
import { parsePreferences } from '../../../../src/shared/contract/preferences'
import type { Bootstrap, StationStatus } from '../../../../src/shared/contract/views'
import { fakeStation, good, NO_LAN } from '../fake-station'

const statusWith = (waiting: number): StationStatus => ({
  gate: 'online',
  noConnection: null,
  throttledUntil: null,
  waiting,
  held: 0,
  dataAsOf: '2026-11-21T10:00:00.000Z',
  dataAgeKnown: true,
  importing: null,
  unreadable: 0,
  notices: 0,
  clock: { state: 'right', offsetMs: 0 },
  diskFull: false,
  diskFails: false,
})
const bootstrapWith = (waiting: number): Bootstrap => ({
  version: '0.0.0',
  host: 'browser',
  status: statusWith(waiting),
  preferences: parsePreferences(null),
  signIn: {
    signedIn: null,
    barred: null,
    recordedAs: 'pc',
    operators: [],
    signInNeeded: false,
    mayManage: true,
  },
  lan: NO_LAN,
  settings: {
    warehouseId: 1,
    currency: 'USD',
    timeZone: null,
    transitDays: 3,
    carrier: '',
    operator: '',
    purgeDays: 30,
    evidenceMonths: 0,
    archiveDays: 90,
  },
  connection: {
    mode: 'live',
    baseUrl: 'http://x',
    hasToken: true,
    provisioned: false,
    firstStart: false,
    openElsewhere: 0,
  },
  fixed: [],
  accounts: { atWork: 'x', mark: null, others: 0 },
  kiosk: false,
})

describe('the status', () => {
  it('follows the answer if there was no newer event', async () => {
    const station = fakeStation({
      'station:bootstrap': () => good(bootstrapWith(2)),
      'station:sync': () => good(statusWith(1)),
    })
    const store = createStationStore(station.bridge)
    await store.getState().load()
    expect(store.getState().bootstrap?.status.waiting).toBe(2)
    await store.getState().syncNow()
    expect(store.getState().bootstrap?.status.waiting).toBe(1)
  })

  it('is not reset by an answer that an event has overtaken', async () => {
    const station = fakeStation({
      'station:bootstrap': () => good(bootstrapWith(1)),
      'station:sync': () => {
        const read = good(statusWith(1), station.revision())
        station.emit({ kind: 'status', status: statusWith(0) })
        return read
      },
    })
    const store = createStationStore(station.bridge)
    await store.getState().load()
    await store.getState().syncNow()
    expect(store.getState().bootstrap?.status.waiting).toBe(0)
  })

  it('received during the first read is not lost', async () => {
    const station = fakeStation({
      'station:bootstrap': () => {
        const read = good(bootstrapWith(1), station.revision())
        station.emit({ kind: 'status', status: statusWith(0) })
        return read
      },
    })
    const store = createStationStore(station.bridge)
    await store.getState().load()
    expect(store.getState().bootstrap?.status.waiting).toBe(0)
  })
})

it('only a clock that nothing can be packed by stops the work', () => {
  const bootstrap = bootstrapWith(0)
  const withClock = (state: StationStatus['clock']['state']) => ({
    bootstrap: { ...bootstrap, status: { ...bootstrap.status, clock: { state, offsetMs: -900_000 } } },
  })
  const states = ['right', 'differs', 'refused', 'confirmed'] as const
  expect(states.filter((state) => clockStops(withClock(state)))).toEqual(['refused'])
  expect(clockStops({ bootstrap: null })).toBe(false)
})
