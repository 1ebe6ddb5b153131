import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction } from '../../../../src/main/store/db/database'
import { openEvidenceLog } from '../../../../src/main/store/evidence/log'
import { holdOrder } from '../../../../src/main/store/tables/order-holds'
import { packShipment } from '../../../../src/main/areas/packing/pack-shipment'
import { readStatistics } from '../../../../src/main/areas/statistics/read-statistics'
import { readStationSettings, saveStationSettings } from '../../../../src/main/areas/settings/settings'
import { afterImport, makeStation } from '../../../support/account'
import { createManualClock } from '../../../support/clock'
import { makeOrder } from '../../../support/orders'
import { rawDb } from '../../../support/raw-db'
import { tempDir } from '../../../support/temp-dir'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const PARCEL = { carrier: 'UPS', trackingNumber: null, trackingUrl: null, warehouseId: 1 }

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
    refusal: (verdict = 'unknown', command: string | null = null) =>
      log.append({ kind: 'refusal', operator, payload: { orderId: null, verdict, command } }),
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
    station,
    read: (days: number) => readStatistics(afterImport(station), log, days, { dueAfterHours: 48 }),
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
  expect(operators.map(({ operator, scans, lines, hours }) => [operator, scans, lines, hours])).toEqual([
    ['Ada', 4, 3, 0.25],
    ['Bob', 2, 3, 0.5],
  ])
})

it('counts refused scans by reason and by operator, and a refused command nowhere', () => {
  const { clock, ada, bob, read } = aNight()
  ada.refusal('foreign')
  clock.advance(-2 * 86_400_000)
  ada.refusal('foreign')
  clock.advance(2 * 86_400_000)
  bob.refusal('unknown')
  bob.refusal('foreign')
  bob.refusal('foreign')
  // CONFIRM by barcode or by key while an error is not cleared: recorded as a refusal, but nothing was scanned.
  bob.refusal('blocked', 'confirm')
  const { today, refusals, operators } = read(1)
  expect(today).toMatchObject({ scans: 4, refusals: 4 })
  expect(refusals).toEqual([
    {
      reason: 'foreign',
      scans: 3,
      operators: [
        { operator: 'Bob', scans: 2 },
        { operator: 'Ada', scans: 1 },
      ],
    },
    { reason: 'unknown', scans: 1, operators: [{ operator: 'Bob', scans: 1 }] },
  ])
  expect(operators.map(({ operator, refusals: refused }) => [operator, refused]).toSorted()).toEqual([
    ['Ada', 1],
    ['Bob', 3],
  ])
  expect(read(3).refusals[0]).toMatchObject({ reason: 'foreign', scans: 4 })
})

describe('the plan of the day', () => {
  const at = (ms: number) => new Date(ms).toISOString()

  it('has the orders due by the end of the station’s day, the late ones, and what was packed anywhere', () => {
    const { clock, station, read } = aNight()
    // 12:00 in Berlin; the day ends in 12 hours.
    clock.setWall(Date.parse('2026-11-20T11:00:00.000Z'))
    const nowMs = clock.wallMs()
    const bought = (id: number, agoHours: number, more = {}) =>
      makeOrder({ id, purchased_at: at(nowMs - agoHours * HOUR_MS), ...more })
    // Two days from purchase: due 12 hours from now is tomorrow already.
    station.take(bought(1, 36), bought(2, 36.5), bought(3, 50), bought(4, 49), bought(5, 47), bought(6, 47))
    packShipment(station, { orderId: 5, lineIds: [51, 52, 53], ...PARCEL })
    packShipment(station, { orderId: 6, lineIds: [61], ...PARCEL })
    inTransaction(station.db, (tx) =>
      holdOrder(tx, 4, { reason: 'damaged', heldBy: 'Ada', heldAt: at(nowMs) }),
    )
    expect(read(1).plan).toEqual({
      due: 3,
      late: 1,
      lateSince: at(nowMs - 2 * HOUR_MS),
      packed: 1,
      perHour: null,
      lastPackedAt: at(nowMs),
      forecast: { kind: 'too_little' },
      held: 0,
      heldSince: null,
    })
  })

  it('forecasts by the times at which orders were packed today', () => {
    const { clock, station, read } = aNight()
    clock.setWall(Date.parse('2026-11-19T23:00:00.000Z'))
    const purchased = at(clock.wallMs() - 30 * HOUR_MS)
    station.take(
      ...Array.from({ length: 12 }, (_, index) => makeOrder({ id: index + 1, purchased_at: purchased })),
    )
    // One yesterday, eight today, four minutes apart.
    for (let id = 1; id <= 9; id += 1) {
      packShipment(station, { orderId: id, lineIds: [1, 2, 3].map((line) => id * 10 + line), ...PARCEL })
      clock.advance(4 * MINUTE_MS)
      if (id === 1) clock.advance(30_000)
    }
    const { plan } = read(1)
    expect(plan).toMatchObject({ due: 3, late: 0, packed: 9, perHour: expect.closeTo(14.9, 0) })
    expect(plan.forecast?.kind).toBe('on_time')
  })

  it('reads 50,000 orders through an index', { timeout: 120_000 }, () => {
    const { station, read } = aNight()
    const db = rawDb(station.db)
    db.exec(`
      WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 50000)
      INSERT INTO shipments (shipment_uid, order_id, state, packed_at, server_copy)
        SELECT 'uid' || id, id, 'shipped', '2026-' || printf('%02d', 1 + id % 9) || '-10T10:00:00.000Z', '{"id":1}' FROM n`)
    const plan = db
      .prepare(
        `EXPLAIN QUERY PLAN SELECT order_id FROM shipments s WHERE s.packed_at >= '2026-10-24' AND s.state <> 'canceled'`,
      )
      .all()
    expect(JSON.stringify(plan)).toContain('shipments_packed_at')
    const startMs = performance.now()
    expect(read(7).plan.packed).toBe(0)
    const tookMs = performance.now() - startMs
    console.log(`a week beside 50,000 shipments was read in ${tookMs.toFixed(1)} ms`)
    expect(tookMs).toBeLessThan(250)
  })
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

it('reads a month from its sums, without a single entry', () => {
  const { clock, log, ada, bob, read } = aNight()
  for (let entry = 0; entry < 100; entry += 1) {
    clock.advance(25_000)
    if (entry % 5 === 4) ada.pack(entry, 2)
    else (entry % 2 === 0 ? ada : bob).scan(entry - (entry % 5) + 4)
  }
  log.flush()
  const month = read(31)
  expect(month.operators.reduce((sum, { scans }) => sum + scans, 0)).toBe(80)
  rawDb(log.reading()).exec('DELETE FROM entries')
  expect(read(31)).toEqual(month)
})
