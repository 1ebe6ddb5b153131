import { describe, expect, it } from 'vitest'
import { findOp } from '../../../../../src/main/store/tables/outbox'
import { correctOp } from '../../../../../src/main/areas/outbox/correct-op'
import { moveShipment } from '../../../../../src/main/areas/packing/move-shipment'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { readOp } from '../../../../../src/main/areas/outbox/read-op'
import { makeStation, type TestStation } from '../../../../support/account'
import { makeOrder } from '../../../../support/orders'
import { rawDb } from '../../../../support/raw-db'

const NOW = '2026-11-20T09:00:00.000Z'
const EARLIER = '2026-11-20T08:30:00.000Z'

const pack = (station: TestStation, lineIds: number[]) =>
  packShipment(station, {
    orderId: 1001,
    lineIds,
    carrier: 'UPS',
    trackingNumber: null,
    trackingUrl: null,
    warehouseId: 7,
  })

const ship = (station: TestStation, shipmentId: string, shippedAt: string) =>
  moveShipment(station, {
    shipmentId,
    move: 'ship',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt,
    expectedToDeliverAt: '2026-11-23T09:00:00.000Z',
    deliveredAt: null,
    canceledAt: null,
    confirmedUnusual: false,
  })

type Times = Partial<Parameters<typeof correctOp>[1]>
const correct = (station: TestStation, seq: number, times: Times) =>
  correctOp(station, {
    seq,
    packedAt: null,
    shippedAt: null,
    expectedToDeliverAt: null,
    deliveredAt: null,
    canceledAt: null,
    reason: 'the clock was wrong',
    ...times,
  })

function stationWithOrder(): TestStation {
  const station = makeStation()
  station.take(makeOrder())
  return station
}

const refusal = (code: string, fields?: object): unknown =>
  expect.objectContaining(fields === undefined ? { code } : { code, fields })

describe('correctOp', () => {
  it('changes the body and the shown times, and records who changed what and why (I11)', () => {
    const station = stationWithOrder()
    const { seq } = pack(station, [10011])
    correct(station, seq, { packedAt: EARLIER })
    const detail = readOp(station, seq)
    expect(detail.asked).toMatchObject({ packed_at: EARLIER, carrier: 'UPS' })
    expect(detail.order?.shipments[0]?.packedAt).toBe(EARLIER)
    expect(detail.row).toMatchObject({ state: 'ready', capturedAt: NOW })
    expect(detail.history.at(-1)).toMatchObject({
      event: 'correct',
      by: 'tester',
      note: `packed_at: ${NOW} -> ${EARLIER}; the clock was wrong`,
    })
  })

  it('can be repeated as long as nothing was sent', () => {
    const station = stationWithOrder()
    const { seq } = pack(station, [10011])
    correct(station, seq, { packedAt: EARLIER })
    correct(station, seq, { packedAt: NOW })
    expect(readOp(station, seq).asked).toMatchObject({ packed_at: NOW })
    expect(readOp(station, seq).history.map(({ event }) => event)).toEqual(['capture', 'correct', 'correct'])
  })

  it.each([
    ['no reason', { packedAt: EARLIER, reason: '' }, 'invalid_request', { reason: 'missing' }],
    ['nothing changed', {}, 'invalid_request', { times: 'missing' }],
    ['no time', { packedAt: 'soon' }, 'time_problem', { packedAt: 'unparsable' }],
    ['the future', { packedAt: '2026-11-20T10:00:00.000Z' }, 'time_problem', { packedAt: 'in_future' }],
    ['a time that is none of its own', { shippedAt: EARLIER }, 'time_problem', { shippedAt: 'missing' }],
  ])('refuses %s and changes nothing', (_name, times, code, fields) => {
    const station = stationWithOrder()
    const { seq } = pack(station, [10011])
    expect(() => correct(station, seq, times)).toThrow(refusal(code, fields))
    expect(readOp(station, seq).asked).toMatchObject({ packed_at: NOW })
    expect(readOp(station, seq).history).toHaveLength(1)
  })

  it('keeps packed before shipped, in both directions', () => {
    const station = stationWithOrder()
    const { seq, shipmentId } = pack(station, [10011])
    station.clock.advance(600_000)
    const shipped = ship(station, shipmentId, '2026-11-20T09:05:00.000Z')
    expect(() => correct(station, seq, { packedAt: '2026-11-20T09:06:00.000Z' })).toThrow(
      refusal('time_problem', { packedAt: 'after_next_step' }),
    )
    expect(() => correct(station, shipped.seq, { shippedAt: EARLIER })).toThrow(
      refusal('time_problem', { shippedAt: 'before_packed' }),
    )
    correct(station, shipped.seq, { shippedAt: '2026-11-20T09:09:00.000Z' })
    correct(station, seq, { packedAt: '2026-11-20T09:06:00.000Z' })
    expect(readOp(station, shipped.seq).asked).toMatchObject({ shipped_at: '2026-11-20T09:09:00.000Z' })
  })

  it('never gives two packs of an order the same moment (I3)', () => {
    const station = stationWithOrder()
    const first = pack(station, [10011])
    const second = pack(station, [10012])
    correct(station, first.seq, { packedAt: EARLIER })
    correct(station, second.seq, { packedAt: EARLIER })
    const times = [first, second].map(({ seq }) => readOp(station, seq).asked['packed_at'])
    expect(times).toEqual([EARLIER, '2026-11-20T08:30:00.001Z'])
  })

  it('is refused once anything was sent', () => {
    const station = stationWithOrder()
    const { seq } = pack(station, [10011])
    rawDb(station.db).prepare('UPDATE outbox SET attempts = 1').run()
    expect(() => correct(station, seq, { packedAt: EARLIER })).toThrow(refusal('answer_not_safe'))
    expect(findOp(station.db, seq)?.body).toContain(NOW)
    expect(() => correct(station, 99, { packedAt: EARLIER })).toThrow(refusal('op_not_found'))
  })
})
