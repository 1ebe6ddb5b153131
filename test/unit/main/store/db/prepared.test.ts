import { expect, it, onTestFinished, vi } from 'vitest'
import { viewOrder } from '../../../../../src/main/store/views/order-view'
import { workableHeads } from '../../../../../src/main/store/tables/workable-heads'
import { listOutbox } from '../../../../../src/main/store/views/outbox-list'
import { listed } from '../../../../support/queue'
import { moveShipment } from '../../../../../src/main/areas/packing/move-shipment'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { makeStation, type TestStation } from '../../../../support/account'
import { makeOrder } from '../../../../support/orders'

/** better-sqlite3 builds a function of the columns whenever SQLite has prepared a statement, even of its own accord. */
function countPrepared(): () => number {
  let count = 0
  const counting = new Proxy(Function, {
    apply(target, self, values) {
      count += 1
      return Reflect.apply(target, self, values) as unknown
    },
  })
  vi.stubGlobal('Function', counting)
  onTestFinished(() => void vi.unstubAllGlobals())
  return () => count
}

function workOnOrder(station: TestStation, id: number): void {
  const order = makeOrder({ id })
  station.take(order)
  const lineIds = [id * 10 + 1]
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: null, warehouseId: 1 }
  const { shipmentId } = packShipment(station, { orderId: id, lineIds, ...parcel })
  const now = new Date(station.clock.wallMs()).toISOString()
  moveShipment(station, {
    shipmentId,
    move: 'ship',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: now,
    expectedToDeliverAt: now,
    deliveredAt: null,
    canceledAt: null,
    confirmedUnusual: false,
  })
  station.take(order)
  workableHeads(station.db, new Set(['order:1']), 8)
  viewOrder(station.db, id, station.seal)
  for (const view of ['open', 'held', 'all'] as const) listOutbox(station.db, view, 0, 50)
  for (const view of ['to_pack', 'to_ship', 'all'] as const) listed(station.db, view, 0, 50)
}

it('prepares each statement once, however often it is run', () => {
  const station = makeStation()
  const prepared = countPrepared()
  workOnOrder(station, 1)
  workOnOrder(station, 2)
  const before = prepared()
  workOnOrder(station, 3)
  expect(before).toBeGreaterThan(5)
  expect(prepared()).toBe(before)
})
