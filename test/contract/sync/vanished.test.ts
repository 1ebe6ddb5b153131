import { describe, expect, it } from 'vitest'
import type { NewFault } from '../../../src/marketplace/control-client'
import { openNotices } from '../../../src/main/store/tables/notices'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { updateItem } from '../../../src/main/areas/items/change-item'
import { cancelOrder, refundOrder } from '../../../src/main/areas/orders/change-order'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import { aListedItem } from '../../support/read-items'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { eventually } from '../../support/eventually'

const CREATE = '/api/v1.0/orders/:id/shipments'
const UPDATE = '/api/v1.0/orders/:id/shipments/:shipmentId'

/** Answers the next such request as if it had been applied, without applying it. */
function promised(method: 'POST' | 'PUT', route: string, status: number, body = ''): NewFault {
  return { kind: 'answer', method, route, status, contentType: 'application/json', body, count: 1 }
}

/** Advances the clock, and lets the station check whenever it is due. */
async function pass(bench: SyncBench, minutes: number): Promise<void> {
  for (let seconds = 0; seconds < minutes * 60; seconds += 5) {
    await bench.turn(5_000)
    await bench.station.verify.settled()
  }
}

async function working(settings: Parameters<typeof makeSyncBench>[0] = {}) {
  const bench = await makeSyncBench(settings)
  const order = await bench.newOrder()
  bench.station.engine.start()
  bench.station.verify.start()
  bench.clock.advance(1_000)
  return { bench, order, goods: goodsOf(order) }
}

const kindsOf = (bench: SyncBench): string[] => openNotices(bench.station.db).map(({ kind }) => kind)

describe('a pack that was confirmed and never appears (I13)', () => {
  it('is announced and waits for a person, who can have it sent again', async () => {
    const { bench, order, goods } = await working()
    await bench.control.addFault(promised('POST', CREATE, 201, '{"id":99}'))
    const { seq, shipmentId } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    await pass(bench, 5)
    expect(openNotices(bench.station.db)).toEqual([])
    await pass(bench, 20)
    expect(openNotices(bench.station.db)).toMatchObject([
      { kind: 'vanished', orderId: order.id, shipmentIds: [shipmentId] },
    ])
    expect(bench.op(seq)).toMatchObject({
      state: 'held',
      heldReason: 'vanished',
      answers: ['check', 'discard'],
    })
    expect(readOp(bench.station, seq).history.map(({ event }) => event)).toEqual([
      'capture',
      'claim',
      'confirm',
      'vanish',
    ])
    // Until somebody decides, its lines are neither free nor in a shipment on the marketplace.
    expect(openOrder(bench.station, order.id)).toMatchObject({
      shipments: [{ shipmentId, serverId: null, state: 'packed', held: 1 }],
    })
    expect(() => bench.pack(order.id, goods)).toThrow('line_taken')

    answerOp(bench.station, { seq, answer: 'check', reason: '' })
    const done = await bench.until(seq, 'confirmed')
    expect(done.attempts).toBe(2)
    await pass(bench, 25)
    expect((await bench.control.readOrder(order.id)).shipments).toMatchObject([{ state: 'packed' }])
    expect(bench.op(seq).state).toBe('confirmed')
  })

  it('is also detected after a restart', async () => {
    const { bench, order, goods } = await working()
    await bench.control.addFault(promised('POST', CREATE, 201, '{"id":99}'))
    const { seq } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    await pass(bench, 4)
    await bench.restartStation()
    bench.station.engine.start()
    bench.station.verify.start()
    await pass(bench, 20)
    expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'vanished' })
  })

  it('frees its lines when a person discards it', async () => {
    const { bench, order, goods } = await working()
    await bench.control.addFault(promised('POST', CREATE, 201, '{"id":99}'))
    const { seq } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    await pass(bench, 25)
    answerOp(bench.station, { seq, answer: 'discard', reason: 'packed elsewhere' })
    expect(openOrder(bench.station, order.id).shipments).toEqual([])
    await bench.until(bench.pack(order.id, goods).seq, 'confirmed')
  })

  it('is announced at once by a later copy that lacks it', async () => {
    const { bench, order, goods } = await working()
    await bench.control.addFault(promised('POST', CREATE, 201, '{"id":99}'))
    const { seq } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    bench.clock.advance(10_000)
    await bench.control.changeOrder(order.id, { action: 'touch' })
    await bench.station.refresh(order.id)
    expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'vanished' })
    expect(kindsOf(bench)).toEqual(['vanished'])
  })

  it('is confirmed without a person if it shows after all', async () => {
    const { bench, order, goods } = await working()
    await bench.control.changeSettings({ replicaLagMs: 40 * 60_000 })
    await bench.control.readSettings()
    bench.clock.advance(1_000)
    const { seq, shipmentId } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    await pass(bench, 25)
    expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'vanished' })
    await bench.control.changeSettings({ replicaLagMs: 0 })
    await bench.station.refresh(order.id)
    expect(bench.op(seq)).toMatchObject({ state: 'confirmed', attempts: 1 })
    const { shipments } = await bench.control.readOrder(order.id)
    expect(openOrder(bench.station, order.id).shipments).toMatchObject([
      { shipmentId, serverId: shipments[0]?.id, state: 'packed' },
    ])
  })
})

describe('other missing confirmations (I13)', () => {
  it('a shipment that was not shipped is announced, and shipped when a person sends it again', async () => {
    const { bench, order, goods } = await working()
    const { seq, shipmentId } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    await bench.control.addFault(promised('POST', UPDATE, 204))
    const ship = bench.move(shipmentId, 'ship')
    await bench.until(ship, 'confirmed')
    await bench.station.refresh(order.id)
    expect(openOrder(bench.station, order.id).shipments).toMatchObject([{ state: 'shipped' }])
    await pass(bench, 25)
    expect(kindsOf(bench)).toEqual(['vanished'])
    expect(bench.op(ship)).toMatchObject({ state: 'held', heldReason: 'vanished' })
    answerOp(bench.station, { seq: ship, answer: 'check', reason: '' })
    await bench.until(ship, 'confirmed')
    expect((await bench.control.readOrder(order.id)).shipments).toMatchObject([{ state: 'shipped' }])
  })

  it('one that a person discards shows the marketplace’s state', async () => {
    const { bench, order, goods } = await working()
    const { seq, shipmentId } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    await bench.control.addFault(promised('POST', UPDATE, 204))
    const ship = bench.move(shipmentId, 'ship')
    await bench.until(ship, 'confirmed')
    await pass(bench, 25)
    answerOp(bench.station, { seq: ship, answer: 'discard', reason: 'not picked up' })
    expect(openOrder(bench.station, order.id).shipments).toMatchObject([{ state: 'packed' }])
  })

  it('a cancellation lets the order be packed only once a person has decided', async () => {
    const { bench, order, goods } = await working()
    await bench.control.addFault(promised('POST', '/api/v1.0/orders/:id/cancel', 204))
    const { seq } = cancelOrder(bench.station, { orderId: order.id })
    await bench.until(seq, 'confirmed')
    await pass(bench, 25)
    expect(kindsOf(bench)).toEqual(['vanished'])
    expect(openOrder(bench.station, order.id)).toMatchObject({ canceled: false, moves: { cancel: false } })
    expect(() => bench.pack(order.id, goods)).toThrow('order_canceled')
    answerOp(bench.station, { seq, answer: 'discard', reason: 'the buyer wants it' })
    await bench.until(bench.pack(order.id, goods).seq, 'confirmed')
  })

  it.each(['a later copy', 'the last look'])(
    'but not a cancellation after which %s no longer says paid',
    async (by) => {
      const { bench, order } = await working()
      await bench.control.addFault(promised('POST', '/api/v1.0/orders/:id/cancel', 204))
      const { seq } = cancelOrder(bench.station, { orderId: order.id })
      await bench.until(seq, 'confirmed')
      if (by === 'a later copy') bench.clock.advance(10_000)
      await bench.control.changeOrder(order.id, { action: 'setState', state: 'closed' })
      if (by === 'a later copy') await bench.station.refresh(order.id)
      else await pass(bench, 25)
      expect(bench.op(seq).state).toBe('confirmed')
      expect(kindsOf(bench)).toEqual([])
      expect(openOrder(bench.station, order.id).canceled).toBe(true)
    },
  )

  it('a refund is never repeated unasked', async () => {
    const { bench, order } = await working()
    await bench.control.addFault(promised('POST', '/api/v1.0/orders/:id/refund', 201, '{"id":99}'))
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    await bench.until(seq, 'confirmed')
    await pass(bench, 25)
    expect(bench.op(seq)).toMatchObject({
      state: 'held',
      heldReason: 'vanished',
      answers: ['check', 'discard'],
    })
    answerOp(bench.station, { seq, answer: 'check', reason: '' })
    const held = await bench.until(seq, 'held')
    expect(held.heldReason).toBe('unconfirmed')
    expect((await bench.control.readOrder(order.id)).refunds).toEqual([])
  })

  it('a price is announced, and sent again when a person sends it again', async () => {
    const { bench } = await working()
    const itemNumber = await listedItem(bench)
    await bench.control.addFault(promised('PUT', '/api/v1.0/items/:item_number', 202))
    const { seq } = updateItem(bench.station, { itemNumber, priceCents: 4_321, maxDiscountPercent: null })
    await bench.until(seq, 'confirmed')
    await pass(bench, 25)
    expect(kindsOf(bench)).toEqual(['item_vanished'])
    expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'vanished' })
    answerOp(bench.station, { seq, answer: 'check', reason: '' })
    await bench.until(seq, 'confirmed')
    await pass(bench, 2)
    expect(kindsOf(bench)).toEqual(['item_vanished'])
  })
})

describe('effects that disappear (I13)', () => {
  it('a state that fell back to packed is announced and not taken silently', async () => {
    const { bench, order, goods } = await working()
    const { seq, shipmentId } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    const ship = bench.move(shipmentId, 'ship')
    await bench.until(ship, 'confirmed')
    await bench.station.refresh(order.id)
    const [there] = (await bench.control.readOrder(order.id)).shipments
    bench.clock.advance(5_000)
    await bench.control.changeOrder(order.id, {
      action: 'setShipmentState',
      shipmentId: there?.id ?? 0,
      state: 'packed',
    })
    await bench.station.refresh(order.id)
    expect(openNotices(bench.station.db)).toMatchObject([{ kind: 'vanished', shipmentIds: [shipmentId] }])
    expect(bench.op(ship)).toMatchObject({ state: 'held', heldReason: 'vanished' })
  })

  it('lines that the marketplace took out of our live shipment are announced', async () => {
    const { bench, order, goods } = await working()
    const { seq, shipmentId } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    await bench.station.refresh(order.id)
    const [there] = (await bench.control.readOrder(order.id)).shipments
    bench.clock.advance(5_000)
    await bench.control.changeOrder(order.id, { action: 'unlinkLines', shipmentId: there?.id ?? 0 })
    await bench.station.refresh(order.id)
    expect(openNotices(bench.station.db)).toMatchObject([{ kind: 'vanished', shipmentIds: [shipmentId] }])
  })

  it('later changes by others raise no alarm', async () => {
    const { bench, order, goods } = await working()
    const { seq } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    const [there] = (await bench.control.readOrder(order.id)).shipments
    const shipmentId = there?.id ?? 0
    for (const action of ['ship', 'deliver', 'cancelShipment'] as const) {
      bench.clock.advance(60_000)
      await bench.control.changeOrder(order.id, { action, shipmentId })
      await bench.station.refresh(order.id)
    }
    await pass(bench, 25)
    expect(openNotices(bench.station.db)).toEqual([])
    expect(bench.op(seq).state).toBe('confirmed')
  })
})

it('effects shown by a round of pulling are not read again', async () => {
  const { bench, order, goods } = await working()
  bench.station.pull.start()
  await eventually(() => expect(bench.station.pull.dataAsOf()).not.toBeNull())
  const { seq } = bench.pack(order.id, goods)
  await bench.until(seq, 'confirmed')
  await bench.control.clearRequestLog()
  await bench.station.pull.now()
  await pass(bench, 25)
  const reads = (await bench.control.requestLog()).filter(({ path }) => /orders\/\d+$/.test(path))
  expect(reads).toEqual([])
})

/** A listed item of the account, known to the station. */
function listedItem({ station }: SyncBench): Promise<string> {
  return aListedItem(station)
}
