import { describe, expect, it } from 'vitest'
import { moveShipment } from '../../../../../src/main/areas/packing/move-shipment'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { withdrawPacks } from '../../../../../src/main/areas/orders/withdraw-packs'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { holdOrder, releaseOrder } from '../../../../../src/main/store/tables/order-holds'
import { markCanceled } from '../../../../../src/main/store/tables/orders'
import { advance, openOpsOfShipment } from '../../../../../src/main/store/tables/outbox'
import { mapServerId } from '../../../../../src/main/store/tables/shipments'
import { viewOrder } from '../../../../../src/main/store/views/order-view'
import type { ShipmentMove } from '../../../../../src/shared/domain/shipments/shipment'
import { makeStation } from '../../../../support/account'
import { makeLines, makeOrder } from '../../../../support/orders'

/** A box stands here: why it must stay, and that nothing on its order's page ships. */

const [OURS, THEIRS] = [500, 600]
const AT = '2026-11-20T09:00:00.000Z'

type Carried = { by?: number | null; without?: boolean }

function aBox() {
  const station = makeStation()
  station.take(makeOrder({ order_lines: linesCarried({}) }))
  const parcel = { carrier: 'UPS', trackingNumber: null, trackingUrl: null, warehouseId: 7 }
  const pack = (...lineIds: number[]) =>
    packShipment(station, { orderId: 1001, lineIds, ...parcel }).shipmentId
  const shipmentId = pack(10011, 10012)
  const move = (uid: string, kind: ShipmentMove) =>
    moveShipment(station, {
      ...{ shipmentId: uid, move: kind, carrier: null, trackingNumber: null, trackingUrl: null },
      ...{ shippedAt: AT, expectedToDeliverAt: '2026-11-25T09:00:00.000Z', deliveredAt: AT, canceledAt: AT },
      confirmedUnusual: true,
    })
  return {
    station,
    shipmentId,
    pack,
    move,
    /** The marketplace has it as `OURS`, and has shown it. */
    confirm: () =>
      inTransaction(station.db, (tx) => {
        for (const op of openOpsOfShipment(tx, 1001, shipmentId)) {
          advance(tx, op, 'confirm', { at: AT, serverRef: String(OURS), shownAt: AT })
          mapServerId(tx, shipmentId, 1001, OURS)
        }
      }),
    hold: (heldReason: 'line_taken' | 'not_found') =>
      inTransaction(station.db, (tx) => {
        for (const op of openOpsOfShipment(tx, 1001, shipmentId))
          advance(tx, op, 'hold', { at: AT, heldReason })
      }),
    /** The marketplace's copy; each is newer than the one before. */
    shows: (order_lines: unknown[], states: Record<number, string>, more: object = {}) =>
      station.take(
        makeOrder({
          order_lines,
          shipments: Object.entries(states).map(([id, state]) => ({
            id: Number(id),
            state,
            warehouse_id: 7,
          })),
          ...more,
        }),
      ),
    stops: () => viewOrder(station.db, 1001, station.seal)?.shipments.map(({ stop }) => stop),
    /** What the page offers for any parcel of the order, apart from taking the items out. */
    offered: () =>
      viewOrder(station.db, 1001, station.seal)?.shipments.flatMap(({ moves }) =>
        [moves.ship, moves.deliver].filter((verdict) => verdict !== 'no'),
      ),
  }
}

function linesCarried({ by = null, without = false }: Carried): unknown[] {
  const first = { id: 10011, item_number: 'A', shipment_id: by }
  return makeLines(without ? [first] : [first, { id: 10012, item_number: 'B', shipment_id: by }])
}

describe('a box that is as the marketplace shows it', () => {
  it('may leave', () => {
    const { confirm, shows, stops, offered } = aBox()
    expect([stops(), offered()]).toEqual([[null], ['usual', 'unusual']])
    confirm()
    shows(linesCarried({ by: OURS }), { [OURS]: 'packed' })
    expect([stops(), offered()]).toEqual([[null], ['usual', 'unusual']])
  })

  it('stays while its order is on hold, and by whatever way', () => {
    const { station, shipmentId, move, stops, offered } = aBox()
    inTransaction(station.db, (tx) => holdOrder(tx, 1001, { reason: 'missing', heldBy: 'Ada', heldAt: AT }))
    expect([stops(), offered()]).toEqual([[null], []])
    expect(() => move(shipmentId, 'ship')).toThrow('on hold')
    inTransaction(station.db, (tx) => releaseOrder(tx, 1001))
    expect(() => move(shipmentId, 'ship')).not.toThrow()
  })
})

describe('a box must stay', () => {
  it('after another bench was first, and the other bench’s parcel is not shipped from here', () => {
    const { hold, shows, stops, offered } = aBox()
    hold('line_taken')
    shows(linesCarried({ by: THEIRS }), { [THEIRS]: 'packed' })
    expect(stops()?.toSorted()).toEqual(['lines_elsewhere', null])
    expect(offered()).toEqual([])
  })

  it('once the marketplace moves its items to another shipment', () => {
    const { confirm, shows, shipmentId, move, stops, offered } = aBox()
    confirm()
    shows(linesCarried({ by: THEIRS }), { [OURS]: 'packed', [THEIRS]: 'packed' })
    expect(stops()?.toSorted()).toEqual(['lines_elsewhere', null])
    expect(offered()).toEqual([])
    expect(() => move(shipmentId, 'ship')).toThrow('lines_elsewhere')
    expect(() => move(shipmentId, 'cancel')).not.toThrow()
    expect(stops()).toEqual([null, null])
  })

  it('with an item that was replaced', () => {
    const { station, confirm, shows, shipmentId, move, stops, offered } = aBox()
    confirm()
    shows(linesCarried({ by: OURS, without: true }), { [OURS]: 'packed' })
    expect([stops(), offered()]).toEqual([['lines_gone'], []])
    expect(viewOrder(station.db, 1001, station.seal)?.shipments[0]?.moves.cancel).toBe('usual')
    expect(() => move(shipmentId, 'deliver')).toThrow('lines_gone')
  })

  it('of an order that is gone', () => {
    const { hold, stops, offered } = aBox()
    hold('not_found')
    expect([stops(), offered()]).toEqual([['gone'], []])
  })

  it('of a canceled order', () => {
    const { station, shipmentId, move, stops, offered } = aBox()
    inTransaction(station.db, (tx) => markCanceled(tx, 1001))
    expect([stops(), offered()]).toEqual([['order_canceled'], []])
    for (const kind of ['ship', 'deliver'] as const)
      expect(() => move(shipmentId, kind)).toThrow('is canceled')
  })

  it('whose pack the cancellation of its order withdrew, although its shipment is canceled', () => {
    const { station, stops } = aBox()
    inTransaction(station.db, (tx) => {
      withdrawPacks(tx, 1001, { at: AT, by: 'Ada' })
      markCanceled(tx, 1001)
    })
    expect(stops()).toEqual(['order_canceled'])
  })
})

describe('a box whose shipment was canceled', () => {
  const canceledElsewhere = () => {
    const bench = aBox()
    bench.confirm()
    bench.shows(linesCarried({}), { [OURS]: 'canceled' })
    return bench
  }

  it('elsewhere is named until this station has packed its items again', () => {
    const { pack, stops } = canceledElsewhere()
    expect(stops()).toEqual(['shipment_canceled'])
    pack(10011)
    expect(stops()).toContain('shipment_canceled')
    pack(10012)
    expect(stops()).toEqual([null, null, null])
  })

  it('with its order is to be pulled', () => {
    const { confirm, shows, stops } = aBox()
    confirm()
    shows(linesCarried({}), { [OURS]: 'canceled' }, { state: 'canceled' })
    expect(stops()).toEqual(['order_canceled'])
  })

  it('and packed by somebody else is to be stopped, and theirs is not shipped from here', () => {
    const { shows, stops, offered } = canceledElsewhere()
    shows(linesCarried({ by: THEIRS }), { [OURS]: 'canceled', [THEIRS]: 'packed' })
    expect(stops()?.toSorted()).toEqual(['lines_elsewhere', null])
    expect(offered()).toEqual([])
  })

  it('and delivered in another parcel is over', () => {
    const { shows, stops } = canceledElsewhere()
    shows(linesCarried({ by: THEIRS }), { [OURS]: 'canceled', [THEIRS]: 'delivered' })
    expect(stops()).toEqual([null, null])
  })

  it('here is over: somebody took the items out', () => {
    const { shipmentId, move, stops } = aBox()
    move(shipmentId, 'cancel')
    expect(stops()).toEqual([null])
  })
})
