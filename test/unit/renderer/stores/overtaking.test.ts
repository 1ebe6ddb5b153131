import { expect, it } from 'vitest'
import { createHandoverStore } from '../../../../src/renderer/src/stores/handover-store'
import { createNoticeStore } from '../../../../src/renderer/src/stores/notice-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import type { HandoverView } from '../../../../src/shared/contract/handover'
import type { Result } from '../../../../src/shared/contract/result'
import type { OrderView } from '../../../../src/shared/contract/views'
import { aLine, anOrder, aShipment, fakeStation, good } from '../fake-station'

/** Answers and events take different ways, and may pass one another. */

const PACKED = anOrder(5, {
  lines: [aLine(1, { shipmentId: aShipment().shipmentId })],
  shipments: [aShipment()],
})

/** An order on the bench, whose further reads are answered when the test says so. */
async function aBench() {
  const station = fakeStation({
    'packing:open': ({ orderId }) => good(anOrder(orderId, { lines: [aLine(1)] })),
  })
  const store = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId: 1 }))
  await store.getState().open(5)
  store.getState().chooseAll()
  const reads: ((answer: Result<OrderView>) => void)[] = []
  station.answers['packing:open'] = () => new Promise((resolve) => reads.push(resolve))
  const opened = () => station.asked.filter(({ channel }) => channel === 'packing:open').length - 1
  return { station, store, reads, opened }
}

it('a read from before a pack does not undo what the packer sees', async () => {
  const { station, store, reads } = await aBench()
  const read = store.getState().reload()
  const readAt = station.revision()
  station.answers['packing:pack'] = () => good({ shipmentId: aShipment().shipmentId, seq: 1, order: PACKED })
  expect(await store.getState().pack()).toBeNull()
  reads[0]?.(good(anOrder(5, { lines: [aLine(1)] }), readAt))
  await read
  expect(store.getState().order?.shipments).toHaveLength(1)
})

it('a read from before a cancellation does not undo it', async () => {
  const { station, store, reads } = await aBench()
  const read = store.getState().reload()
  const readAt = station.revision()
  const order = anOrder(5, { pending: [{ seq: 3, kind: 'cancel_order', state: 'ready', amountCents: null }] })
  station.answers['orders:cancel'] = () => good({ seq: 3, order, withdrawn: [] })
  expect(await store.getState().cancelOrder()).toBeNull()
  reads[0]?.(good(anOrder(5), readAt))
  await read
  expect(store.getState().order?.pending).toHaveLength(1)
})

it('a packed order is not read a second time: the answer knows of the change, whichever comes first', async () => {
  const { station, store, opened } = await aBench()
  station.answers['packing:pack'] = () => {
    station.emit({ kind: 'orders_changed', orderIds: [5] })
    return good({ shipmentId: aShipment().shipmentId, seq: 1, order: PACKED })
  }
  const before = station.revision()
  expect(await store.getState().pack()).toBeNull()
  station.emit({ kind: 'orders_changed', orderIds: [5] }, before)
  expect(opened()).toBe(0)
})

it('a change that a pack’s answer does not know is read after it', async () => {
  const { station, store, opened } = await aBench()
  station.answers['packing:pack'] = () => {
    const answer = good({ shipmentId: aShipment().shipmentId, seq: 1, order: PACKED }, station.revision())
    station.emit({ kind: 'orders_changed', orderIds: [5] })
    return answer
  }
  expect(await store.getState().pack()).toBeNull()
  await expect.poll(opened).toBe(1)
})

it('a change while the marketplace is asked for the order is shown at once', async () => {
  const { station, store } = await aBench()
  station.answers['packing:refresh'] = () => new Promise(() => {})
  station.answers['packing:open'] = () => good(PACKED)
  void store.getState().refresh()
  station.emit({ kind: 'orders_changed', orderIds: [5] })
  await expect.poll(() => store.getState().order?.shipments).toHaveLength(1)
})

it('a storm of changes is read once more, not once each', async () => {
  const { station, store, reads, opened } = await aBench()
  for (let times = 0; times < 5; times += 1) station.emit({ kind: 'orders_changed', orderIds: [5] })
  expect(opened()).toBe(1)
  station.answers['packing:open'] = () => good(PACKED)
  reads[0]?.(good(anOrder(5)))
  await expect.poll(() => store.getState().order?.shipments).toHaveLength(1)
  expect(opened()).toBe(2)
})

const viewOf = (scanned: number): HandoverView =>
  ({ mode: 'ship', scanned: Array.from({ length: scanned }), counts: [] }) as unknown as HandoverView

it('a list at the dock from before a parcel was taken out does not put it back', async () => {
  const reads: ((answer: Result<HandoverView>) => void)[] = []
  const station = fakeStation({
    'dock:read': () => new Promise((resolve) => reads.push(resolve)),
    'dock:remove': () => good({ removed: [], view: viewOf(1) }),
  })
  const store = createHandoverStore(station.bridge)
  const read = store.getState().load()
  const readAt = station.revision()
  await store.getState().remove(aShipment().shipmentId)
  reads[0]?.(good(viewOf(2), readAt))
  await read
  expect(store.getState().view).toEqual(viewOf(1))
})

it('notices that are known already are not read again', async () => {
  const station = fakeStation({ 'station:notices': () => good([]) })
  const store = createNoticeStore(station.bridge)
  const before = station.revision()
  await store.getState().load()
  station.emit({ kind: 'notices_changed' }, before)
  expect(station.asked).toHaveLength(1)
  station.emit({ kind: 'notices_changed' })
  await expect.poll(() => station.asked.length).toBe(2)
})
