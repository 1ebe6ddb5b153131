import { describe, expect, it, vi } from 'vitest'
import { openOrder, copyOfOrder } from '../../../src/main/areas/packing/open-order'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { readHandover } from '../../../src/main/areas/dock/handover'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import { readStatus } from '../../../src/main/areas/station/station'
import { inTransaction, type DbFile } from '../../../src/main/store/db/database'
import { openDatabase } from '../../../src/main/store/db/open'
import { JSON_COLUMNS, unreadableIn, unreadableSoFar } from '../../../src/main/store/db/stored-json'
import { listJobs, jobsIn } from '../../../src/main/store/tables/bulk-jobs'
import { rowsAfter } from '../../../src/main/store/tables/bulk-rows'
import { addNotice, openNotices } from '../../../src/main/store/tables/notices'
import { listSetAside } from '../../../src/main/store/tables/set-aside'
import { readJsonSetting, readSetting } from '../../../src/main/store/tables/settings'
import { deskRows } from '../../../src/main/store/views/desk-rows'
import { itemsOf } from '../../../src/main/store/views/item-list'
import { latestSales } from '../../../src/main/store/views/items-to-change'
import { timelineFacts } from '../../../src/main/store/views/order-timeline'
import { listOutbox } from '../../../src/main/store/views/outbox-list'
import { parcelsPackedHere } from '../../../src/main/store/views/packed-here'
import { paidOrders } from '../../../src/main/store/views/paid-orders'
import { listQueue } from '../../../src/main/store/views/queue'
import { applyCopy } from '../../../src/main/sync/copies/apply-copy'
import type { Order } from '../../../src/shared/partner-api/order'
import { SAMPLE_ROWS } from '../../unit/main/store/db/migrations/sample-rows'
import { rawDb } from '../../support/raw-db'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'

/** A row whose JSON a disk has damaged stops nothing but itself, and is named (I7, I8). */

const TORN = '{"torn":'

/** The text columns that hold JSON, by the schema and its samples, which have a value for each column. */
function jsonColumns(): string[] {
  const db = openDatabase(':memory:')
  const columns = db
    .prepare(
      `SELECT l.name AS "table", c.name AS "column" FROM pragma_table_list l JOIN pragma_table_info(l.name) c
        WHERE l.schema = 'main' AND l.type = 'table' AND c.type = 'TEXT' ORDER BY 1, 2`,
    )
    .all() as { table: string; column: string }[]
  db.close()
  return columns
    .filter(({ table }) => table !== 'settings')
    .filter(({ table, column }) => (SAMPLE_ROWS[table] ?? []).some((row) => isJson(row[column])))
    .map(({ table, column }) => `${table}.${column}`)
}

function isJson(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return false
  try {
    return typeof JSON.parse(value) === 'object'
  } catch {
    return false
  }
}

/** Tables that `filledBench` has rows in. */
const FILLED = [...Object.keys(JSON_COLUMNS), 'items']

/** Filled as a station in use fills them, from the samples of the migrations. */
const FROM_SAMPLES = ['items', 'item_copies', 'bulk_jobs', 'bulk_rows']

function insertSamples(db: DbFile, table: string): void {
  const names = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
  const marks = names.map(() => '?').join(', ')
  const insert = db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`)
  for (const row of SAMPLE_ROWS[table] ?? []) insert.run(names.map((name) => row[name] ?? null))
}

/** A packed order that waits, one that was confirmed and read back, and something in every table with JSON. */
async function filledBench() {
  const bench = await makeSyncBench()
  const { db } = bench.station
  const [waiting, confirmed] = [await bench.newOrder(), await bench.newOrder()]
  bench.station.engine.start()
  const sent = bench.pack(confirmed.id, goodsOf(confirmed))
  await bench.until(sent.seq, 'confirmed')
  await bench.station.engine.stop()
  take(bench, (await bench.control.readOrder(confirmed.id)) as unknown as Order)
  const packed = bench.pack(waiting.id, goodsOf(waiting))
  const file = rawDb(db)
  file
    .prepare(`UPDATE outbox SET baseline = '[]', known = '{}', finding = '{}' WHERE seq = ?`)
    .run(packed.seq)
  file.prepare(`UPDATE orders SET changes = '[]' WHERE order_id = ?`).run(waiting.id)
  file
    .prepare(`UPDATE shipments SET by_hand = '[]', scans = '{}' WHERE shipment_uid = ?`)
    .run(packed.shipmentId)
  file
    .prepare(`INSERT INTO handover_scans VALUES ('ship', ?, '2026-11-20T09:00:00.000Z', '{"code":"busy"}')`)
    .run(packed.shipmentId)
  const aside = file.prepare(`INSERT INTO set_aside VALUES ('orders', ?, '{"id":1}', 'no', '["a"]', ?, ?)`)
  for (const record of ['1', '2']) aside.run(record, '2026-11-20', '2026-11-20')
  file.transaction(() => FROM_SAMPLES.forEach((table) => insertSamples(file, table)))()
  const notice = { kind: 'vanished', count: null, at: '2026-11-20T09:00:00.000Z' } as const
  inTransaction(db, (tx) => {
    addNotice(tx, { ...notice, orderId: waiting.id, shipmentUids: [packed.shipmentId] })
    addNotice(tx, { ...notice, orderId: confirmed.id, shipmentUids: [sent.shipmentId] })
  })
  return { bench, waiting, confirmed, packed }
}

function take({ station }: SyncBench, order: Order): void {
  const at = new Date(station.clock.wallMs()).toISOString()
  inTransaction(station.db, (tx) =>
    applyCopy(tx, { db: tx, seal: station.seal, onNotice: () => {} }, order, at),
  )
}

/** The row that each column is damaged in: of the waiting order where it has one. */
function victimOf(db: DbFile, table: string, column: string, orderId: number, seq: number): number | string {
  const key = JSON_COLUMNS[table]?.key ?? 'rowid'
  const own =
    table === 'outbox'
      ? `seq = ${seq}`
      : table === 'shipments' || table.startsWith('order')
        ? `order_id = ${orderId}`
        : '1'
  const found = db
    .prepare(`SELECT ${key} FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${own} DESC, 1 LIMIT 1`)
    .pluck()
    .get()
  if (found === undefined) throw new Error(`nothing in ${table}.${column}`)
  return found as number | string
}

/** All that the window shows from rows; every one of it answers. */
function lookAtAll({ station }: SyncBench) {
  const { db } = station
  const due = { nowMs: station.clock.wallMs(), afterMs: 86_400_000 }
  const queue = listQueue(db, { view: 'all', filter: 'any', due }, 0, 50)
  const orderIds = queue.rows.map(({ orderId }) => orderId)
  for (const orderId of orderIds) {
    openOrder(station, orderId)
    parcelsPackedHere(db, orderId)
    timelineFacts(db, orderId, { file: db, month: null }, { seal: station.seal, evidence: [] })
    try {
      copyOfOrder(station, orderId)
    } catch (error) {
      // In words: its copy cannot be shown.
      expect(error).toHaveProperty('code')
    }
  }
  const { rows } = listOutbox(db, 'all', 0, 50)
  for (const { seq } of rows) readOp(station, seq)
  deskRows(db, orderIds, due)
  latestSales(db)
  paidOrders(db, { fromMs: 0, toMs: 9e15 }, { ms: -9e15, orderId: 0 }, 50)
  const handover = readHandover(station, 'ship')
  const jobs = listJobs(db, 10)
  for (const { jobId } of jobs) rowsAfter(db, jobId, 0, 10)
  rowsAfter(db, Number(rawDb(db).prepare('SELECT job_id FROM bulk_rows').pluck().get()), 0, 10)
  jobsIn(db, ['running'])
  itemsOf(db, rawDb(db).prepare('SELECT item_id FROM item_copies').pluck().all() as number[])
  return {
    orderIds,
    notices: openNotices(db),
    aside: listSetAside(db, 10),
    handover,
    status: readStatus(station),
  }
}

/** Read only when something is done with it. */
const READ_LATER = ['set_aside.raw', 'bulk_rows.body', 'outbox.body', 'shipments.scans']

it('finds every column with JSON that the schema has', () => {
  const known = Object.entries(JSON_COLUMNS).flatMap(([table, { columns }]) =>
    columns.map((column) => `${table}.${column}`),
  )
  expect(known.toSorted()).toEqual(jsonColumns().toSorted())
})

describe.each(jsonColumns())('a damaged %s', (name) => {
  it.each([TORN, '"text"'])('stops nothing but its row, which is named: %s', async (damage) => {
    const { bench, waiting, confirmed, packed } = await filledBench()
    const { station } = bench
    const file = rawDb(station.db)
    const [table = '', column = ''] = name.split('.')
    const victim = victimOf(file, table, column, waiting.id, packed.seq)
    file
      .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${JSON_COLUMNS[table]?.key} = ?`)
      .run(damage, victim)
    const place = `${name} of ${victim}`
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    if (damage === TORN) expect(unreadableIn(file)).toEqual([place])

    const shown = lookAtAll(bench)
    expect(shown.orderIds).toEqual(expect.arrayContaining([waiting.id, confirmed.id]))
    expect(shown.notices).toHaveLength(2)
    expect(shown.aside).toHaveLength(2)
    expect(shown.handover.scanned).toHaveLength(1)

    // Another order is read in, packed and sent; the damaged one is read in, too.
    const next = await bench.newOrder()
    take(bench, { ...next, updated_at: '2027-01-01T00:00:00.000Z' } as unknown as Order)
    const { seq } = bench.pack(next.id, goodsOf(next))
    station.engine.start()
    await bench.until(seq, 'confirmed')
    for (const { id } of [waiting, confirmed])
      take(bench, (await bench.control.readOrder(id)) as unknown as Order)
    lookAtAll(bench)
    expect(station.faults).toEqual([])

    const held = listOutbox(station.db, 'held', 0, 10).rows
    const isOfSending = ['body', 'baseline', 'known'].includes(column) && table === 'outbox'
    if (isOfSending && !(column === 'known' && damage !== TORN))
      expect(held).toMatchObject([{ seq: packed.seq, heldReason: 'unreadable' }])
    else expect(held).toEqual([])
    const lines = said.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith(name))
    said.mockRestore()
    if (damage === TORN && !READ_LATER.includes(name)) {
      expect(lines).toEqual([expect.stringContaining(column)])
      if (!isOfSending) expect(shown.status.unreadable).toBe(3)
    }
  })
})

it.each(['baseline', 'known'])(
  'goes on with an operation whose %s was damaged once a person asks',
  async (column) => {
    const { bench, packed } = await filledBench()
    const { station } = bench
    rawDb(station.db).prepare(`UPDATE outbox SET ${column} = ? WHERE seq = ?`).run(TORN, packed.seq)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    station.engine.start()
    expect(await bench.until(packed.seq, 'held')).toMatchObject({ answers: ['check', 'correct', 'discard'] })
    expect(readOp(station, packed.seq).history).toContainEqual(
      expect.objectContaining({ event: 'hold', note: `${column}: ${TORN}` }),
    )
    answerOp(station, { seq: packed.seq, answer: 'check', reason: '' })
    await bench.until(packed.seq, 'confirmed')
    expect(unreadableSoFar(station.db)).toEqual([])
  },
)

it('asks nobody to send again what is held for a reason that it does not know', async () => {
  const { bench, packed } = await filledBench()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  rawDb(bench.station.db)
    .prepare(`UPDATE outbox SET state = 'held', held_reason = 'gqlee', attempts = 1 WHERE seq = ?`)
    .run(packed.seq)
  expect(bench.op(packed.seq)).toMatchObject({ heldReason: 'unreadable', answers: ['check', 'discard'] })
})

it('keeps a line in the parcel whose list of lines cannot be read, so that it is not packed twice', async () => {
  const { bench, waiting, packed } = await filledBench()
  const { station } = bench
  vi.spyOn(console, 'error').mockImplementation(() => {})
  rawDb(station.db)
    .prepare(`UPDATE shipments SET line_ids = ? WHERE shipment_uid = ?`)
    .run(TORN, packed.shipmentId)
  take(bench, (await bench.control.readOrder(waiting.id)) as unknown as Order)
  const { lines } = openOrder(station, waiting.id)
  const goods = lines.filter(({ isShippingFee }) => !isShippingFee)
  expect(goods.map(({ shipmentId }) => shipmentId)).toEqual(goods.map(() => packed.shipmentId))
})

it('reads settings that cannot be read as none, and names them', async () => {
  const { bench } = await filledBench()
  const { db } = bench.station
  vi.spyOn(console, 'error').mockImplementation(() => {})
  rawDb(db).prepare(`INSERT OR REPLACE INTO settings VALUES ('any', ?)`).run(TORN)
  expect(readJsonSetting(db, 'any', { safeParse: () => ({ success: true, data: 1 }) })).not.toBeNull()
  expect(readSetting(db, 'any')).toBe(TORN)
  expect(unreadableSoFar(db)).toEqual(['settings.value of any'])
})

/** Every other text and sealed value: states, kinds, times. Keys of rows are no values. */
function otherColumns(): string[] {
  const db = openDatabase(':memory:')
  const columns = db
    .prepare(
      `SELECT l.name || '.' || c.name FROM pragma_table_list l JOIN pragma_table_info(l.name) c
        WHERE l.schema = 'main' AND l.type = 'table' AND c.type IN ('TEXT', 'BLOB') AND c.pk = 0 ORDER BY 1`,
    )
    .pluck()
    .all() as string[]
  db.close()
  const json = jsonColumns()
  return columns.filter((name) => !json.includes(name) && FILLED.includes(name.split('.')[0] ?? ''))
}

describe.each(otherColumns())('noise in %s', (name) => {
  it('stops nothing else', async () => {
    const { bench, waiting, confirmed, packed } = await filledBench()
    const { station } = bench
    const file = rawDb(station.db)
    const [table = '', column = ''] = name.split('.')
    const key = JSON_COLUMNS[table]?.key ?? 'rowid'
    const victim = victimOf(file, table, '1', waiting.id, packed.seq)
    file.pragma('ignore_check_constraints = ON')
    file
      .prepare(
        `UPDATE ${table} SET ${column} = iif(typeof(${column}) = 'blob', x'00ff', 'noise') WHERE ${key} = ?`,
      )
      .run(victim)
    vi.spyOn(console, 'error').mockImplementation(() => {})

    lookAtAll(bench)
    const next = await bench.newOrder()
    take(bench, { ...next, updated_at: '2027-01-01T00:00:00.000Z' } as unknown as Order)
    const { seq } = bench.pack(next.id, goodsOf(next))
    station.engine.start()
    await bench.until(seq, 'confirmed')
    for (const { id } of [waiting, confirmed])
      take(bench, (await bench.control.readOrder(id)) as unknown as Order)
    lookAtAll(bench)
    expect(station.faults).toEqual([])
    if (name === 'outbox.state' || name === 'outbox.shipment_uid' || name === 'outbox.captured_at')
      expect(bench.op(packed.seq)).toMatchObject({ state: 'held', heldReason: 'unreadable' })
  })
})
