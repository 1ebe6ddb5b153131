import { describe, expect, it } from 'vitest'
import { holdOrder, releaseOrder } from '../../../src/main/store/tables/order-holds'
import { cancelOrder } from '../../../src/main/areas/orders/change-order'
import { removeFromDock } from '../../../src/main/areas/dock/handover'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { manifestCodeOf } from '../../../src/shared/domain/shipments/shipment-code'
import { makeStation } from '../../support/account'
import { openStation } from '../../support/open-account'
import { makeLines, makeOrder } from '../../support/orders'
import { inTransaction } from '../../../src/main/store/db/database'
import { advance, openOpsOfShipment } from '../../../src/main/store/tables/outbox'
import { mapServerId } from '../../../src/main/store/tables/shipments'
import { NOW, UPS, DHL, pack, dock, at } from './dock-station'

/** In one box with another order's. */
const PARCEL = { carrier: 'UPS', trackingUrl: null, warehouseId: 7, labelConfirmed: true }

describe('a scan at the dock', () => {
  it('finds a parcel by its label, by a barcode that contains the number, and by its order', () => {
    const { scan, ups } = dock()
    expect(scan(UPS[0])).toMatchObject({
      kind: 'taken',
      parcel: { shipmentId: ups[0], orderId: 1001, items: 2 },
      carrier: 'UPS',
      scanned: 1,
      total: 3,
    })
    expect(scan('1z 879 e93 0346 834440')).toMatchObject({ kind: 'taken', scanned: 2, total: 3 })
    expect(scan('1003')).toMatchObject({ kind: 'taken', scanned: 3, total: 3 })
  })

  it('finds the number in a longer barcode', () => {
    const station = makeStation()
    station.take(makeOrder({ id: 1001 }))
    pack(station, 1001, 'FedEx', '779017972697')
    expect(at(station).scan('1001921334250001000300779017972697').kind).toBe('taken')
  })

  it('reports a second scan as such, and changes nothing', () => {
    const { scan, read } = dock()
    scan(UPS[0])
    const before = read()
    expect(scan(UPS[0])).toMatchObject({ kind: 'already_scanned', scanned: 1, total: 3 })
    expect(scan('1001')).toMatchObject({ kind: 'already_scanned' })
    expect(read()).toEqual(before)
  })

  it('knows a manifest from its code, which takes no parcel', () => {
    const { scan, read, ups } = dock()
    scan(UPS[0])
    const before = read()
    const code = manifestCodeOf(ups[0] ?? '')
    const answer = { kind: 'manifest', carrier: 'UPS', parcel: { shipmentId: ups[0] } }
    expect(scan(code)).toMatchObject({ ...answer, scanned: 1, total: 3 })
    expect(scan(code.toLowerCase())).toMatchObject(answer)
    expect(scan(manifestCodeOf('00000000-0000-4000-8000-000000000001'))).toMatchObject({ kind: 'unknown' })
    expect(read()).toEqual(before)
  })

  it.each([
    ['nobody knows', 'NEVER-SEEN', { kind: 'unknown', carrier: null }],
    ['looks like a carrier’s', '1Z8V92A70367203024', { kind: 'unknown', carrier: 'UPS' }],
    ['is an order with nothing packed', '1005', { kind: 'not_packed' }],
    ['is an order nobody knows', '4711', { kind: 'unknown' }],
  ])('accepts nothing when the code %s', (_, code, answer) => {
    const { scan, read } = dock()
    expect(scan(code)).toMatchObject(answer)
    expect(read().scanned).toEqual([])
  })

  it('refuses another carrier’s parcel in a round of one carrier', () => {
    const { scan, read } = dock()
    expect(scan(DHL, 'ups')).toMatchObject({
      kind: 'other_carrier',
      carrier: 'DHL',
      parcel: { orderId: 1004 },
    })
    expect(scan(UPS[0], 'ups').kind).toBe('taken')
    expect(read().scanned).toHaveLength(1)
  })

  it('asks for the label if an order has several parcels', () => {
    const { station, scan } = dock()
    packShipment(station, {
      orderId: 1001,
      lineIds: [10013],
      carrier: 'UPS',
      trackingNumber: null,
      trackingUrl: null,
      warehouseId: 7,
    })
    expect(scan('1001')).toMatchObject({ kind: 'several' })
  })

  it('refuses a parcel of a canceled order, even if the cancellation only waits here', () => {
    const { station, scan } = dock()
    station.take(makeOrder({ id: 1001, cancelation_reason: 'buyer' }))
    cancelOrder(station, { orderId: 1002 })
    expect(scan(UPS[0])).toMatchObject({ kind: 'canceled', parcel: { orderId: 1001 } })
    expect(scan(UPS[1])).toMatchObject({ kind: 'canceled', parcel: { orderId: 1002 } })
  })

  it('waits for no parcel that it would refuse', () => {
    const { station, ups, read } = dock()
    const opOf = (orderId: number, index: number) =>
      openOpsOfShipment(station.db, orderId, ups[index] ?? '')[0]
    inTransaction(station.db, (tx) => {
      const [sent, held] = [opOf(1002, 1), opOf(1003, 2)]
      if (sent === undefined || held === undefined) throw new Error('nothing was queued')
      advance(tx, sent, 'confirm', { at: NOW, serverRef: '500', shownAt: NOW })
      mapServerId(tx, ups[1] ?? '', 1002, 500)
      advance(tx, held, 'hold', { at: NOW, heldReason: 'refused' })
    })
    cancelOrder(station, { orderId: 1002 })
    const [, group] = read().groups
    expect(group).toMatchObject({ carrier: 'UPS', total: 1, missing: [{ orderId: 1001 }] })
  })

  it('refuses a parcel with an item that is no longer in its order', async () => {
    const { station, scan } = dock()
    const lines = makeLines([{ id: 10011, item_number: 'A' }])
    station.take(makeOrder({ id: 1001, order_lines: lines }))
    expect(scan(UPS[0])).toMatchObject({ kind: 'needs_person', parcel: { orderId: 1001 } })
    // What has left with that item arrives all the same.
    const { scan: scanBefore, commit, station: other } = dock(makeStation())
    scanBefore(UPS[0])
    await commit()
    other.take(makeOrder({ id: 1001, order_lines: lines }))
    expect(scanBefore(UPS[0], null, 'deliver')).toMatchObject({ kind: 'taken' })
  })

  it('refuses a parcel of an order on hold, says why, and accepts it when the order is released', () => {
    const { station, scan, read } = dock()
    inTransaction(station.db, (tx) =>
      holdOrder(tx, 1001, { reason: 'wrong size', heldBy: 'Ada', heldAt: NOW }),
    )
    expect(scan(UPS[0])).toMatchObject({
      kind: 'on_hold',
      parcel: { orderId: 1001, holdReason: 'wrong size' },
      total: 2,
    })
    expect(read().groups[1]?.missing.map(({ orderId }) => orderId)).toEqual([1002, 1003])
    inTransaction(station.db, (tx) => releaseOrder(tx, 1001))
    expect(scan(UPS[0])).toMatchObject({ kind: 'taken', scanned: 1, total: 3 })
  })

  it('says if a parcel was already shipped or delivered, or is not shipped yet', async () => {
    const { scan, commit } = dock()
    expect(scan(UPS[0], null, 'deliver').kind).toBe('not_shipped')
    scan(UPS[0])
    await commit()
    expect(scan(UPS[0]).kind).toBe('already_shipped')
    scan(UPS[0], null, 'deliver')
    await commit(NOW, null, 'deliver')
    expect(scan(UPS[0]).kind).toBe('already_delivered')
    expect(scan(UPS[0], null, 'deliver').kind).toBe('already_delivered')
  })
})

describe('the round', () => {
  it('shows the missing parcels of each carrier', () => {
    const { scan, read } = dock()
    scan(UPS[1])
    expect(read().groups).toMatchObject([
      { carrier: 'DHL', total: 1, scanned: 0, missing: [{ orderId: 1004 }] },
      { carrier: 'UPS', total: 3, scanned: 1, missing: [{ orderId: 1001 }, { orderId: 1003 }] },
    ])
  })

  it('is restored after a restart', async () => {
    const { station, scan } = dock()
    scan(UPS[0])
    await station.close()
    const again = openStation({ file: station.file })
    try {
      expect(at(again).read().scanned).toMatchObject([{ orderId: 1001, problem: null }])
    } finally {
      await again.close()
    }
  })

  it('lets one parcel or all of them be removed', () => {
    const { station, scan, ups } = dock()
    scan(UPS[0])
    scan(UPS[1])
    const one = removeFromDock(station, { mode: 'ship', shipmentId: ups[0] ?? '' })
    expect(one.removed).toEqual([{ shipmentId: ups[0], orderId: 1001 }])
    expect(one.view.scanned).toMatchObject([{ orderId: 1002 }])
    const all = removeFromDock(station, { mode: 'ship', shipmentId: null })
    expect(all.removed).toEqual([{ shipmentId: ups[1], orderId: 1002 }])
    expect(all.view).toMatchObject({ scanned: [], counts: [] })
  })

  it('removes the last scanned parcel of the selected carrier', () => {
    const { station, scan, read } = dock()
    const undo = (lastOf: string | null) =>
      removeFromDock(station, { mode: 'ship', lastOf }).removed.map(({ orderId }) => orderId)
    for (const code of [UPS[1], UPS[0], DHL]) {
      station.clock.advance(1_000)
      scan(code)
    }
    expect(undo('FedEx')).toEqual([])
    expect(undo(' ups')).toEqual([1001])
    expect(read().scanned).toMatchObject([{ orderId: 1004 }, { orderId: 1002 }])
    expect(undo(null)).toEqual([1004])
    expect(undo('UPS')).toEqual([1002])
    expect(undo('UPS')).toEqual([])
  })

  it('removes all parcels of one scan, which travel under one label', () => {
    const { station, scan, read } = dock()
    packShipment(station, { ...PARCEL, orderId: 1005, lineIds: [10051], trackingNumber: UPS[0] })
    scan(UPS[1])
    station.clock.advance(1_000)
    scan(UPS[0])
    const { removed } = removeFromDock(station, { mode: 'ship', lastOf: 'UPS' })
    expect(removed.map(({ orderId }) => orderId).toSorted()).toEqual([1001, 1005])
    expect(read().scanned).toMatchObject([{ orderId: 1002 }])
  })

  it('lists a parcel canceled after its scan first', () => {
    const { station, scan, read } = dock()
    scan(UPS[0])
    scan(UPS[1])
    station.take(makeOrder({ id: 1001, cancelation_reason: 'buyer' }))
    expect(read().scanned).toMatchObject([
      { orderId: 1001, problem: 'canceled' },
      { orderId: 1002, problem: null },
    ])
  })
})
