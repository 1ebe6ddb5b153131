import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../../../../../../src/main/store/db/open'
import { migration0010 } from '../../../../../../src/main/store/db/migrations/0010-station'
import { findOp } from '../../../../../../src/main/store/tables/outbox'
import { countOpen, listOutbox } from '../../../../../../src/main/store/views/outbox-list'
import {
  findShipment,
  linesOfShipment,
  ownServerIds,
} from '../../../../../../src/main/store/tables/shipments'
import { migration0020 } from '../../../../../../src/main/store/db/migrations/0020-outbox'
import { tempDir } from '../../../../../support/temp-dir'
import { migrateOneStep, plus } from './one-step'

it('keeps the operations, and the lines of each shipment', () => {
  const file = join(tempDir(), 'station.sqlite')
  const before = openDatabase(file, [migration0010])
  before.exec(`
    INSERT INTO shipments (shipment_uid, order_id, server_id, state) VALUES ('ours', 1, 501, 'packed'), ('theirs', 1, 502, 'shipped');
    INSERT INTO shipment_lines VALUES ('ours', 12), ('ours', 11);
    INSERT INTO outbox (op_uid, kind, lane, order_id, shipment_uid, body, state, captured_at) VALUES
      ('a', 'create_shipment', 'order:1', 1, 'ours', '{}', 'confirmed', '2026-11-20T09:00:00.000Z'),
      ('b', 'ship_shipment', 'order:1', 1, 'ours', '{}', 'ready', '2026-11-20T09:00:01.000Z');
  `)
  closeDatabase(before)

  const db = openDatabase(file)
  expect(findOp(db, 1)).toMatchObject({ opUid: 'a', state: 'confirmed', serverRef: '501' })
  expect(findOp(db, 2)).toMatchObject({ opUid: 'b', state: 'ready', serverRef: null })
  expect(countOpen(db)).toEqual({ waiting: 1, held: 0 })
  expect(listOutbox(db, 'open', 0, 10).rows.map(({ seq }) => seq)).toEqual([2])
  expect([linesOfShipment(db, 'ours'), linesOfShipment(db, 'theirs')]).toEqual([[11, 12], []])
  expect(findShipment(db, 'ours')?.packedHere).toBe(1)
  expect(findShipment(db, 'theirs')?.packedHere).toBe(0)
  closeDatabase(db)
})

const UID = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`

it('keeps every operation in its place with its history', () => {
  const file = join(tempDir(), 'station.sqlite')
  const old = openDatabase(file, [migration0010])
  old.exec(`
    INSERT INTO shipments (shipment_uid, order_id, server_id, state) VALUES
      ('${UID(1)}', 7, 70, 'shipped'), ('${UID(2)}', 7, NULL, 'packed'), ('${UID(3)}', 7, 72, 'packed');
    INSERT INTO outbox (op_uid, kind, lane, order_id, shipment_uid, body, state, held_reason, attempts, baseline,
        captured_at, sent_at, settled_at, error_code, error_status, discard_reason) VALUES
      ('a', 'create_shipment', 'order:7', 7, '${UID(1)}', '{"a":1}', 'confirmed', NULL, 1, '[]',
        '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:01.000Z', '2026-11-20T10:00:02.000Z', NULL, NULL, NULL),
      ('b', 'ship_shipment', 'order:7', 7, '${UID(1)}', '{"b":1}', 'discarded', NULL, 0, NULL,
        '2026-11-20T10:00:03.000Z', NULL, '2026-11-20T10:00:04.000Z', NULL, NULL, 'wrong'),
      ('c', 'create_shipment', 'order:7', 7, '${UID(2)}', '{"c":1}', 'held', 'unconfirmed', 2, '[70]',
        '2026-11-20T10:00:05.000Z', '2026-11-20T10:00:06.000Z', NULL, 'unclear', NULL, NULL),
      ('d', 'ship_shipment', 'order:7', 7, '${UID(2)}', '{"d":1}', 'ready', NULL, 0, NULL,
        '2026-11-20T10:00:07.000Z', NULL, NULL, NULL, NULL, NULL);`)
  const before = old.prepare('SELECT seq, op_uid, kind, state, body, attempts FROM outbox ORDER BY seq').all()
  closeDatabase(old)

  const db = openDatabase(file)
  expect(
    db.prepare('SELECT seq, op_uid, kind, state, body, attempts FROM outbox ORDER BY seq').all(),
  ).toEqual(before)
  expect(countOpen(db)).toEqual({ waiting: 1, held: 1 })
  expect(findOp(db, 1)).toMatchObject({ serverRef: '70', shipmentUid: UID(1), orderId: 7, itemKey: null })
  expect(findOp(db, 3)).toMatchObject({ baseline: [70], heldReason: 'unconfirmed', serverRef: null })
  expect(listOutbox(db, 'all', 0, 10).rows.map(({ settledAt }) => settledAt)).toEqual([
    null,
    null,
    '2026-11-20T10:00:04.000Z',
    '2026-11-20T10:00:02.000Z',
  ])
  expect(listOutbox(db, 'all', 0, 10).rows[2]).toMatchObject({
    seq: 2,
    discardReason: 'wrong',
    capturedBy: '',
  })
  expect([1, 2, 3].map((n) => findShipment(db, UID(n))?.packedHere)).toEqual([1, 1, 0])
  expect(ownServerIds(db, 7, UID(2))).toEqual(new Set([70]))
  closeDatabase(db)
})

it('keeps every row: the ops with more to tell, the lines within their shipment', () => {
  const { before, after } = migrateOneStep(migration0020, {
    tables: { added: ['notices', 'op_events'], removed: ['shipment_lines'] },
    columns: {
      orders: { added: ['buyer_purged_at'] },
      outbox: {
        added: ['item_key', 'server_ref', 'captured_by', 'captured_mono_ms', 'clock_offset_ms', 'finding'],
      },
      shipments: { added: ['packed_here', 'line_ids'] },
    },
    indexes: {
      added: ['notices_open', 'notices_order', 'op_events_seq', 'outbox_held', 'outbox_lane', 'outbox_open'],
      removed: ['outbox_open_lane', 'outbox_open_order', 'outbox_open_seq', 'outbox_shipment'],
    },
  })
  const { shipment_lines: lines = [], ...others } = before
  const linesOf = (uid: unknown) =>
    lines.filter(({ shipment_uid }) => shipment_uid === uid).map(({ line_id }) => line_id)
  const serverIds = new Map(before['shipments']?.map((row) => [row['shipment_uid'], row['server_id']]))
  const created = new Set(
    before['outbox']?.filter(({ kind }) => kind === 'create_shipment').map((row) => row['shipment_uid']),
  )
  expect(after).toEqual({
    ...others,
    notices: [],
    op_events: [],
    orders: plus(before['orders'], { buyer_purged_at: null }),
    outbox: plus(before['outbox'], ({ kind, state, shipment_uid }) => ({
      item_key: null,
      server_ref:
        kind === 'create_shipment' && state === 'confirmed' ? textOf(serverIds.get(shipment_uid)) : null,
      captured_by: '',
      captured_mono_ms: null,
      clock_offset_ms: null,
      finding: null,
    })),
    shipments: plus(before['shipments'], ({ shipment_uid }) => ({
      packed_here: created.has(shipment_uid) ? 1 : 0,
      line_ids: JSON.stringify(linesOf(shipment_uid)),
    })),
  })
  expect(created.size).toBeGreaterThan(0)
  expect(created.size).toBeLessThan(before['shipments']?.length ?? 0)
})

const textOf = (id: unknown) => (typeof id === 'number' ? String(id) : null)
