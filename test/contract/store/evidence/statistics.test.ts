import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openEvidenceLog } from '../../../../src/main/store/evidence/log'
import { readStatistics } from '../../../../src/main/areas/statistics/read-statistics'
import { readStationSettings, saveStationSettings } from '../../../../src/main/areas/settings/settings'
import { makeStation } from '../../../support/account'
import { createManualClock } from '../../../support/clock'
import { tempDir } from '../../../support/temp-dir'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** A station in Berlin, in the night when its clocks go back at 03:00. */
function aNight() {
  const clock = createManualClock(Date.parse('2026-10-24T21:30:00.000Z'))
  const station = makeStation({ clock })
  saveStationSettings(station, { ...readStationSettings(station), timeZone: 'Europe/Berlin' })
  const log = openEvidenceLog({
    file: join(tempDir(), 'evidence.sqlite'),
    clock,
    readHead: () => null,
    writeHead: () => {},
    onNotice: () => {},
    log: () => {},
  })
  onTestFinished(() => log.close())
  const by = (operator: string) => ({
    scan: (orderId: number) => log.append({ kind: 'scan', operator, payload: { orderId } }),
    refusal: () => log.append({ kind: 'refusal', operator, payload: { orderId: null } }),
    pack: (orderId: number, lines: number, more = {}) => {
      const lineIds = Array.from({ length: lines }, (_, index) => index)
      log.append({ kind: 'pack', operator, payload: { orderId, lineIds, orderDone: true, ...more } })
    },
  })
  return {
    clock,
    log,
    ada: by('Ada'),
    bob: by('Bob'),
    read: (days: number) => readStatistics(station, log, days),
  }
}

it('counts orders, items, refusals and the time from the first scan, by hour, day and operator', () => {
  const { clock, ada, bob, read } = aNight()
  // 23:30 in Berlin.
  ada.scan(1)
  clock.advance(2 * MINUTE_MS)
  ada.scan(1)
  ada.refusal()
  ada.pack(1, 2)
  // Another parcel of the order is timed from its own first scan; refused scans do not count.
  clock.advance(8 * MINUTE_MS)
  ada.scan(1)
  ada.pack(1, 5, { refused: 'line_taken' })
  clock.advance(MINUTE_MS)
  ada.pack(1, 1, { orderDone: false })
  // 00:41, the next day; scanned before a long break, so its time is not counted.
  bob.scan(2)
  clock.advance(HOUR_MS)
  bob.scan(2)
  clock.advance(MINUTE_MS)
  bob.pack(2, 3)
  const { days, hours, operators, today } = read(2)
  const nothing = { scans: 0, refusals: 0, orders: 0, lines: 0, byHand: 0, secondsPerOrder: null }
  expect(days).toEqual([
    { ...nothing, day: '2026-10-24', scans: 5, refusals: 1, orders: 1, lines: 3, secondsPerOrder: 90 },
    { ...nothing, day: '2026-10-25', scans: 1, orders: 1, lines: 3 },
  ])
  expect(hours).toEqual([{ ...nothing, hour: '00:00', scans: 1, orders: 1, lines: 3 }])
  expect(today).toMatchObject({ orders: 1, lines: 3 })
  expect(operators.map(({ operator, scans, lines }) => [operator, scans, lines])).toEqual([
    ['Ada', 4, 3],
    ['Bob', 2, 3],
  ])
})

it('merges the repeated hour in autumn, and loses no day', () => {
  const { clock, ada, read } = aNight()
  clock.setWall(Date.parse('2026-10-25T00:15:00.000Z'))
  ada.scan(1)
  clock.setWall(Date.parse('2026-10-25T01:15:00.000Z'))
  ada.scan(1)
  clock.setWall(Date.parse('2026-10-25T22:59:00.000Z'))
  ada.refusal()
  const { days, hours } = read(3)
  expect(days.map(({ day, scans }) => [day, scans])).toEqual([
    ['2026-10-23', 0],
    ['2026-10-24', 0],
    ['2026-10-25', 3],
  ])
  expect(hours.filter(({ scans }) => scans > 0).map(({ hour, scans }) => [hour, scans])).toEqual([
    ['02:00', 2],
    ['23:00', 1],
  ])
})

it('reads a month of a busy station from its sums, not from 100,000 entries', { timeout: 60_000 }, () => {
  const { clock, log, ada, bob, read } = aNight()
  for (let entry = 0; entry < 100_000; entry += 1) {
    if (entry % 1_000 === 0) log.flush()
    clock.advance(25_000)
    if (entry % 5 === 4) ada.pack(entry, 2)
    else (entry % 2 === 0 ? ada : bob).scan(entry - (entry % 5) + 4)
  }
  log.flush()
  read(31)
  const startMs = performance.now()
  const { operators } = read(31)
  const tookMs = performance.now() - startMs
  expect(operators.reduce((sum, { scans }) => sum + scans, 0)).toBeGreaterThan(70_000)
  console.log(`a month of 100,000 entries was read in ${tookMs.toFixed(1)} ms`)
  expect(tookMs).toBeLessThan(250)
})
