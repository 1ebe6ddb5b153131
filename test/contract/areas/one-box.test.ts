import { describe, expect, it } from 'vitest'
import { oneBoxOf } from '../../../src/main/areas/boxes/one-box'
import { moveShipment } from '../../../src/main/areas/packing/move-shipment'
import { nextOrder } from '../../../src/main/areas/packing/next-order'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { resolveScan } from '../../../src/main/areas/packing/resolve-scan'
import { inTransaction } from '../../../src/main/store/db/database'
import { holdOrder } from '../../../src/main/store/tables/order-holds'
import { parsePreferences } from '../../../src/shared/contract/preferences'
import { makeStation } from '../../support/account'
import { makeOrder } from '../../support/orders'

/** Orders to one address, under one label; 1, 2 and 4 go to Jo, 3 to Ann. */

const JO = {
  name: 'Jo Doe',
  line1: '1 Test Street',
  line2: '',
  city: 'Springfield',
  state: 'OR',
  zip5: '97477',
}
const LABEL = 'JD014600003987654321'
const PREFERENCES = parsePreferences({})

function fourOrders({ on = true, elsewhere = [] as number[] } = {}) {
  let asks = on
  const station = makeStation({ oneBox: () => asks })
  const at = (id: number, address: object = JO) =>
    makeOrder({ id, shipping_address: address, purchased_at: `2026-11-19T1${id}:00:00.000Z` })
  station.take(at(1), at(2, { ...JO, name: ' jo DOE ' }), at(3, { ...JO, name: 'Ann Doe' }), at(4))
  const holder = { station: 'Bench 2', operator: '', since: '', tookOver: false }
  station.neighbors = {
    ...station.neighbors,
    ordersElsewhere: () => elsewhere,
    holderOf: (orderId) => (elsewhere.includes(orderId) ? holder : null),
  }
  const pack = (orderId: number, trackingNumber: string | null = LABEL) => {
    // Nobody packs two in one moment.
    station.clock.advance(1_000)
    return packShipment(station, {
      orderId,
      lineIds: [1, 2, 3].map((line) => orderId * 10 + line),
      ...{ carrier: 'DHL', trackingNumber, trackingUrl: null, warehouseId: 1 },
    })
  }
  const move = (shipmentId: string, what: 'ship' | 'cancel') => {
    const now = new Date(station.clock.wallMs()).toISOString()
    const ships = what === 'ship'
    return moveShipment(station, {
      ...{ shipmentId, move: what, carrier: null, trackingNumber: null, trackingUrl: null },
      ...{ shippedAt: ships ? now : null, expectedToDeliverAt: ships ? '2026-12-24T09:00:00.000Z' : null },
      ...{ deliveredAt: null, canceledAt: ships ? null : now, confirmedUnusual: false },
    })
  }
  return {
    ...{ station, db: station.db, clock: station.clock, at, take: station.take, pack, move },
    of: (orderId: number) => oneBoxOf(station, orderId),
    toPack: (orderId: number) => oneBoxOf(station, orderId)?.toPack.map((one) => one.orderId),
    next: (after: number | null) => nextOrder(station, PREFERENCES, after),
    turn: (to: boolean) => (asks = to),
  }
}

describe('what goes in one box', () => {
  it('is the other orders to the same name and address, longest waiting first, with their units', () => {
    const { of } = fourOrders()
    expect(of(2)).toEqual({ toPack: [1, 4].map((orderId) => ({ orderId, units: 3 })), label: null })
    expect(of(3)).toEqual({ toPack: [], label: null })
  })

  it('is not asked where the setting is off, whenever that changes', () => {
    const { of, turn, toPack } = fourOrders({ on: false })
    expect(of(1)).toBeNull()
    turn(true)
    expect(toPack(1)).toEqual([2, 4])
  })

  it('is nothing on hold, canceled, packed, or on another bench', () => {
    const { toPack, db, take, at } = fourOrders({ elsewhere: [4] })
    expect(toPack(1)).toEqual([2])
    take(makeOrder({ ...at(5), state: 'canceled' }))
    expect(toPack(1)).toEqual([2])
    inTransaction(db, (tx) =>
      holdOrder(tx, 2, { reason: 'damaged', heldAt: '2026-11-19T12:00:00.000Z', heldBy: 'Ann' }),
    )
    expect(toPack(1)).toEqual([])
  })

  it('follows an address that changes, either way', () => {
    const { toPack, take, at } = fourOrders()
    expect(toPack(1)).toEqual([2, 4])
    take(at(2, { ...JO, line1: '2 Test Street' }), at(3))
    expect(toPack(1)).toEqual([3, 4])
    expect(toPack(2)).toEqual([])
  })
})

describe('the label', () => {
  it('is the one of the parcel that was packed last, as long as the box is open', () => {
    const { of, pack, clock } = fourOrders()
    pack(1)
    const until = new Date(clock.wallMs() + 15 * 60_000).toISOString()
    expect(of(2)).toEqual({
      toPack: [{ orderId: 4, units: 3 }],
      label: { orderId: 1, carrier: 'DHL', trackingNumber: LABEL, trackingUrl: '', until },
    })
    expect(of(3)?.label).toBeNull()
    clock.advance(15 * 60_000 + 1)
    expect(of(2)?.label).toBeNull()
  })

  it('is none after another parcel, and without a number', () => {
    const { of, pack } = fourOrders()
    pack(1)
    pack(3, 'JD014600009999999999')
    expect(of(2)?.label).toBeNull()
    pack(4, null)
    expect(of(2)?.label).toBeNull()
  })

  it('is none once the parcel is canceled', () => {
    const { of, pack, move } = fourOrders()
    const { shipmentId } = pack(1)
    expect(of(2)?.label).not.toBeNull()
    move(shipmentId, 'cancel')
    expect(of(2)?.label).toBeNull()
  })

  it('may be on the parcels of all orders of the box, and of no other', () => {
    const { pack, station } = fourOrders()
    pack(1)
    expect(resolveScan(station, PREFERENCES.carriers.list, [LABEL])).toMatchObject({
      orders: [{ orderId: 1, inUse: true, box: [2, 4] }],
    })
    expect(() => pack(3)).toThrow(expect.objectContaining({ code: 'label_used', orderId: 1 }))
    expect(pack(2).inBoxOf).toBe(1)
    expect(pack(4).inBoxOf).toBe(2)
  })

  it('is used where the setting is off, or the first parcel has left', () => {
    const { pack, turn, move } = fourOrders()
    const { shipmentId } = pack(1)
    turn(false)
    expect(() => pack(2)).toThrow(expect.objectContaining({ code: 'label_used' }))
    turn(true)
    move(shipmentId, 'ship')
    expect(() => pack(2)).toThrow(expect.objectContaining({ code: 'label_used' }))
  })
})

describe('the next order', () => {
  it('goes on in the queue, round to the first, past those on other benches', () => {
    const { next } = fourOrders({ elsewhere: [2] })
    expect(next(null)).toBe(1)
    expect(next(1)).toBe(3)
    expect(next(4)).toBe(1)
  })

  it('is none where no other order waits', () => {
    const { next, pack } = fourOrders({ elsewhere: [2, 3, 4] })
    expect(next(1)).toBeNull()
    pack(1)
    expect(next(null)).toBeNull()
  })

  it('is one of the box once its first parcel is packed, and only then', () => {
    const { next, pack } = fourOrders()
    expect(next(2)).toBe(3)
    pack(2)
    expect(next(2)).toBe(1)
    pack(1)
    expect(next(1)).toBe(4)
    pack(4)
    expect(next(4)).toBe(3)
  })
})
