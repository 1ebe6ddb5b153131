import { describe, expect, it } from 'vitest'
import { findOp } from '../../../../../src/main/store/tables/outbox'
import { listOutbox } from '../../../../../src/main/store/views/outbox-list'
import { viewOrder } from '../../../../../src/main/store/views/order-view'
import { moveShipment } from '../../../../../src/main/areas/packing/move-shipment'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import type { ShipmentMove } from '../../../../../src/shared/domain/shipments/shipment'
import { makeStation, type TestStation } from '../../../../support/account'
import { makeOrder } from '../../../../support/orders'
import { rawDb } from '../../../../support/raw-db'

const NOW = '2026-11-20T09:00:00.000Z'

type PackFields = Partial<Parameters<typeof packShipment>[1]>
const pack = (station: TestStation, lineIds: number[], orderId = 1001, fields: PackFields = {}) =>
  packShipment(station, {
    orderId,
    lineIds,
    carrier: 'UPS',
    trackingNumber: '1Z',
    trackingUrl: null,
    warehouseId: 7,
    ...fields,
  })

type MoveFields = Partial<Parameters<typeof moveShipment>[1]>
const move = (station: TestStation, shipmentId: string, kind: ShipmentMove, fields: MoveFields = {}) =>
  moveShipment(station, {
    shipmentId,
    move: kind,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: NOW,
    expectedToDeliverAt: '2026-11-23T09:00:00.000Z',
    deliveredAt: NOW,
    canceledAt: NOW,
    confirmedUnusual: false,
    ...fields,
  })

function packed(): { station: TestStation; shipmentId: string } {
  const station = makeStation()
  station.take(makeOrder())
  return { station, shipmentId: pack(station, [10011, 10012]).shipmentId }
}

const outbox = (station: TestStation) => listOutbox(station.db, 'all', 0, 100).rows
const refusal = (code: string, fields?: object): unknown =>
  expect.objectContaining(fields === undefined ? { code } : { code, fields })

describe('the tracking page', () => {
  it('is a web address, at pack and at ship', () => {
    const { station, shipmentId } = packed()
    station.take(makeOrder({ id: 1002 }))
    for (const trackingUrl of ['javascript:alert(1)', 'ups.example/1Z', 'file:///etc/passwd']) {
      const bad = refusal('tracking_url', { trackingUrl: 'not_web' })
      expect(() => pack(station, [10021], 1002, { trackingUrl })).toThrow(bad)
      expect(() => move(station, shipmentId, 'ship', { trackingUrl })).toThrow(bad)
    }
    expect(outbox(station)).toHaveLength(1)
    pack(station, [10021], 1002, { trackingUrl: 'https://ups.example/1Z' })
    move(station, shipmentId, 'ship', { trackingUrl: 'http://ups.example/1Z' })
    expect(outbox(station)).toHaveLength(3)
  })
})

describe('packShipment', () => {
  it('commits the shipment and its op together, stamped with the capture time (I1, I11)', () => {
    const { station, shipmentId } = packed()
    const view = viewOrder(station.db, 1001, station.seal)
    expect(view?.shipments[0]).toMatchObject({
      shipmentId,
      state: 'packed',
      packedAt: NOW,
      lineIds: [10011, 10012],
    })
    expect(outbox(station)).toMatchObject([
      { kind: 'create_shipment', state: 'ready', capturedAt: NOW, shipmentId },
    ])
    const body = rawDb(station.db).prepare('SELECT body FROM outbox').pluck().get() as string
    expect(JSON.parse(body)).toEqual({
      carrier: 'UPS',
      tracking_number: '1Z',
      warehouse_id: 7,
      order_line_ids: [10011, 10012],
      packed_at: NOW,
    })
  })

  it('leaves neither behind when the second half fails (I1)', () => {
    const station = makeStation()
    station.take(makeOrder())
    rawDb(station.db).exec(
      `CREATE TRIGGER refuse BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'no'); END`,
    )
    expect(() => pack(station, [10011])).toThrow(refusal('database_error'))
    expect(viewOrder(station.db, 1001, station.seal)?.shipments).toEqual([])
    expect(outbox(station)).toEqual([])
  })

  it('gives two packs of one order in the same millisecond different times', () => {
    const station = makeStation()
    station.take(makeOrder())
    pack(station, [10011])
    pack(station, [10012])
    const times = viewOrder(station.db, 1001, station.seal)?.shipments.map(({ packedAt }) => packedAt)
    expect(new Set(times).size).toBe(2)
  })

  it('also if the marketplace shows the first without its milliseconds', () => {
    const station = makeStation()
    station.take(makeOrder())
    station.clock.advance(211)
    pack(station, [10011])
    rawDb(station.db).prepare('UPDATE shipments SET packed_at = ?').run('2026-11-20T09:00:00Z')
    pack(station, [10012])
    const sent = rawDb(station.db)
      .prepare(`SELECT body ->> 'packed_at' FROM outbox ORDER BY seq`)
      .pluck()
      .all()
    expect(sent).toEqual(['2026-11-20T09:00:00.211Z', '2026-11-20T09:00:00.212Z'])
  })

  it.each([
    ['nothing chosen', [], 'no_lines'],
    ['a shipping fee', [10019], 'line_is_fee'],
    ['a line of another order', [20021], 'line_unknown'],
  ])('refuses %s and queues nothing', (_name, lineIds, code) => {
    const station = makeStation()
    station.take(makeOrder())
    expect(() => pack(station, lineIds)).toThrow(refusal(code))
    expect(outbox(station)).toEqual([])
  })

  it('refuses a line already in a shipment', () => {
    const { station } = packed()
    expect(() => pack(station, [10012, 10013])).toThrow(refusal('line_taken'))
    expect(outbox(station)).toHaveLength(1)
  })

  it('refuses a canceled order and an order it does not know', () => {
    const station = makeStation()
    station.take(makeOrder({ cancelation_reason: 'buyer' }))
    expect(() => pack(station, [10011])).toThrow(refusal('order_canceled'))
    expect(() => pack(station, [1], 4711)).toThrow(refusal('order_not_found'))
  })

  it('counts a line named twice once', () => {
    const station = makeStation()
    station.take(makeOrder())
    expect(pack(station, [10011, 10011]).order.shipments[0]?.lineIds).toEqual([10011])
  })
})

describe('moveShipment', () => {
  it('ships with both times and the given carrier, and locks the carrier', () => {
    const { station, shipmentId } = packed()
    const { order } = move(station, shipmentId, 'ship', { carrier: 'FedEx', trackingNumber: 'F1' })
    expect(order.shipments[0]).toMatchObject({
      state: 'shipped',
      carrier: 'FedEx',
      trackingNumber: 'F1',
      shippedAt: NOW,
      carrierLocked: true,
      moves: { ship: 'no', deliver: 'usual', cancel: 'no' },
      waiting: 2,
    })
    expect(outbox(station)).toHaveLength(2)
  })

  it.each([
    ['ship', { shippedAt: null }, { shippedAt: 'missing' }],
    ['ship', { expectedToDeliverAt: '' }, { expectedToDeliverAt: 'missing' }],
    ['ship', { shippedAt: 'soon' }, { shippedAt: 'unparsable' }],
    ['ship', { shippedAt: '2026-11-20T08:59:00.000Z' }, { shippedAt: 'before_packed' }],
    ['ship', { shippedAt: '2026-11-21T09:00:00.000Z' }, { shippedAt: 'in_future' }],
    ['ship', { expectedToDeliverAt: '2026-11-20T08:00:00.000Z' }, { expectedToDeliverAt: 'before_shipped' }],
    ['cancel', { canceledAt: null }, { canceledAt: 'missing' }],
  ] as const)('refuses to %s with %o at the field and queues nothing', (kind, times, fields) => {
    const { station, shipmentId } = packed()
    expect(() => move(station, shipmentId, kind, times)).toThrow(refusal('time_problem', fields))
    expect(viewOrder(station.db, 1001, station.seal)?.shipments[0]?.state).toBe('packed')
    expect(outbox(station)).toHaveLength(1)
  })

  it('sends nothing for a field that the marketplace shows as an empty text', () => {
    const station = makeStation()
    const empty = { carrier: '', tracking_number: '', tracking_url: '' }
    const made = { id: 1, state: 'packed', warehouse_id: 7, packed_at: NOW, ...empty }
    station.take(makeOrder({ shipments: [made] }))
    const [shown] = viewOrder(station.db, 1001, station.seal)?.shipments ?? []
    move(station, shown?.shipmentId ?? '', 'ship')
    expect(Object.keys(JSON.parse(findOp(station.db, 1)?.body ?? '{}') as object)).toEqual([
      'state',
      'shipped_at',
      'expected_to_deliver_at',
    ])
  })

  it('requires a confirmation of an unusual move', () => {
    const { station, shipmentId } = packed()
    expect(() => move(station, shipmentId, 'deliver')).toThrow(refusal('confirmation_needed'))
    const { order } = move(station, shipmentId, 'deliver', { confirmedUnusual: true })
    expect(order.shipments[0]?.state).toBe('delivered')
  })

  it('refuses moves that the state does not allow', () => {
    const { station, shipmentId } = packed()
    move(station, shipmentId, 'ship')
    expect(() => move(station, shipmentId, 'cancel')).toThrow(refusal('move_not_allowed'))
    expect(() => move(station, shipmentId, 'ship')).toThrow(refusal('move_not_allowed'))
  })

  it('refuses another carrier once shipped', () => {
    const { station, shipmentId } = packed()
    move(station, shipmentId, 'ship')
    const change = () => move(station, shipmentId, 'deliver', { carrier: 'DHL' })
    expect(change).toThrow(refusal('carrier_locked', { carrier: 'locked' }))
    expect(() => move(station, shipmentId, 'deliver', { carrier: 'UPS' })).not.toThrow()
  })

  it('frees the lines of a canceled shipment', () => {
    const { station, shipmentId } = packed()
    const { order } = move(station, shipmentId, 'cancel')
    expect(order.lines.every((line) => line.shipmentId === null)).toBe(true)
    expect(() => pack(station, [10011, 10012])).not.toThrow()
  })

  it('refuses an unknown shipment', () => {
    const { station } = packed()
    expect(() => move(station, '00000000-0000-4000-8000-000000000000', 'ship')).toThrow(
      refusal('shipment_not_found'),
    )
  })
})
