import { describe, expect, it } from 'vitest'
import { findOp } from '../../../../../src/main/store/tables/outbox'
import { historyOfOp } from '../../../../../src/main/store/tables/op-events'
import { findShipment } from '../../../../../src/main/store/tables/shipments'
import { correctOp } from '../../../../../src/main/areas/outbox/correct-op'
import { moveShipment } from '../../../../../src/main/areas/packing/move-shipment'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import type { ShipmentMove } from '../../../../../src/shared/domain/shipments/shipment'
import { makeStation, type TestStation } from '../../../../support/account'
import { makeOrder } from '../../../../support/orders'

const MINUTE_MS = 60_000

const atMinute = (minute: number): string => `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`

/** Packed at 9:00, shipped at 9:10, delivered at 9:20, none of it sent. It is half past nine now. */
function make() {
  const station = makeStation()
  station.take(makeOrder())
  const pack = (lineIds: number[]) =>
    packShipment(station, {
      orderId: 1001,
      lineIds,
      carrier: null,
      trackingNumber: null,
      trackingUrl: null,
      warehouseId: 7,
    })
  const { shipmentId, seq: packSeq } = pack([10011])
  const move = (kind: ShipmentMove): number => {
    station.clock.advance(10 * MINUTE_MS)
    const now = new Date(station.clock.wallMs()).toISOString()
    return moveShipment(station, {
      shipmentId,
      move: kind,
      carrier: null,
      trackingNumber: null,
      trackingUrl: null,
      shippedAt: now,
      expectedToDeliverAt: now,
      deliveredAt: now,
      canceledAt: now,
      confirmedUnusual: true,
    }).seq
  }
  return { station, shipmentId, packSeq, pack, move }
}

type Times = Partial<
  Record<'packedAt' | 'shippedAt' | 'expectedToDeliverAt' | 'deliveredAt' | 'canceledAt', string>
>

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

const problem = (fields: object): unknown => expect.objectContaining({ code: 'time_problem', fields })

describe('a corrected time keeps packed <= shipped <= delivered', () => {
  const queue = () => {
    const made = make()
    const shipSeq = made.move('ship')
    const deliverSeq = made.move('deliver')
    made.station.clock.advance(10 * MINUTE_MS)
    return { ...made, shipSeq, deliverSeq }
  }

  it('and is refused at the field if another waiting step is on the wrong side of it', () => {
    const { station, packSeq, shipSeq, deliverSeq } = queue()
    const tries: [number, Times, object][] = [
      [packSeq, { packedAt: atMinute(11) }, { packedAt: 'after_next_step' }],
      [packSeq, { packedAt: atMinute(25) }, { packedAt: 'after_next_step' }],
      [packSeq, { packedAt: atMinute(40) }, { packedAt: 'in_future' }],
      [shipSeq, { shippedAt: '2026-11-20T08:59:00.000Z' }, { shippedAt: 'before_packed' }],
      [
        shipSeq,
        { shippedAt: atMinute(21), expectedToDeliverAt: atMinute(30) },
        { shippedAt: 'after_next_step' },
      ],
      [deliverSeq, { deliveredAt: atMinute(9) }, { deliveredAt: 'before_shipped' }],
    ]
    for (const [seq, times, fields] of tries) {
      const before = findOp(station.db, seq)
      expect(() => correct(station, seq, times)).toThrow(problem(fields))
      expect(findOp(station.db, seq)).toEqual(before)
    }
  })

  it('and is sent with the operation, with the change in its history', () => {
    const { station, shipmentId, packSeq, shipSeq } = queue()
    correct(station, packSeq, { packedAt: atMinute(10) })
    correct(station, shipSeq, { shippedAt: atMinute(20), expectedToDeliverAt: atMinute(20) })
    expect(JSON.parse(findOp(station.db, packSeq)?.body ?? '')).toMatchObject({ packed_at: atMinute(10) })
    expect(JSON.parse(findOp(station.db, shipSeq)?.body ?? '')).toMatchObject({ shipped_at: atMinute(20) })
    expect(findShipment(station.db, shipmentId)).toMatchObject({
      packedAt: atMinute(10),
      shippedAt: atMinute(20),
      deliveredAt: atMinute(20),
    })
    expect(historyOfOp(station.db, packSeq).at(-1)).toMatchObject({
      event: 'correct',
      note: `packed_at: ${atMinute(0)} -> ${atMinute(10)}; the clock was wrong`,
    })
  })

  it('also if a delivery directly follows the packing', () => {
    const { station, packSeq, move } = make()
    const deliverSeq = move('deliver')
    expect(() => correct(station, packSeq, { packedAt: atMinute(11) })).toThrow(
      problem({ packedAt: 'after_next_step' }),
    )
    expect(() => correct(station, deliverSeq, { deliveredAt: '2026-11-20T08:59:00.000Z' })).toThrow(
      problem({ deliveredAt: 'before_packed' }),
    )
  })

  it('and stays unique within its order, because it identifies a lost create', () => {
    const { station, packSeq, pack } = make()
    station.clock.advance(10 * MINUTE_MS)
    pack([10012])
    correct(station, packSeq, { packedAt: atMinute(10) })
    expect(JSON.parse(findOp(station.db, packSeq)?.body ?? '')).toMatchObject({
      packed_at: '2026-11-20T09:10:00.001Z',
    })
  })
})
