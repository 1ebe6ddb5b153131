import { describe, expect, it } from 'vitest'
import { saveItem } from '../../../../../src/main/store/tables/items'
import { holdOrder, releaseOrder } from '../../../../../src/main/store/tables/order-holds'
import { deskRows } from '../../../../../src/main/store/views/desk-rows'
import { listQueue, resolveCodes } from '../../../../../src/main/store/views/queue'
import { listed } from '../../../../support/queue'
import { viewOrderCopy } from '../../../../../src/main/store/views/order-copy-view'
import { viewOrder } from '../../../../../src/main/store/views/order-view'
import { mapServerId } from '../../../../../src/main/store/tables/shipments'
import { moveShipment } from '../../../../../src/main/areas/packing/move-shipment'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { afterImport, makeStation } from '../../../../support/account'
import { makeLines, makeOrder } from '../../../../support/orders'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { readHandover } from '../../../../../src/main/areas/dock/handover'
import { readChoices } from '../../../../../src/main/areas/orders/read-choices'
import { markCanceled } from '../../../../../src/main/store/tables/orders'
import { rawDb } from '../../../../support/raw-db'

const pack = (station: ReturnType<typeof makeStation>, orderId: number, lineIds: number[]) =>
  packShipment(station, {
    orderId,
    lineIds,
    carrier: 'UPS',
    trackingNumber: null,
    trackingUrl: null,
    warehouseId: 7,
  })

describe('applyOrder', () => {
  it('keeps unknown fields and states, and shows them', () => {
    const station = makeStation()
    station.take(makeOrder({ state: 'awaiting_moonrise', gift_note: 'Happy birthday' }))
    const view = viewOrder(station.db, 1001, station.seal)
    expect(view?.state).toBe('awaiting_moonrise')
    expect(viewOrderCopy(station.db, 1001, station.seal)?.unknown).toEqual({ gift_note: 'Happy birthday' })
  })

  it('pays nothing out for a canceled order, wherever that is shown', () => {
    const station = makeStation()
    const due = { nowMs: 0, afterMs: 1 }
    const payouts = () => [
      deskRows(station.db, [1001], due)[0]?.payoutCents,
      viewOrderCopy(station.db, 1001, station.seal)?.money.payoutCents,
    ]
    const order_lines = makeLines([1, 2].map((id) => ({ id, estimated_payout: 700 })))
    station.take(makeOrder({ order_lines }))
    expect(payouts()).toEqual([1_400, 1_400])
    station.take(
      makeOrder({ order_lines, cancelation_reason: 'buyer_request', updated_at: '2027-01-01T00:00:00Z' }),
    )
    expect(payouts()).toEqual([0, 0])
  })

  it('seals the buyer: nothing readable of them is in the file', () => {
    const station = makeStation()
    station.take(makeOrder())
    expect(viewOrder(station.db, 1001, station.seal)?.buyer).toEqual({
      name: 'Jo Doe',
      email: 'jo@example.com',
      phone: '+1 555 0100',
      address: ['1 Test Street', 'Springfield, OR 97477'],
    })
    const row = JSON.stringify(
      rawDb(station.db).prepare('SELECT *, CAST(buyer AS TEXT) AS text FROM orders').get(),
    )
    expect(row).not.toContain('Jo Doe')
    expect(row).not.toContain('jo@example.com')
    expect(row).not.toContain('Test Street')
  })

  it('does not let an older view of the marketplace undo the packer’s confirmation', () => {
    const station = makeStation()
    station.take(makeOrder())
    const { shipmentId } = pack(station, 1001, [10011, 10012])
    station.take(makeOrder({ updated_at: '2026-11-19T11:00:00.000Z' }))
    const view = viewOrder(station.db, 1001, station.seal)
    expect(view?.lines.map((line) => line.shipmentId)).toEqual([shipmentId, shipmentId, null, null])
    expect(view?.shipments).toHaveLength(1)
  })

  it('keeps the lines of a confirmed pack when a copy requested earlier arrives late', () => {
    const station = makeStation()
    station.take(makeOrder())
    const { shipmentId } = pack(station, 1001, [10011])
    inTransaction(station.db, (tx) => mapServerId(tx, shipmentId, 1001, 500))
    station.take(makeOrder())
    const view = viewOrder(station.db, 1001, station.seal)
    expect(view?.lines[0]?.shipmentId).toBe(shipmentId)
  })

  it('merges a shipment moved under a copy once both prove to be the same', () => {
    const station = makeStation()
    station.take(makeOrder())
    const { shipmentId } = pack(station, 1001, [10011])
    const lines = makeLines([{ id: 10011, item_number: 'A', shipment_id: 500 }])
    const shipment = { id: 500, state: 'packed', warehouse_id: 7, packed_at: '2026-11-20T09:00:00.000Z' }
    station.take(makeOrder({ order_lines: lines, shipments: [shipment] }))
    const twin = viewOrder(station.db, 1001, station.seal)?.shipments.find(({ serverId }) => serverId === 500)
    moveShipment(station, {
      shipmentId: twin?.shipmentId ?? '',
      move: 'cancel',
      carrier: null,
      trackingNumber: null,
      trackingUrl: null,
      shippedAt: null,
      expectedToDeliverAt: null,
      deliveredAt: null,
      canceledAt: '2026-11-20T09:00:00.000Z',
      confirmedUnusual: false,
    })
    inTransaction(station.db, (tx) => mapServerId(tx, shipmentId, 1001, 500))
    const view = viewOrder(station.db, 1001, station.seal)
    expect(view?.shipments).toMatchObject([{ shipmentId, serverId: 500, state: 'canceled', waiting: 2 }])
    expect(view?.lines[0]?.shipmentId).toBeNull()
  })

  it('adopts a shipment that another station created, and frees its lines when it is canceled', () => {
    const station = makeStation()
    const lines = makeLines([
      { id: 1, item_number: 'A', shipment_id: 55 },
      { id: 2, item_number: 'B' },
    ])
    const shipment = { id: 55, state: 'packed', warehouse_id: 3, packed_at: '2026-11-19T12:00:00Z' }
    station.take(makeOrder({ order_lines: lines, shipments: [shipment] }))
    const packed = viewOrder(station.db, 1001, station.seal)
    expect(packed?.shipments[0]).toMatchObject({ serverId: 55, state: 'packed', lineIds: [1] })
    expect(packed?.lines[0]?.shipmentId).toBe(packed?.shipments[0]?.shipmentId)

    station.take(makeOrder({ order_lines: lines, shipments: [{ ...shipment, state: 'canceled' }] }))
    const canceled = viewOrder(station.db, 1001, station.seal)
    expect(canceled?.lines[0]?.shipmentId).toBeNull()
    expect(canceled?.shipments[0]).toMatchObject({ state: 'canceled', lineIds: [1] })
  })

  it('forgets lines that the marketplace no longer lists', () => {
    const station = makeStation()
    station.take(makeOrder())
    station.take(makeOrder({ order_lines: makeLines([{ id: 10011, item_number: 'ITM-1001-1' }]) }))
    expect(viewOrder(station.db, 1001, station.seal)?.lines).toHaveLength(1)
  })
})

describe('listQueue', () => {
  it('lists orders to pack, oldest first, without canceled and finished ones', () => {
    const station = makeStation()
    station.take(
      makeOrder({ id: 1, purchased_at: '2026-11-19T10:00:00.000Z' }),
      makeOrder({ id: 2, purchased_at: '2026-11-18T10:00:00.000Z' }),
      makeOrder({ id: 3, cancelation_reason: 'buyer' }),
      makeOrder({ id: 4, order_lines: makeLines([{ id: 9, is_shipping_fee: true }]) }),
    )
    const { rows, total } = listed(station.db, 'to_pack', 0, 50)
    expect(rows.map(({ orderId }) => orderId)).toEqual([2, 1])
    expect(total).toBe(2)
    expect(rows[0]).toMatchObject({ lines: 3, unpacked: 3 })
  })

  it('moves an order on as its lines are packed', () => {
    const station = makeStation()
    station.take(makeOrder())
    pack(station, 1001, [10011])
    expect(listed(station.db, 'to_pack', 0, 50).rows[0]).toMatchObject({
      unpacked: 2,
      packedShipments: 1,
      waiting: 1,
    })
    pack(station, 1001, [10012, 10013])
    expect(listed(station.db, 'to_pack', 0, 50).total).toBe(0)
    expect(listed(station.db, 'to_ship', 0, 50).rows[0]).toMatchObject({ packedShipments: 2 })
  })

  it('keeps orders on hold out of the work to do', () => {
    const station = makeStation()
    station.take(makeOrder({ id: 1 }), makeOrder({ id: 2 }))
    const hold = { reason: 'damaged', heldBy: 'Ada', heldAt: '2026-11-20T00:00:00.000Z' }
    inTransaction(station.db, (tx) => holdOrder(tx, 1, hold))
    expect(listed(station.db, 'to_pack').rows.map(({ orderId }) => orderId)).toEqual([2])
    expect(listed(station.db, 'on_hold').rows).toEqual([expect.objectContaining({ orderId: 1, hold })])
    expect(viewOrder(station.db, 1, station.seal)?.hold).toEqual(hold)
    inTransaction(station.db, (tx) => releaseOrder(tx, 1))
    expect(listed(station.db, 'to_pack').total).toBe(2)
  })

  it('lists to ship what the dock waits for, and the desk counts the same', async () => {
    const station = makeStation()
    for (const id of [1, 2, 3]) {
      station.take(makeOrder({ id }))
      pack(station, id, [id * 10 + 1, id * 10 + 2, id * 10 + 3])
    }
    inTransaction(station.db, (tx) => {
      holdOrder(tx, 2, { reason: 'damaged', heldBy: 'Ada', heldAt: '2026-11-20T00:00:00.000Z' })
      markCanceled(tx, 3)
    })
    expect(listed(station.db, 'to_ship').rows.map(({ orderId }) => orderId)).toEqual([1])
    expect((await readChoices(afterImport(station), { dueAfterHours: 24 })).toShip).toBe(1)
    expect(readHandover(station, 'ship').groups).toMatchObject([{ total: 1, missing: [{ orderId: 1 }] }])
  })

  it('computes when an order is due: from its items, else from the station', () => {
    const station = makeStation()
    const at = '2026-11-18T10:00:00.000Z'
    station.take(makeOrder({ id: 1, purchased_at: at }), makeOrder({ id: 2, purchased_at: at }))
    for (const [item_number, fulfillment_delay_days] of [
      ['ITM-1-1', 5],
      ['ITM-1-2', 3],
      ['ITM-2-1', null],
    ] as const)
      inTransaction(station.db, (tx) =>
        saveItem(tx, { state: 'listed', item_number, fulfillment_delay_days }, at),
      )
    const due = { nowMs: Date.parse('2026-11-20T12:00:00Z'), afterMs: 86_400_000 }
    const { rows } = listQueue(station.db, { view: 'all', filter: 'any', due }, 0, 5)
    expect(rows.map(({ orderId, dueAt }) => [orderId, dueAt])).toEqual([
      [2, '2026-11-19T10:00:00.000Z'],
      [1, '2026-11-21T10:00:00.000Z'],
    ])
    const late = listQueue(station.db, { view: 'to_pack', filter: 'late', due }, 0, 5)
    expect(late.rows.map(({ orderId }) => orderId)).toEqual([2])
  })

  it('lists the titles that are known of an order, and no item numbers in their place', () => {
    const station = makeStation()
    station.take(makeOrder({ id: 1 }))
    const due = { nowMs: 0, afterMs: 1 }
    const preview = () =>
      listQueue(station.db, { view: 'all', filter: 'any', due }, 0, 5).rows.map((row) => row.preview)
    expect(preview()).toEqual([[]])
    inTransaction(station.db, (tx) =>
      saveItem(tx, { state: 'listed', item_number: 'ITM-1-2', title: 'Bag' }, '2026-11-18T10:00:00.000Z'),
    )
    expect(preview()).toEqual([['Bag']])
  })

  it('windows the list', () => {
    const station = makeStation()
    station.take(
      ...[1, 2, 3, 4, 5].map((id) => makeOrder({ id, purchased_at: `2026-11-1${id}T10:00:00.000Z` })),
    )
    const window = listed(station.db, 'to_pack', 2, 2)
    expect(window.total).toBe(5)
    expect(window.rows.map(({ orderId }) => orderId)).toEqual([3, 4])
  })
})

const NO_LOOK = { title: null, size: null, quality: null, condition: null }

describe('resolveCodes', () => {
  it('skips an order on hold while another needs the item', () => {
    const station = makeStation()
    station.take(
      makeOrder({ id: 1, purchased_at: '2026-11-18T10:00:00.000Z' }),
      makeOrder({ id: 2, purchased_at: '2026-11-19T10:00:00.000Z' }),
    )
    inTransaction(station.db, (tx) =>
      holdOrder(tx, 1, { reason: 'damaged', heldBy: 'Ada', heldAt: '2026-11-20T00:00:00.000Z' }),
    )
    expect(resolveCodes(station.db, ['MPN-SHARED'])).toMatchObject({ kind: 'item', orderId: 2 })
    pack(station, 2, [21, 22, 23])
    expect(resolveCodes(station.db, ['MPN-SHARED'])).toMatchObject({ kind: 'item', orderId: 1 })
  })

  it('opens the oldest order that still needs a shared code, then the next', () => {
    const station = makeStation()
    station.take(
      makeOrder({ id: 1, purchased_at: '2026-11-19T10:00:00.000Z' }),
      makeOrder({ id: 2, purchased_at: '2026-11-18T10:00:00.000Z' }),
    )
    expect(resolveCodes(station.db, ['MPN-SHARED'])).toEqual({
      kind: 'item',
      orderId: 2,
      lineId: 21,
      ...NO_LOOK,
      exact: true,
    })
    pack(station, 2, [21, 22])
    expect(resolveCodes(station.db, ['MPN-SHARED'])).toEqual({
      kind: 'item',
      orderId: 1,
      lineId: 11,
      ...NO_LOOK,
      exact: true,
    })
  })

  it('distinguishes an order, an item nobody needs, and an unknown code', () => {
    const station = makeStation()
    station.take(makeOrder({ cancelation_reason: 'buyer' }))
    expect(resolveCodes(station.db, ['1001'])).toEqual({ kind: 'order', orderId: 1001 })
    const last = { kind: 'not_needed', orderId: 1001, canceled: true, ...NO_LOOK, exact: true }
    expect(resolveCodes(station.db, ['ITM-1001-1'])).toEqual(last)
    expect(resolveCodes(station.db, ['NONSENSE'])).toEqual({ kind: 'unknown' })
    expect(resolveCodes(station.db, ['999999'])).toEqual({ kind: 'unknown' })
  })

  it('treats a blank scan as unknown, even if a line has an empty code', () => {
    const station = makeStation()
    station.take(makeOrder({ order_lines: makeLines([{ id: 1, item_number: 'A', mpn: '' }]) }))
    expect(resolveCodes(station.db, [''])).toEqual({ kind: 'unknown' })
    expect(resolveCodes(station.db, ['', ' '])).toEqual({ kind: 'unknown' })
    expect(resolveCodes(station.db, [])).toEqual({ kind: 'unknown' })
  })

  it('prefers the best needed code over one that is only known', () => {
    const station = makeStation()
    station.take(
      makeOrder({ id: 1, order_lines: makeLines([{ id: 11, item_number: 'SERIAL', mpn: 'GTIN' }]) }),
      makeOrder({ id: 2, order_lines: makeLines([{ id: 21, item_number: 'OTHER', mpn: 'GTIN' }]) }),
    )
    expect(resolveCodes(station.db, ['TEXT', 'SERIAL', 'GTIN'])).toMatchObject({ kind: 'item', orderId: 1 })
    pack(station, 1, [11])
    expect(resolveCodes(station.db, ['TEXT', 'SERIAL', 'GTIN'])).toMatchObject({ kind: 'item', orderId: 2 })
    pack(station, 2, [21])
    const last = { kind: 'not_needed', orderId: 1, canceled: false, ...NO_LOOK, exact: true }
    expect(resolveCodes(station.db, ['TEXT', 'SERIAL', 'GTIN'])).toEqual(last)
  })

  it('opens an order only by the exact text: a serial number may look like an order', () => {
    const station = makeStation()
    station.take(makeOrder())
    expect(resolveCodes(station.db, ['1001', 'X'])).toEqual({ kind: 'order', orderId: 1001 })
    expect(resolveCodes(station.db, ['X', '1001'])).toEqual({ kind: 'unknown' })
  })
})
