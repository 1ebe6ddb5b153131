import { describe, expect, it } from 'vitest'
import { createShipmentBody } from '../../../src/shared/partner-api/shipment'
import { knownBody } from '../../../src/main/sync/copies/op-body'
import { findOp, type Op } from '../../../src/main/store/tables/outbox'
import { openNotices } from '../../../src/main/store/tables/notices'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { goodsOf, makeSyncBench } from '../../support/sync-bench'
import { eventually } from '../../support/eventually'

const CREATE = '/api/v1.0/orders/:id/shipments'

describe('changes by others', () => {
  it('holds a pack of an order that was canceled, without sending it', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await bench.control.changeOrder(order.id, { action: 'cancelOrder' })
    bench.station.engine.start()
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'order_canceled', attempts: 0 })
    expect((await bench.control.readOrder(order.id)).shipments).toEqual([])
    expect(viewOrder(bench.station.db, order.id, bench.station.seal)?.canceled).toBe(true)
  })

  it('holds a pack whose line another station packed, and never puts it into two shipments', async () => {
    const bench = await makeSyncBench({ secondShipmentOnLine: 'accept' })
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await bench.control.changeOrder(order.id, { action: 'pack' })
    bench.station.engine.start()
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'line_taken', attempts: 0 })
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })

  it('holds a pack that another station made alike in the same second, and speaks of no restored backup', async () => {
    const bench = await makeSyncBench({ timestampPrecision: 'seconds' })
    bench.clock.advance(1_000 - (bench.clock.wallMs() % 1_000) + 123)
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    const body = knownBody(findOp(bench.station.db, seq) as Op, createShipmentBody)
    await bench.control.changeOrder(order.id, {
      action: 'pack',
      lineIds: body.order_line_ids,
      warehouseId: body.warehouse_id,
      carrier: body.carrier ?? '',
      trackingNumber: body.tracking_number ?? '',
      packedAt: body.packed_at.replace('.123Z', '.456Z'),
    })
    bench.station.engine.start()
    expect(await bench.until(seq, 'held', 'confirmed')).toMatchObject({
      heldReason: 'line_taken',
      attempts: 0,
    })
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
    expect(openNotices(bench.station.db).map(({ kind }) => kind)).not.toContain('data_restored')
  })

  it.each([
    ['ship', 'cancelShipment', 'canceled'],
    ['ship', 'ship', 'shipped'],
    ['deliver', 'cancelShipment', 'canceled'],
    ['cancel', 'ship', 'shipped'],
  ] as const)('holds a %s after another station’s %s, and sends nothing', async (mine, theirs, state) => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'confirmed')
    const there = await bench.control.readOrder(order.id)
    bench.clock.advance(1_000)
    await bench.control.changeOrder(order.id, { action: theirs, shipmentId: there.shipments[0]?.id ?? 0 })
    bench.clock.advance(1_000)
    const later = bench.move(shipmentId, mine, { confirmedUnusual: true })
    expect(await bench.until(later, 'held')).toMatchObject({ heldReason: 'shipment_changed', attempts: 0 })
    expect((await bench.control.readOrder(order.id)).shipments[0]?.state).toBe(state)
    answerOp(bench.station, { seq: later, answer: 'discard', reason: 'they did it' })
    const view = viewOrder(bench.station.db, order.id, bench.station.seal)
    expect(view?.shipments[0]?.state).toBe(state)
  })

  it('do not appear in older copies: a late answer undoes nothing', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'confirmed')
    await bench.control.addFault({
      kind: 'delay',
      when: 'after',
      ms: 500,
      method: 'GET',
      route: '/api/v1.0/orders',
      count: 1,
    })
    const pulled = bench.station.pull.now()
    await eventually(async () =>
      expect(await bench.control.requestLog()).toContainEqual(
        expect.objectContaining({ fault: 'delay', outcome: 200 }),
      ),
    )
    await bench.until(bench.move(shipmentId, 'ship'), 'confirmed')
    await pulled
    const view = viewOrder(bench.station.db, order.id, bench.station.seal)
    expect(view?.shipments).toMatchObject([{ state: 'shipped', moves: { ship: 'no' } }])
    expect(bench.station.pull.dataAsOf()).not.toBeNull()
  })

  it('return the lines of a discarded pack to the shipment that has them on the marketplace', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    const { shipmentId: theirs } = await bench.control.changeOrder(order.id, { action: 'pack' })
    bench.station.engine.start()
    await bench.until(seq, 'held')
    answerOp(bench.station, { seq, answer: 'discard', reason: 'they were faster' })
    const view = viewOrder(bench.station.db, order.id, bench.station.seal)
    expect(view?.shipments.map(({ serverId }) => serverId)).toEqual([theirs])
    const goods = view?.lines.filter((line) => !line.isShippingFee)
    expect(goods?.map((line) => line.shipmentId)).toEqual(goods?.map(() => view?.shipments[0]?.shipmentId))
    expect(() => bench.pack(order.id, goodsOf(order))).toThrow(
      expect.objectContaining({ code: 'line_taken' }),
    )
  })

  it('lets a person discard with a reason: the lines can be packed again and the op stays in the history', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 1 })
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    const later = bench.move(shipmentId, 'ship')
    bench.station.engine.start()
    await bench.until(seq, 'held')
    answerOp(bench.station, { seq, answer: 'discard', reason: 'packed on paper' })
    expect(bench.op(seq)).toMatchObject({ state: 'discarded', discardReason: 'packed on paper' })
    expect(bench.op(later).state).toBe('discarded')
    const again = bench.pack(order.id, goodsOf(order))
    bench.station.engine.wake()
    await bench.until(again.seq, 'confirmed')
  })

  it('sends a refused pack again when a person says so', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 1 })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'held')
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })
})

describe('an order that cannot be read', () => {
  const READ = '/api/v1.0/orders/:id'

  it('shows at the operation why it is stuck', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'garble', method: 'GET', route: READ, count: 1 })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await eventually(() =>
      expect(bench.op(seq)).toMatchObject({ state: 'ready', lastError: { code: 'unexpected_answer' } }),
    )
    expect(await bench.until(seq, 'confirmed')).toMatchObject({ lastError: null })
  })

  it('does not make a pack of unknown outcome safe to send again, even if it is gone (I6)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: CREATE, count: 1 })
    await bench.control.addFault({
      kind: 'status',
      status: 404,
      method: 'GET',
      route: READ,
      skip: 1,
    })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    const held = await bench.until(seq, 'held')
    expect(held).toMatchObject({
      heldReason: 'unconfirmed',
      answers: ['check', 'adopt', 'discard'],
      lastError: { code: 'not_found' },
    })
  })
})

describe('cancel', () => {
  it('of a shipment that was never sent sends nothing at all', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { shipmentId, seq } = bench.pack(order.id, goodsOf(order))
    const cancel = bench.move(shipmentId, 'cancel')
    bench.station.engine.start()
    await bench.turn(1_000)
    expect([seq, cancel].map((uid) => bench.op(uid).state)).toEqual(['discarded', 'discarded'])
    expect((await bench.control.requestLog()).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('of a shipment on the marketplace frees its lines for the next', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    const first = bench.pack(order.id, goodsOf(order))
    await bench.until(first.seq, 'confirmed')
    await bench.until(bench.move(first.shipmentId, 'cancel'), 'confirmed')
    const second = bench.pack(order.id, goodsOf(order))
    await bench.until(second.seq, 'confirmed')
    const states = (await bench.control.readOrder(order.id)).shipments.map(({ state }) => state)
    expect(states).toEqual(['canceled', 'packed'])
  })
})
