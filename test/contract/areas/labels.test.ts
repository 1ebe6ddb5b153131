import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../src/main/store/db/database'
import { addPackedShipment, findShipment } from '../../../src/main/store/tables/shipments'
import { moveShipment } from '../../../src/main/areas/packing/move-shipment'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { resolveScan } from '../../../src/main/areas/packing/resolve-scan'
import { KNOWN_CARRIERS } from '../../../src/shared/domain/carriers/known-carriers'
import { makeStation } from '../../support/account'
import { openStation, type TestStation } from '../../support/open-account'
import { makeOrder } from '../../support/orders'
import { rawDb } from '../../support/raw-db'

const LABEL = '1Z5R89390357567127'
const OTHER = '1Z879E930346834440'
const DAY_MS = 86_400_000

function bench(station = makeStation()): TestStation {
  station.take(...[1001, 1002, 1003].map((id) => makeOrder({ id })))
  return station
}

type Pack = { line?: number; trackingNumber?: string | null; labelConfirmed?: boolean }

function pack(station: TestStation, orderId: number, { line = 1, ...more }: Pack = {}): string {
  return packShipment(station, {
    orderId,
    lineIds: [orderId * 10 + line],
    carrier: 'UPS',
    trackingNumber: LABEL,
    trackingUrl: null,
    warehouseId: 7,
    ...more,
  }).shipmentId
}

const NOTHING = {
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  shippedAt: null,
  expectedToDeliverAt: null,
  deliveredAt: null,
  canceledAt: null,
  confirmedUnusual: false,
}
const now = ({ clock }: TestStation): string => new Date(clock.wallMs()).toISOString()

function ship(station: TestStation, shipmentId: string, more: Omit<Pack, 'line'> = {}): void {
  const at = now(station)
  moveShipment(station, {
    ...NOTHING,
    shipmentId,
    move: 'ship',
    shippedAt: at,
    expectedToDeliverAt: at,
    ...more,
  })
}

function cancel(station: TestStation, shipmentId: string): void {
  moveShipment(station, { ...NOTHING, shipmentId, move: 'cancel', canceledAt: now(station) })
}

const USED_BY_1001 = { code: 'label_used', orderId: 1001, fields: { trackingNumber: 'used' } }
const refusal = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return null
}

describe('a tracking number that is on another order’s parcel', () => {
  it('is refused by a pack, which changes nothing', () => {
    const station = bench()
    pack(station, 1001)
    expect(refusal(() => pack(station, 1002))).toMatchObject(USED_BY_1001)
    expect(refusal(() => pack(station, 1002, { trackingNumber: '1z5r 8939-0357 567127' }))).toMatchObject(
      USED_BY_1001,
    )
    pack(station, 1002, { trackingNumber: OTHER })
  })

  it('is refused when a parcel gets its number at shipping', () => {
    const station = bench()
    pack(station, 1001)
    const shipmentId = pack(station, 1002, { trackingNumber: null })
    expect(refusal(() => ship(station, shipmentId, { trackingNumber: LABEL }))).toMatchObject(USED_BY_1001)
    expect(findShipment(station.db, shipmentId)).toMatchObject({ state: 'packed', trackingNumber: null })
    ship(station, shipmentId, { trackingNumber: OTHER })
    expect(refusal(() => pack(station, 1003, { trackingNumber: OTHER }))).toMatchObject({ orderId: 1002 })
  })

  it('is accepted when a person confirms it, and the parcel leaves with it', () => {
    const station = bench()
    pack(station, 1001)
    ship(station, pack(station, 1002, { labelConfirmed: true }))
    const late = pack(station, 1003, { trackingNumber: null })
    ship(station, late, { trackingNumber: LABEL, labelConfirmed: true })
    expect(findShipment(station.db, late)).toMatchObject({ state: 'shipped', trackingNumber: LABEL })
  })

  it('may be on two parcels of one order, and on many if it is not a real number', () => {
    const station = bench()
    pack(station, 1001)
    pack(station, 1001, { line: 2 })
    for (const orderId of [1002, 1003]) pack(station, orderId, { trackingNumber: 'Pickup' })
  })

  it('is free again when the parcel was unpacked, or shipped in another season', () => {
    const station = bench()
    cancel(station, pack(station, 1001))
    pack(station, 1002)
    expect(refusal(() => pack(station, 1003))).toMatchObject({ orderId: 1002 })
    station.clock.advance(91 * DAY_MS)
    pack(station, 1003)
  })

  it('is known from the marketplace too, even after it changes there', () => {
    const station = bench()
    expect(refusal(() => pack(station, 1003, { trackingNumber: OTHER }))).toBeNull()
    const theirs = (trackingNumber: string) => ({
      id: 5,
      state: 'packed',
      tracking_number: trackingNumber,
      packed_at: now(station),
    })
    station.take(makeOrder({ id: 1001, shipments: [theirs('9400 1000 0000')] }))
    station.take(makeOrder({ id: 1001, shipments: [theirs(LABEL)] }))
    expect(refusal(() => pack(station, 1002))).toMatchObject(USED_BY_1001)
    pack(station, 1002, { trackingNumber: '940010000000' })
  })

  it('does not count when its pack was rolled back', () => {
    const station = bench()
    pack(station, 1003, { trackingNumber: OTHER })
    const undone = (): never => {
      inTransaction(station.db, (tx) =>
        addPackedShipment(
          tx,
          {
            shipmentUid: '018c0000-0000-7000-8000-000000000001',
            orderId: 1001,
            carrier: null,
            trackingNumber: LABEL,
            trackingUrl: null,
            warehouseId: 7,
            packedAt: now(station),
          },
          [10011],
          { byHand: null },
        ),
      )
      throw new Error('power cut')
    }
    expect(() => inTransaction(station.db, undone)).toThrow('power cut')
    pack(station, 1002)
  })

  it('is still known after a restart', async () => {
    const first = bench()
    pack(first, 1001)
    await first.close()
    const station = openStation({ file: first.file })
    expect(refusal(() => pack(station, 1002))).toMatchObject(USED_BY_1001)
    await station.close()
  })

  it('is found among many parcels, in whatever groups its digits are written', () => {
    const station = bench()
    const { db } = station
    const add = rawDb(db).prepare(
      `INSERT INTO shipments (shipment_uid, order_id, state, tracking_number, packed_at)
       VALUES (printf('018c0000-0000-7000-8000-%012d', ?), ?, 'packed', ?, ?)`,
    )
    inTransaction(db, () => {
      for (let index = 0; index < 2_500; index += 1)
        add.run(
          index,
          5_000 + index,
          `n${100 + Math.floor(index / 1_000)} ${String(index % 1_000).padStart(3, '0')}`,
          now(station),
        )
    })
    for (const index of [0, 999, 1_000, 2_499])
      expect(refusal(() => pack(station, 1001, { trackingNumber: `N${100_000 + index}` }))).toMatchObject({
        orderId: 5_000 + index,
      })
  })
})

describe('a scan that is a parcel’s label', () => {
  const resolve = (station: TestStation, code: string) => resolveScan(station, KNOWN_CARRIERS, [code])

  it('names the order of the parcel', () => {
    const station = bench()
    pack(station, 1001)
    pack(station, 1002, { trackingNumber: '779017972697' })
    const found = (orderId: number) => ({ kind: 'label', orders: [{ orderId, inUse: true }] })
    expect(resolve(station, LABEL)).toEqual(found(1001))
    expect(resolve(station, '1001921334250001000300779017972697')).toEqual(found(1002))
    expect(resolve(station, OTHER)).toEqual({ kind: 'unknown' })
  })

  it('names the order even if the parcel is long gone, whose number is free again', () => {
    const station = bench()
    pack(station, 1001)
    station.clock.advance(91 * DAY_MS)
    expect(resolve(station, LABEL)).toEqual({ kind: 'label', orders: [{ orderId: 1001, inUse: false }] })
  })

  it('leaves orders and items unchanged', () => {
    const station = bench()
    pack(station, 1003, { trackingNumber: 'ITM-1002-1' })
    station.take(makeOrder({ id: 7_654_321 }))
    pack(station, 1001, { trackingNumber: '7654321' })
    expect(resolve(station, 'ITM-1002-1')).toMatchObject({ kind: 'item', orderId: 1002 })
    expect(resolve(station, '7654321')).toEqual({ kind: 'order', orderId: 7_654_321 })
  })
})
