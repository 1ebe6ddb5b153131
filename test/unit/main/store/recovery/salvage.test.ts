import { describe, expect, it, onTestFinished } from 'vitest'
import { salvageOps } from '../../../../../src/main/store/recovery/salvage'
import { readOpenOps } from '../../../../../src/main/store/recovery/read-ops'
import { salvagedOp } from '../../../../../src/main/store/recovery/salvaged-op'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { openDatabase } from '../../../../../src/main/store/db/open'
import { findOrder } from '../../../../../src/main/store/tables/orders'
import { historyOfOp } from '../../../../../src/main/store/tables/op-events'
import { advance, enqueue, findOp } from '../../../../../src/main/store/tables/outbox'
import { keepBaseline } from '../../../../../src/main/store/tables/op-notes'
import { listOutbox } from '../../../../../src/main/store/views/outbox-list'
import { viewOrder } from '../../../../../src/main/store/views/order-view'
import {
  findShipment,
  linesByHand,
  linesOfShipment,
  mapServerId,
} from '../../../../../src/main/store/tables/shipments'
import { createHandPermits } from '../../../../../src/main/areas/packing/hand-permits'
import { moveShipment } from '../../../../../src/main/areas/packing/move-shipment'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import type { OpKind } from '../../../../../src/shared/domain/outbox/operation'
import { makeStation, type TestStation } from '../../../../support/account'
import { leafPages, ruinPage } from '../../../../support/damage'
import { makeLines, makeOrder } from '../../../../support/orders'
import { rawDb } from '../../../../support/raw-db'

const AT = '2026-11-21T08:00:00.000Z'
const CAPTURE = { at: '2026-11-20T09:00:00.000Z', by: 'jo', monotonicMs: 5, clockOffsetMs: -7 }

/** The first line scanned, the second by hand. */
const pack = (station: TestStation, orderId: number) => {
  const lineIds = [orderId * 10 + 1, orderId * 10 + 2]
  const code = viewOrder(station.db, orderId, station.seal)?.lines[0]?.itemNumber ?? ''
  return packShipment(
    station,
    { orderId, lineIds, carrier: 'UPS', trackingNumber: '1Z', trackingUrl: null, warehouseId: 4 },
    { everyItemScanned: false, permits: createHandPermits(), seen: new Map([[orderId * 10 + 1, code]]) },
  )
}
const ship = (station: TestStation, shipmentId: string) =>
  moveShipment(station, {
    shipmentId,
    move: 'ship',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: '2026-11-20T09:00:00.000Z',
    expectedToDeliverAt: '2026-11-22T09:00:00.000Z',
    deliveredAt: null,
    canceledAt: null,
    confirmedUnusual: false,
  })
/** Which ops were taken in, and how many were here before. */
const take = (station: TestStation, ...given: Parameters<typeof salvageOps>[1][]) => {
  const { taken, known } = inTransaction(station.db, (tx) => salvageOps(tx, given.flat(), AT))
  return { taken: taken.map(({ opUid }) => opUid), known }
}
const rows = (station: TestStation) => listOutbox(station.db, 'all', 0, 500).rows.toReversed()
const queue = (station: TestStation, kind: OpKind, opUid: string) =>
  inTransaction(station.db, (tx) =>
    enqueue(tx, {
      opUid,
      kind,
      body: '{"amount":5}',
      capture: CAPTURE,
      orderId: 7,
      shipmentUid: null,
    }),
  )

describe('carrying operations over', () => {
  it('takes nothing that may be the buyer’s in from a file that kept it unsealed', () => {
    const [from, to] = [makeStation(), makeStation()]
    from.take(makeOrder({ id: 7 }))
    const { shipmentId } = pack(from, 7)
    rawDb(from.db)
      .prepare('UPDATE shipments SET server_copy = ?')
      .run('{"id":5,"drop":"left at Jo","state":"packed"}')
    const { ops } = readOpenOps(from.db)
    expect(ops[0]?.shipment?.serverCopy).toBe('{"id":5,"state":"packed"}')
    const file = JSON.stringify(ops[0]).replace(String.raw`\"state`, String.raw`\"drop\":\"Jo\",\"state`)
    expect(file).toContain('Jo')
    take(to, [salvagedOp.parse(JSON.parse(file))])
    const kept = rawDb(to.db).prepare('SELECT server_copy FROM shipments WHERE shipment_uid = ?').pluck()
    expect(kept.get(shipmentId)).toBe('{"id":5,"state":"packed"}')
  })

  it('takes the marketplace’s copy of a shipment as it is if it is no JSON', () => {
    const station = makeStation()
    station.take(makeOrder({ id: 7 }))
    pack(station, 7)
    rawDb(station.db).exec(`UPDATE shipments SET server_copy = '{"id":5,"st'`)
    expect(readOpenOps(station.db).ops[0]?.shipment?.serverCopy).toBe('{"id":5,"st')
  })

  it('copies open operations as unknown, in order, with their shipments and lines (I10)', () => {
    const [from, to] = [makeStation(), makeStation()]
    for (const station of [from, to]) station.take(makeOrder({ id: 7 }), makeOrder({ id: 8 }))
    const eight = pack(from, 8)
    const { shipmentId } = pack(from, 7)
    ship(from, shipmentId)
    pack(to, 8)
    const { ops, unread } = readOpenOps(from.db)
    expect(unread).toBe(0)
    // Through JSON, as in an exported file.
    const read = ops.map((op) => salvagedOp.parse(JSON.parse(JSON.stringify(op))))
    expect(take(to, read)).toEqual({ taken: rows(from).map(({ opUid }) => opUid), known: 0 })

    const [, ...brought] = rows(to)
    expect(brought.map(({ kind, orderId, state }) => [kind, orderId, state])).toEqual([
      ['create_shipment', 8, 'unknown'],
      ['create_shipment', 7, 'unknown'],
      ['ship_shipment', 7, 'unknown'],
    ])
    const [first] = rows(from)
    expect(brought[0]).toMatchObject({
      opUid: first?.opUid,
      shipmentId: eight.shipmentId,
      capturedAt: first?.capturedAt,
      capturedBy: 'tester',
      attempts: 1,
    })
    expect(brought.map(({ seq }) => findOp(to.db, seq)?.body)).toEqual(ops.map(({ body }) => body))
    expect(historyOfOp(to.db, 2).map(({ event, at }) => [event, at])).toContainEqual(['restore', AT])
    expect(findShipment(to.db, shipmentId)).toEqual(findShipment(from.db, shipmentId))
    expect(linesOfShipment(to.db, shipmentId)).toEqual([71, 72])
    expect(linesByHand(to.db, shipmentId)).toEqual([72])
    const order = viewOrder(to.db, 7, to.seal)
    expect(order?.lines.map((line) => line.shipmentId)).toEqual([shipmentId, shipmentId, null, null])
    expect(order?.shipments[0]?.state).toBe('shipped')
  })

  it('omits finished ones, and needs no order', () => {
    const [from, to] = [makeStation(), makeStation()]
    const seq = queue(from, 'create_refund', 'done')
    inTransaction(from.db, (tx) =>
      advance(tx, { seq, state: 'ready', attempts: 0 }, 'discard', { at: AT, discardReason: 'no' }),
    )
    from.take(makeOrder({ id: 7 }))
    pack(from, 7)
    expect(take(to, readOpenOps(from.db).ops).taken).toEqual([rows(from)[1]?.opUid])
    expect(findOrder(to.db, 7)).toBeNull()
  })

  it('reads a finished one too, when requested by its id', () => {
    const from = makeStation()
    const seq = queue(from, 'create_refund', 'done')
    inTransaction(from.db, (tx) =>
      advance(tx, { seq, state: 'ready', attempts: 0 }, 'discard', { at: AT, discardReason: 'no' }),
    )
    expect(readOpenOps(from.db).ops).toEqual([])
    expect(readOpenOps(from.db, { also: new Set(['done']) }).ops).toMatchObject([
      { opUid: 'done', state: 'discarded', discardReason: 'no', settledAt: AT },
    ])
  })

  it('omits an operation that exists already, whatever its state', () => {
    const [from, to] = [makeStation(), makeStation()]
    for (const uid of ['a', 'b', 'c']) queue(from, 'create_refund', uid)
    queue(to, 'create_refund', 'a')
    const done = queue(to, 'create_refund', 'b')
    inTransaction(to.db, (tx) =>
      advance(tx, { seq: done, state: 'ready', attempts: 0 }, 'discard', { at: AT, discardReason: 'no' }),
    )
    const { ops } = readOpenOps(from.db)
    expect(take(to, ops, ops)).toEqual({ taken: ['c'], known: 5 })
    expect(rows(to).map(({ opUid, state }) => [opUid, state])).toEqual([
      ['a', 'ready'],
      ['b', 'discarded'],
      ['c', 'unknown'],
    ])
  })

  it('does not overwrite an existing shipment', () => {
    const [from, to] = [makeStation(), makeStation()]
    for (const station of [from, to]) station.take(makeOrder({ id: 7 }))
    const { shipmentId } = pack(from, 7)
    const { ops } = readOpenOps(from.db)
    take(to, ops)
    ship(to, shipmentId)
    inTransaction(to.db, (tx) => salvageOps(tx, [{ ...ops[0]!, opUid: 'another' }], AT))
    expect(findShipment(to.db, shipmentId)?.state).toBe('shipped')
  })

  it('keeps a shipment that was read here before under another id as one', () => {
    const [from, to] = [makeStation(), makeStation()]
    from.take(makeOrder({ id: 7 }))
    const { shipmentId } = pack(from, 7)
    inTransaction(from.db, (tx) => mapServerId(tx, shipmentId, 7, 501))
    const lines = [{ id: 71, shipment_id: 501 }, { id: 72, shipment_id: 501 }, { id: 73 }]
    const there = { id: 501, state: 'packed', warehouse_id: 4, packed_at: AT }
    to.take(makeOrder({ id: 7, order_lines: makeLines(lines), shipments: [there] }))
    take(to, readOpenOps(from.db).ops)
    expect(viewOrder(to.db, 7, to.seal)?.shipments).toMatchObject([{ shipmentId, serverId: 501 }])
  })

  it.each([
    ['create_shipment', 0, null, '[]'],
    ['create_shipment', 1, [5], '[5]'],
    ['create_item', 0, null, '[]'],
    ['create_refund', 0, null, null],
    ['create_refund', 0, [5], null],
    ['create_refund', 1, [5], '[5]'],
    ['ship_shipment', 0, null, null],
  ] as const)('%s, sent %i times, baseline %j: looked for among all but %j', (kind, sends, ids, expected) => {
    const [from, to] = [makeStation(), makeStation()]
    const seq = queue(from, kind, 'op')
    if (ids !== null) inTransaction(from.db, (tx) => keepBaseline(tx, seq, ids))
    if (sends > 0)
      inTransaction(from.db, (tx) => advance(tx, { seq, state: 'ready', attempts: 0 }, 'claim', { at: AT }))
    take(to, readOpenOps(from.db).ops)
    expect(findOp(to.db, 1)).toMatchObject({
      state: 'unknown',
      // Actions for unsent ops are not offered for one that may have been sent since.
      attempts: Math.max(1, sends),
      baseline: expected === null ? null : JSON.parse(expected),
    })
  })

  it('recreates the shipment of a create if it could not be read', () => {
    const [from, to] = [makeStation(), makeStation()]
    from.take(makeOrder({ id: 7 }))
    const { shipmentId } = pack(from, 7)
    take(
      to,
      readOpenOps(from.db).ops.map((op) => ({ ...op, shipment: null })),
    )
    expect(findShipment(to.db, shipmentId)).toEqual(findShipment(from.db, shipmentId))
    expect(linesOfShipment(to.db, shipmentId)).toEqual([71, 72])
  })
})

describe('reading a damaged outbox', () => {
  const OPS = 300
  const damagedDatabase = async (tree: string) => {
    const station = makeStation()
    inTransaction(station.db, () => {
      for (let index = 0; index < OPS; index += 1) queue(station, 'create_refund', `op-${index}`)
    })
    await station.close()
    const pages = leafPages(station.file, tree)
    ruinPage(station.file, pages[Math.floor(pages.length / 2)] ?? 0)
    const db = openDatabase(station.file)
    onTestFinished(() => {
      db.close()
    })
    return db
  }

  it('reads all whole pages, and counts the others (I8)', async () => {
    const { ops, unread } = readOpenOps(await damagedDatabase('outbox'), { damaged: true })
    expect(unread).toBeGreaterThan(0)
    expect(unread).toBeLessThan(OPS / 4)
    expect(ops.length).toBe(OPS - unread)
    const places = ops.map(({ opUid }) => Number(opUid.slice(3)))
    expect(places).toEqual(places.toSorted((left, right) => left - right))
  })

  it.each(['outbox_open', 'outbox_lane'])('reads everything while only %s is broken', async (index) => {
    const { ops, unread } = readOpenOps(await damagedDatabase(index), { damaged: true })
    expect([ops.length, unread]).toEqual([OPS, 0])
  })
})
