import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { bringBack } from '../../../src/main/areas/archive/bring-back'
import { exportMonth, listMonths, searchArchive } from '../../../src/main/areas/archive/read-archive'
import { deleteBuyerOf } from '../../../src/main/areas/orders/delete-buyer'
import { resolveScan } from '../../../src/main/areas/packing/resolve-scan'
import { readStationSettings, saveStationSettings } from '../../../src/main/areas/settings/settings'
import { createPurge } from '../../../src/main/areas/station/purge-buyers'
import { ALONE } from '../../../src/main/warehouse/port/neighbors'
import { closeArchive, monthsOf } from '../../../src/main/store/archive/months'
import { inTransaction } from '../../../src/main/store/db/database'
import { historyOfOp } from '../../../src/main/store/tables/op-events'
import { addPhoto } from '../../../src/main/store/tables/photos'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { applyCopy } from '../../../src/main/sync/copies/apply-copy'
import type { Order } from '../../../src/shared/partner-api/order'
import { makeStation, type TestStation } from '../../support/account'
import { fillArchive, inFile, runToEnd, stationWith } from '../../support/filled-archive'
import { addOldOp, FIRST_OLD, LONG_AGO, oldOrder } from '../../support/old-orders'
import { makeOrder } from '../../support/orders'
import { rawDb } from '../../support/raw-db'

const STYLE = { separator: ',', decimal: '.' } as const
const LATER_MS = 24 * 3_600_000
const found = async (station: TestStation, search: string): Promise<number[]> =>
  (await searchArchive(station, search)).rows.map(({ orderId }) => orderId)

const receive = (station: TestStation, order: Order): boolean =>
  inTransaction(station.db, (tx) =>
    applyCopy(
      tx,
      { ...station, db: station.db, onNotice: () => {} },
      order,
      new Date(station.clock.wallMs()).toISOString(),
    ),
  )

describe('what moves to the archive', () => {
  const fresh = '2026-11-18T10:00:00.000Z'
  const at = FIRST_OLD
  const photo = (station: TestStation): void => {
    const uid = rawDb(station.db)
      .prepare('SELECT shipment_uid FROM shipments WHERE order_id = ?')
      .pluck()
      .get(at)
    inTransaction(station.db, (tx) =>
      addPhoto(tx, {
        ...{ shipmentUid: uid as string, orderId: at, kind: 'photo', takenAt: LONG_AGO, takenBy: 'Ann' },
        ...{ sha256: '', bytes: 1, file: 'x' },
      }),
    )
  }
  const write = (text: string) => (station: TestStation) => void rawDb(station.db).prepare(text).run()

  it('is an order that was delivered long ago, with its lines, parcels, ops and their history', () => {
    const station = stationWith(oldOrder(at), oldOrder(at + 1))
    const seq = addOldOp(station, { orderId: at })
    addOldOp(station, { orderId: 900_000, at: fresh })
    write(
      `INSERT INTO notices (kind, order_id, raised_at, acknowledged_at) VALUES ('duplicate', ${at}, '${LONG_AGO}', '${LONG_AGO}')`,
    )(station)
    const notices = rawDb(station.db).prepare('SELECT raised_at FROM notices WHERE order_id = ?').pluck()
    const before = viewOrder(station.db, at, station.seal)
    const onMoved = vi.fn<() => void>()
    fillArchive(station, onMoved)
    expect([inFile(station, at), inFile(station, at + 1)]).toEqual([false, false])
    expect(onMoved).toHaveBeenCalledOnce()
    for (const table of ['order_lines', 'shipments', 'outbox'])
      expect(
        rawDb(station.db).prepare(`SELECT count(*) FROM ${table} WHERE order_id < 2000`).pluck().get(),
      ).toBe(0)
    expect(historyOfOp(station.db, seq)).toEqual([])
    expect(rawDb(station.db).prepare('SELECT 1 FROM op_events WHERE seq = ?').get(seq)).toBeUndefined()
    expect(notices.all(at)).toEqual([])
    bringBack(station, at)
    expect(notices.all(at)).toEqual([LONG_AGO])
    expect(viewOrder(station.db, at, station.seal)).toEqual(before)
    expect(historyOfOp(station.db, seq).map(({ note }) => note)).toContain(`of ${seq}`)
  })

  it('is an order without a purchase time, by the time of its last change', () => {
    const undated = { purchased_at: null, created_at: null }
    const february = { ...undated, updated_at: '2026-02-10T10:00:00.000Z' }
    const station = stationWith(
      ...[oldOrder(at, undated), oldOrder(at + 1, february), oldOrder(at + 2)],
      oldOrder(at + 3, { ...undated, updated_at: fresh }),
    )
    fillArchive(station)
    expect([at, at + 1, at + 2, at + 3].map((id) => inFile(station, id))).toEqual([false, false, false, true])
    expect(monthsOf(station.db).map(({ month }) => month)).toEqual(['2026-01', '2026-02'])
  })

  it('is a canceled order that was never packed', () => {
    const station = stationWith(
      makeOrder({ id: at, state: 'canceled', updated_at: LONG_AGO, purchased_at: LONG_AGO }),
    )
    fillArchive(station)
    expect(inFile(station, at)).toBe(false)
  })

  it.each<[string, Order, (station: TestStation) => unknown]>([
    ['is left to pack', makeOrder({ id: at, updated_at: LONG_AGO, purchased_at: LONG_AGO }), () => {}],
    ['has a parcel on its way', oldOrder(at, { shipments: [{ id: at * 100, state: 'shipped' }] }), () => {}],
    ['was changed lately', oldOrder(at, { updated_at: fresh }), () => {}],
    ['has an open op', oldOrder(at), (station) => addOldOp(station, { orderId: at, state: 'ready' })],
    ['has a held op', oldOrder(at), (station) => addOldOp(station, { orderId: at, state: 'held' })],
    [
      'has an op that was never shown',
      oldOrder(at),
      (station) => addOldOp(station, { orderId: at, shown: false }),
    ],
    ['has an op of lately', oldOrder(at), (station) => addOldOp(station, { orderId: at, at: fresh })],
    ['has the last op', oldOrder(at), (station) => addOldOp(station, { orderId: at })],
    ['has a photo', oldOrder(at), photo],
    [
      'has an open alarm',
      oldOrder(at),
      write(`INSERT INTO notices (kind, order_id, raised_at) VALUES ('duplicate', ${at}, '${LONG_AGO}')`),
    ],
    [
      'is on hold',
      oldOrder(at),
      write(
        `INSERT INTO order_holds (order_id, reason, held_by, held_at) VALUES (${at}, 'r', 'Ann', '${LONG_AGO}')`,
      ),
    ],
  ])('is not an order that %s', (why, order, prepare) => {
    const station = stationWith(order)
    prepare(station)
    if (why !== 'has the last op') addOldOp(station, { orderId: 900_000, at: fresh })
    fillArchive(station)
    expect(inFile(station, at)).toBe(true)
    expect(existsSync(join(dirname(station.file), 'archive'))).toBe(false)
  })

  it('is nothing if the setting says so, or the clock of the PC is not known to be right', () => {
    const station = stationWith(oldOrder(at))
    saveStationSettings(station, { ...readStationSettings(station), archiveDays: 0 })
    fillArchive(station)
    saveStationSettings(station, { ...readStationSettings(station), archiveDays: 90 })
    vi.mocked(station.clockWatch.view).mockReturnValue({ state: 'unknown', offsetMs: null })
    fillArchive(station)
    expect(inFile(station, at)).toBe(true)
  })

  it('is none of the newest orders, by which the account is recognized', () => {
    const station = makeStation()
    station.take(oldOrder(at))
    vi.spyOn(station.clockWatch, 'view').mockReturnValue({ state: 'right', offsetMs: 0 })
    fillArchive(station)
    expect(inFile(station, at)).toBe(true)
  })

  it('is an op on an item, but for the last on each', () => {
    const station = stationWith()
    const lane = 'item:COAT'
    const seqs = [1, 2, 3].map(() => addOldOp(station, { orderId: null, lane }))
    addOldOp(station, { orderId: 900_000, at: fresh })
    fillArchive(station)
    const left = rawDb(station.db).prepare('SELECT seq FROM outbox WHERE lane = ?').pluck().all(lane)
    expect(left).toEqual([seqs[2]])
  })
})

describe('an order in the archive', () => {
  it('stays there while the marketplace shows nothing new about it', () => {
    const station = stationWith(oldOrder(FIRST_OLD))
    fillArchive(station)
    expect(receive(station, oldOrder(FIRST_OLD))).toBe(false)
    expect(inFile(station, FIRST_OLD)).toBe(false)
  })

  it('comes back with its ops when the marketplace changes it', async () => {
    const station = stationWith(oldOrder(FIRST_OLD))
    addOldOp(station, { orderId: FIRST_OLD })
    addOldOp(station, { orderId: 900_000 })
    fillArchive(station)
    const refunded = { refunds: [{ id: 1, total_refunded: 500 }], updated_at: '2026-11-19T10:00:00.000Z' }
    expect(receive(station, oldOrder(FIRST_OLD, refunded))).toBe(true)
    expect(viewOrder(station.db, FIRST_OLD, station.seal)?.refunds).toHaveLength(1)
    const ops = rawDb(station.db).prepare('SELECT count(*) FROM outbox WHERE order_id = ?').pluck()
    expect(ops.get(FIRST_OLD)).toBe(1)
    expect(await found(station, String(FIRST_OLD)), 'it is in one place').toEqual([])
  })

  it('is found by its number, an item and a tracking number, and by a scan of its number', async () => {
    const station = stationWith(oldOrder(FIRST_OLD), oldOrder(FIRST_OLD + 1))
    fillArchive(station)
    expect(await found(station, String(FIRST_OLD))).toEqual([FIRST_OLD])
    expect(await found(station, `itm-${FIRST_OLD + 1}`)).toEqual([FIRST_OLD + 1])
    expect(await found(station, `1z${FIRST_OLD}`)).toEqual([FIRST_OLD])
    expect(await found(station, '')).toEqual([FIRST_OLD + 1, FIRST_OLD])
    expect(resolveScan({ ...station, neighbors: ALONE }, [], [String(FIRST_OLD)])).toEqual({
      kind: 'order',
      orderId: FIRST_OLD,
    })
    expect(resolveScan({ ...station, neighbors: ALONE }, [], ['4711'])).toEqual({ kind: 'unknown' })
  })

  it('goes back when nothing was done with it', () => {
    const station = stationWith(oldOrder(FIRST_OLD))
    fillArchive(station)
    bringBack(station, FIRST_OLD)
    expect(inFile(station, FIRST_OLD)).toBe(true)
    station.clock.advance(LATER_MS)
    fillArchive(station)
    expect(inFile(station, FIRST_OLD)).toBe(false)
  })

  it('is listed by month and saved as a table without its buyer', async () => {
    const station = stationWith(oldOrder(FIRST_OLD), oldOrder(FIRST_OLD + 1))
    addOldOp(station, { orderId: 900_000 })
    fillArchive(station)
    expect(await listMonths(station)).toMatchObject([{ month: '2026-01', orders: 2 }])
    const { path, rows } = await exportMonth(station, '2026-01', STYLE)
    const text = readFileSync(path, 'utf8')
    expect(rows).toBe(2)
    expect(text.split('\r\n')).toHaveLength(4)
    expect(text).toContain(
      `${FIRST_OLD},${LONG_AGO},paid,0,12300,ITM-${FIRST_OLD},delivered UPS 1Z${FIRST_OLD}`,
    )
    expect(text).not.toMatch(/Jo Doe|Springfield|jo@example/)
    await expect(exportMonth(station, '2025-01', STYLE)).rejects.toMatchObject({ code: 'archive_unusable' })
  })
})

describe('buyers in the archive', () => {
  const sealed = (station: TestStation): unknown[] => {
    closeArchive(station.db)
    const file = join(dirname(station.file), 'archive', '2026-01.sqlite')
    rawDb(station.db).exec(`ATTACH '${file}' AS a`)
    const rows = rawDb(station.db).prepare('SELECT buyer FROM a.orders').pluck().all()
    rawDb(station.db).exec('DETACH a')
    return rows
  }

  it('are deleted when their time has come, although they were kept before', () => {
    const station = stationWith(oldOrder(FIRST_OLD), oldOrder(FIRST_OLD + 1))
    saveStationSettings(station, { ...readStationSettings(station), purgeDays: 0 })
    fillArchive(station)
    expect(sealed(station).every(Buffer.isBuffer)).toBe(true)
    saveStationSettings(station, { ...readStationSettings(station), purgeDays: 30 })
    runToEnd(
      station,
      createPurge({ ...station, onPurged: () => {}, onFault: (error) => station.faults.push(error) }),
    )
    expect(sealed(station)).toEqual([null, null])
  })

  it('are deleted on request, and leave no copy in the archive', () => {
    const station = stationWith(oldOrder(FIRST_OLD), oldOrder(FIRST_OLD + 1))
    fillArchive(station)
    deleteBuyerOf(station, FIRST_OLD)
    expect(viewOrder(station.db, FIRST_OLD, station.seal)?.buyer).toBeNull()
    expect(sealed(station)).toHaveLength(1)
  })
})

it('goes on taking orders in where a month of the archive is damaged', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const station = stationWith(oldOrder(FIRST_OLD), oldOrder(FIRST_OLD + 2))
  fillArchive(station)
  closeArchive(station.db)
  writeFileSync(
    join(dirname(station.file), 'archive', '2026-01.sqlite'),
    'not a database at all, but a long text',
  )
  expect(receive(station, oldOrder(FIRST_OLD + 1))).toBe(true)
  expect(inFile(station, FIRST_OLD + 1)).toBe(true)
  expect(said.mock.calls.flat().join(' ')).toContain('2026-01')
  said.mockRestore()
})

it('goes on archiving and opening orders where one month is damaged', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const february = { purchased_at: '2026-02-15T10:00:00.000Z' }
  const station = stationWith(oldOrder(FIRST_OLD), oldOrder(FIRST_OLD + 1, february))
  fillArchive(station)
  // Taken out of January in a commit after which nothing was settled; then the file breaks.
  expect(receive(station, oldOrder(FIRST_OLD, { updated_at: '2026-11-19T10:00:00.000Z' }))).toBe(true)
  closeArchive(station.db)
  writeFileSync(
    join(dirname(station.file), 'archive', '2026-01.sqlite'),
    'not a database at all, but a long text',
  )
  bringBack(station, FIRST_OLD + 1)
  expect(inFile(station, FIRST_OLD + 1)).toBe(true)
  fillArchive(station)
  expect(inFile(station, FIRST_OLD + 1), 'February still takes orders').toBe(false)
  expect(inFile(station, FIRST_OLD)).toBe(true)
  said.mockRestore()
})

it('deletes nothing from the archive that the station’s own file does not have', async () => {
  const station = stationWith(oldOrder(FIRST_OLD))
  fillArchive(station)
  const stale = JSON.stringify([{ month: '2026-01', orderIds: [FIRST_OLD], seqs: [] }])
  rawDb(station.db).prepare(`INSERT INTO settings (key, value) VALUES ('archive.moving', ?)`).run(stale)
  fillArchive(station)
  expect(await found(station, '')).toEqual([FIRST_OLD])
})

it('takes in an archive that the station’s own file does not know of', async () => {
  const station = stationWith(oldOrder(FIRST_OLD))
  fillArchive(station)
  rawDb(station.db).exec(`DELETE FROM settings WHERE key = 'archive.months'`)
  expect(await found(station, '')).toEqual([])
  fillArchive(station)
  expect(await found(station, '')).toEqual([FIRST_OLD])
})
