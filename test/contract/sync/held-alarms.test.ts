import { expect, it } from 'vitest'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { countNotices, openNotices } from '../../../src/main/store/tables/notices'
import { goodsOf, makeSyncBench } from '../../support/sync-bench'

/** A parcel that the marketplace does not take is an alarm, in the commit that holds its operation. */

const CREATE = '/api/v1.0/orders/:id/shipments'
const SHIP = '/api/v1.0/orders/:orderId/shipments/:id'

it('a parcel whose items somebody else packed alarms once, and is quiet after a person has decided', async () => {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  await bench.control.addFault({ kind: 'status', status: 503, method: 'GET', route: '/api/v1.0/orders' })
  const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
  await bench.control.changeOrder(order.id, { action: 'pack', trackingNumber: 'THEIRS' })
  bench.station.engine.start()
  await bench.until(seq, 'held')
  expect(openNotices(bench.station.db)).toMatchObject([
    { kind: 'lines_elsewhere', orderId: order.id, shipmentIds: [shipmentId] },
  ])
  // Theirs is on the page, too: it is not to be taken for the box that stands here.
  const { shipments } = openOrder(bench.station, order.id)
  expect(shipments.find((shipment) => shipment.shipmentId === shipmentId)).toMatchObject({
    stop: 'lines_elsewhere',
  })
  expect(shipments.map(({ stop, moves }) => [stop, moves.ship]).toSorted()).toEqual([
    [null, 'no'],
    ['lines_elsewhere', 'no'],
  ])
  answerOp(bench.station, { seq, answer: 'discard', reason: 'the other bench has it' })
  expect(countNotices(bench.station.db)).toBe(0)
})

it('a parcel of a canceled order alarms also if the marketplace cancels its shipment with the order', async () => {
  const bench = await makeSyncBench({ cancelOrderCancelsPackedShipments: true })
  const order = await bench.newOrder()
  bench.station.engine.start()
  const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
  await bench.until(seq, 'confirmed')
  await bench.station.refresh(order.id)
  await bench.control.changeOrder(order.id, { action: 'cancelOrder' })
  await bench.station.refresh(order.id)
  expect(openOrder(bench.station, order.id).shipments).toMatchObject([
    { state: 'canceled', stop: 'order_canceled' },
  ])
  expect(openNotices(bench.station.db)).toMatchObject([
    { kind: 'order_canceled', orderId: order.id, shipmentIds: [shipmentId] },
  ])
})

it('a parcel whose shipment somebody else canceled alarms once; one that is unpacked here never', async () => {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  bench.station.engine.start()
  const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
  await bench.until(seq, 'confirmed')
  await bench.station.refresh(order.id)
  const [shipment] = (await bench.control.readOrder(order.id)).shipments
  await bench.control.changeOrder(order.id, { action: 'cancelShipment', shipmentId: shipment?.id ?? 0 })
  await bench.station.refresh(order.id)
  await bench.station.refresh(order.id)
  expect(openNotices(bench.station.db)).toMatchObject([
    { kind: 'shipment_canceled', orderId: order.id, shipmentIds: [shipmentId] },
  ])

  const again = bench.pack(order.id, goodsOf(order))
  await bench.until(again.seq, 'confirmed')
  await bench.until(bench.move(again.shipmentId, 'cancel'), 'confirmed')
  await bench.station.refresh(order.id)
  expect(countNotices(bench.station.db)).toBe(1)
})

it('a parcel that is refused alarms, and alarms again when it is sent again and refused again', async () => {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 2 })
  const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
  bench.station.engine.start()
  await bench.until(seq, 'held')
  expect(openNotices(bench.station.db)).toMatchObject([{ kind: 'parcel_stopped', shipmentIds: [shipmentId] }])
  answerOp(bench.station, { seq, answer: 'resend', reason: '' })
  expect(countNotices(bench.station.db)).toBe(0)
  await bench.until(seq, 'held')
  expect(countNotices(bench.station.db)).toBe(1)
})

it('a parcel that was refused, sent again and taken alarms again when its shipping is refused', async () => {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 1 })
  const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
  bench.station.engine.start()
  await bench.until(seq, 'held')
  answerOp(bench.station, { seq, answer: 'resend', reason: '' })
  await bench.until(seq, 'confirmed')
  await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route: SHIP, count: 1 })
  await bench.until(bench.move(shipmentId, 'ship'), 'held')
  expect(openNotices(bench.station.db)).toMatchObject([{ kind: 'parcel_stopped', shipmentIds: [shipmentId] }])
})

it('a hold that concerns no parcel raises none', async () => {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  await bench.control.addFault({ kind: 'status', status: 403, method: 'POST', route: CREATE })
  const { seq } = bench.pack(order.id, goodsOf(order))
  bench.station.engine.start()
  await bench.until(seq, 'held')
  expect(countNotices(bench.station.db)).toBe(0)
})
