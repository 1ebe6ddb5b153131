import { join } from 'node:path'
import Database from 'better-sqlite3'
import { better, defineQueue } from 'plainjob'
import { expect, it } from 'vitest'
import { countOpen } from '../../src/main/store/views/outbox-list'
import { makeStation } from '../support/account'
import { packing } from '../support/bench-sides'
import { assertFull } from '../support/durable'
import { measure, type Side } from '../support/measure'
import { makeOrder } from '../support/orders'
import { rawDb } from '../support/raw-db'
import { tempDir } from '../support/temp-dir'

/** The outbox beside plainjob, a queue on SQLite as others use it, with the same orders to change in the same commit. */

const AMOUNT = { rounds: 7, perRound: 400 }
const ORDERS = AMOUNT.rounds * AMOUNT.perRound

/**
 * What a pack changes, as somebody would write it who has no outbox: the shipment, its lines and the order's counts, and
 * a job. Nothing of ours but the tables.
 */
function jobs(): { side: Side; check: () => void } {
  const station = makeStation()
  station.take(...Array.from({ length: ORDERS }, (_, index) => makeOrder({ id: index + 1 })))
  const file = station.file
  rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
  const db = new Database(file)
  const log = { error() {}, warn() {}, info() {}, debug() {} }
  const queue = defineQueue({ connection: better(db), logger: log })
  // It sets NORMAL, which may lose the last jobs in a power cut.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('secure_delete = ON')
  db.pragma('wal_autocheckpoint = 4000')
  assertFull(db)
  const addShipment = db.prepare(
    `INSERT INTO shipments (shipment_uid, order_id, state, carrier, tracking_number, warehouse_id, packed_at, line_ids,
       packed_here) VALUES (?, ?, 'packed', 'UPS', ?, 1, ?, ?, 1)`,
  )
  const assign = db.prepare('UPDATE order_lines SET shipment_uid = ? WHERE order_id = ? AND line_id = ?')
  const count = db.prepare(
    'UPDATE orders SET unpacked_lines = unpacked_lines - 2, packed_shipments = packed_shipments + 1 WHERE order_id = ?',
  )
  let orderId = 0
  const pack = db.transaction(() => {
    orderId += 1
    const [uid, label] = [
      `018c0000-0000-7000-8000-${String(orderId).padStart(12, '0')}`,
      `1Z999AA1${1e9 + orderId}`,
    ]
    const [lineIds, packedAt] = [[orderId * 10 + 1, orderId * 10 + 2], new Date().toISOString()]
    addShipment.run(uid, orderId, label, packedAt, JSON.stringify(lineIds))
    for (const lineId of lineIds) assign.run(uid, orderId, lineId)
    count.run(orderId)
    queue.add('create_shipment', {
      ...{ orderId, shipmentUid: uid, carrier: 'UPS', tracking_number: label, warehouse_id: 1 },
      ...{ order_line_ids: lineIds, packed_at: packedAt },
    })
  })
  return {
    side: () => {
      for (let packs = 0; packs < AMOUNT.perRound; packs += 1) pack.immediate()
      return AMOUNT.perRound
    },
    check() {
      expect(queue.countJobs()).toBe(ORDERS)
      const count = (rows: string) => db.prepare(`SELECT count(*) FROM ${rows}`).pluck().get()
      expect(count('orders WHERE packed_shipments = 1 AND unpacked_lines = goods_lines - 2')).toBe(ORDERS)
      expect(count('order_lines WHERE shipment_uid IS NOT NULL')).toBe(2 * ORDERS)
      expect(count('shipments WHERE length(tracking_number) = 18')).toBe(ORDERS)
      queue.close()
    },
  }
}

it('durable enqueue beside plainjob', async () => {
  const station = makeStation({ file: join(tempDir(), 'station.sqlite') })
  const peer = jobs()
  await measure(
    {
      name: 'durable enqueue, call to commit',
      unit: 'commits',
      rounds: AMOUNT.rounds,
      baseline: 'plainjob with synchronous=FULL and the same domain writes',
    },
    packing(station, 'durable', AMOUNT),
    peer.side,
  )
  expect(countOpen(station.db).waiting).toBe(ORDERS)
  const packed = rawDb(station.db).prepare(
    'SELECT count(*) FROM shipments WHERE length(tracking_number) = 18',
  )
  expect(packed.pluck().get()).toBe(ORDERS)
  peer.check()
})
