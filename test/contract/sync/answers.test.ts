import { describe, expect, it } from 'vitest'
import { openNotices } from '../../../src/main/store/tables/notices'
import { acknowledge } from '../../../src/main/areas/station/acknowledge'
import { adoptOp } from '../../../src/main/areas/outbox/adopt-op'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { refundOrder } from '../../../src/main/areas/orders/change-order'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import { historyOfOp } from '../../../src/main/store/tables/op-events'
import type { StationEvent } from '../../../src/shared/contract/views'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { eventually } from '../../support/eventually'

const CREATE = '/api/v1.0/orders/:id/shipments'

/** Another station packs one of the lines before this station's pack is sent. */
async function takenElsewhere(): Promise<{ bench: SyncBench; orderId: number; seq: number; theirs: number }> {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  const [line = 0] = goodsOf(order)
  const { seq } = bench.pack(order.id, goodsOf(order))
  const { shipmentId } = await bench.control.changeOrder(order.id, {
    action: 'pack',
    lineIds: [line],
    trackingNumber: 'THEIRS',
  })
  bench.station.engine.start()
  await bench.until(seq, 'held')
  return { bench, orderId: order.id, seq, theirs: shipmentId ?? 0 }
}

describe('the details of an operation', () => {
  it('overtaken by somebody else: the reason, what changed and when, the order, and its operator', async () => {
    const { bench, orderId, seq, theirs } = await takenElsewhere()
    const detail = readOp(bench.station, seq)
    expect(detail.row).toMatchObject({ heldReason: 'line_taken', attempts: 0 })
    expect(detail.explanations).toEqual([{ why: 'line_taken', id: expect.any(Number) }])
    const added = { what: 'shipment_added', id: theirs, from: null, to: 'packed' }
    expect(detail.changes).toContainEqual({ ...added, seenAt: detail.lookedAt })
    expect(detail.lookedAt).toMatch(/^2026-11-20T/)
    expect(detail.order?.orderId).toBe(orderId)
    expect(detail.candidates).toEqual([
      expect.objectContaining({ serverId: theirs, trackingNumber: 'THEIRS', lineIds: [expect.any(Number)] }),
    ])
  })

  it('refused without a reason: the contradiction in the order, or that nothing explains it', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 1 })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'held')
    const detail = readOp(bench.station, seq)
    expect(detail.explanations).toEqual([{ why: 'unexplained', id: null }])
    expect(detail.lookedAt).not.toBeNull()
    expect(detail.history.map(({ event }) => event)).toEqual(['capture', 'claim', 'hold'])
    expect(detail.history.at(-1)?.error).toEqual({ code: 'unprocessable', status: 422 })
  })

  it('held after a pull had brought the news: the news all the same, with its time', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await bench.control.changeOrder(order.id, { action: 'cancelOrder', reason: 'fraud' })
    await bench.station.refresh(order.id)
    const news = readOp(bench.station, seq)
    expect(news.row.state).toBe('ready')
    bench.clock.advance(60_000)
    bench.station.engine.start()
    await bench.until(seq, 'held')
    const detail = readOp(bench.station, seq)
    const canceled = { what: 'order_canceled', id: null, from: null, to: 'fraud' }
    expect(detail.changes).toContainEqual({ ...canceled, seenAt: news.lookedAt })
    expect(detail.changes.filter(({ what }) => what === 'order_canceled')).toHaveLength(1)
    expect(detail.lookedAt).not.toBe(news.lookedAt)
    expect(detail.explanations).toEqual([{ why: 'order_canceled', id: null }])
  })

  it('never the station’s own changes', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const [line = 0, ...others] = goodsOf(order)
    const first = bench.pack(order.id, [line])
    const second = bench.pack(order.id, others)
    await bench.control.addFault({
      kind: 'status',
      status: 422,
      method: 'POST',
      route: CREATE,
      skip: 1,
      count: 1,
    })
    bench.station.engine.start()
    await bench.until(first.seq, 'confirmed')
    await bench.until(second.seq, 'held')
    expect(readOp(bench.station, second.seq).changes).toEqual([])
  })

  it('lists every send, even if it was sent more than once', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: CREATE, count: 1 })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    const history = historyOfOp(bench.station.db, seq)
    expect(history.map(({ event }) => event)).toEqual([
      'capture',
      'claim',
      'lose',
      'retry',
      'claim',
      'confirm',
    ])
    expect(history[0]).toMatchObject({ by: 'tester', kind: 'create_shipment' })
    const times = history.map(({ at }) => at)
    expect(times).toEqual([...times].sort())
  })

  it('of a success: confirmed here, sent, on the marketplace', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    const last = bench.move(shipmentId, 'ship')
    bench.station.engine.start()
    await bench.until(last, 'confirmed')
    const history = [seq, last].flatMap((one) => historyOfOp(bench.station.db, one))
    expect(history.map(({ kind, event }) => `${kind} ${event}`)).toEqual([
      'create_shipment capture',
      'create_shipment claim',
      'create_shipment confirm',
      'ship_shipment capture',
      'ship_shipment claim',
      'ship_shipment confirm',
    ])
  })
})

describe('"it is this one"', () => {
  it('takes over the shipment as shown: its number, its tracking, its lines', async () => {
    const { bench, orderId, seq, theirs } = await takenElsewhere()
    adoptOp(bench.station, { seq, serverId: theirs, cancel: [] })
    await bench.station.refresh(orderId)
    const { shipments, lines } = openOrder(bench.station, orderId)
    expect(shipments).toEqual([
      expect.objectContaining({ serverId: theirs, trackingNumber: 'THEIRS', packedHere: true, held: 0 }),
    ])
    expect(shipments[0]?.lineIds).toHaveLength(1)
    expect(lines.filter(({ shipmentId }) => shipmentId !== null)).toHaveLength(1)
    expect(openNotices(bench.station.db)).toEqual([])
    expect((await bench.control.readOrder(orderId)).shipments).toHaveLength(1)
  })

  it('is refused for an unknown candidate, and leaves nothing behind when a cancellation is refused', async () => {
    const { bench, orderId, seq, theirs } = await takenElsewhere()
    expect(() => adoptOp(bench.station, { seq, serverId: 999_999, cancel: [] })).toThrow(
      expect.objectContaining({ code: 'shipment_not_found' }),
    )
    const [free = 0] = goodsOf(await bench.control.readOrder(orderId)).slice(2)
    const other = await bench.control.changeOrder(orderId, { action: 'pack', lineIds: [free] })
    await bench.control.changeOrder(orderId, { action: 'ship', shipmentId: other.shipmentId ?? 0 })
    await bench.station.refresh(orderId)
    const shipped = openOrder(bench.station, orderId).shipments.find(({ state }) => state === 'shipped')
    expect(() =>
      adoptOp(bench.station, { seq, serverId: theirs, cancel: [shipped?.shipmentId ?? ''] }),
    ).toThrow(expect.objectContaining({ code: 'move_not_allowed' }))
    expect(bench.op(seq).state).toBe('held')
  })
})

describe('an accepted refund', () => {
  it('counts before the order shows it', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const rest = openOrder(bench.station, order.id).refundRestCents ?? 0
    bench.station.engine.start()
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: rest - 100 })
    expect(openOrder(bench.station, order.id).refundRestCents).toBe(100)
    await bench.until(seq, 'confirmed')
    expect(openOrder(bench.station, order.id).refundRestCents).toBe(100)
    expect(() => refundOrder(bench.station, { orderId: order.id, amountCents: 101 })).toThrow(
      expect.objectContaining({ code: 'refund_amount', fields: { amountCents: 'above_rest', rest: '100' } }),
    )
    await bench.station.refresh(order.id)
    expect(openOrder(bench.station, order.id).refundRestCents).toBe(100)
  })
})

describe('a notice', () => {
  it('is announced when raised, names the parcel, and stays until somebody acknowledges it', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const heard: StationEvent['kind'][] = []
    bench.station.events.onEvent(({ kind }) => heard.push(kind))
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.control.changeOrder(order.id, { action: 'cancelOrder' })
    bench.station.engine.start()
    await bench.until(seq, 'held')
    await eventually(() => expect(heard).toContain('notices_changed'))
    const [notice] = openNotices(bench.station.db)
    expect(notice).toMatchObject({
      kind: 'order_canceled',
      orderId: order.id,
      shipmentIds: [shipmentId],
      trackingNumbers: ['1Z999'],
    })
    // A discard removes the shipment; the alarm still names the order.
    answerOp(bench.station, { seq, answer: 'discard', reason: 'put back' })
    expect(openNotices(bench.station.db)).toHaveLength(1)

    heard.length = 0
    acknowledge(bench.station, notice?.noticeId ?? 0)
    await eventually(() => expect(heard).toContain('notices_changed'))
    expect(openNotices(bench.station.db)).toEqual([])
    await bench.station.refresh(order.id)
    expect(openNotices(bench.station.db)).toEqual([])
    expect(() => acknowledge(bench.station, notice?.noticeId ?? 0)).not.toThrow()
  })

  it('of a pull is announced too', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    await bench.station.engine.stop()
    const heard: StationEvent['kind'][] = []
    bench.station.events.onEvent(({ kind }) => heard.push(kind))
    await bench.control.changeOrder(order.id, { action: 'cancelOrder' })
    bench.station.pull.start()
    await eventually(() => expect(heard).toContain('notices_changed'))
    expect(openNotices(bench.station.db)).toEqual([expect.objectContaining({ kind: 'order_canceled' })])
  })
})
