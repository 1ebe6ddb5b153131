import { describe, expect, it } from 'vitest'
import { refundOrder } from '../../../src/main/areas/orders/change-order'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { openNotices } from '../../../src/main/store/tables/notices'
import type { OutboxRow } from '../../../src/shared/contract/op-views'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { eventually } from '../../support/eventually'
import { change, ITEM, listedItem } from './item-ops'

/** A marketplace that is busy with an order has not refused it. */

const CREATE = '/api/v1.0/orders/:id/shipments'
const SHIP = '/api/v1.0/orders/:orderId/shipments/:id'
const REFUND = '/api/v1.0/orders/:id/refund'
const READ = '/api/v1.0/orders/:id'

const MINUTE_MS = 60_000

type Sent = { method: string; path: string }

async function sent(bench: SyncBench): Promise<Sent[]> {
  return bench.control.requestLog()
}

async function posts(bench: SyncBench): Promise<number> {
  return (await sent(bench)).filter(({ method }) => method === 'POST').length
}

async function busy(bench: SyncBench, over: object): Promise<void> {
  await bench.control.addFault({ kind: 'status', status: 409, method: 'POST', route: CREATE, ...over })
}

async function packed(bench: SyncBench) {
  const order = await bench.newOrder()
  return { ...bench.pack(order.id, goodsOf(order)), order }
}

/** Like `until`, in steps as long as the pauses of a busy marketplace. */
async function over(bench: SyncBench, seq: number): Promise<OutboxRow> {
  return eventually(async () => {
    await bench.turn(10_000)
    expect(['confirmed', 'held']).toContain(bench.op(seq).state)
    return bench.op(seq)
  })
}

describe('a shipment that the marketplace is busy with', () => {
  it.each([409, 408, 503])(
    'is created by itself after %i, once, and says meanwhile why it waits',
    async (status) => {
      const bench = await makeSyncBench()
      const { order, seq } = await packed(bench)
      await busy(bench, { status, count: 2 })
      bench.station.engine.start()
      expect(await bench.until(seq, 'unknown', 'held')).toMatchObject({
        state: 'unknown',
        lastError: { code: status === 409 ? 'busy' : 'server_error', status },
      })
      expect(await over(bench, seq)).toMatchObject({ state: 'confirmed', attempts: 3 })
      expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
      expect(openNotices(bench.station.db)).toEqual([])
    },
  )

  it('is read back before each new try, through the whole settle window (I6)', async () => {
    const bench = await makeSyncBench()
    const { order, seq } = await packed(bench)
    await busy(bench, { count: 3 })
    bench.station.engine.start()
    await over(bench, seq)
    const log = await sent(bench)
    const writes = log.flatMap(({ method }, at) => (method === 'POST' ? [at] : []))
    expect(writes).toHaveLength(4)
    for (const [nth, at] of writes.entries()) {
      const reads = log.slice((writes[nth - 1] ?? -1) + 1, at)
      expect(reads.filter(({ path }) => path === `/api/v1.0/orders/${order.id}`).length).toBeGreaterThan(
        nth === 0 ? 0 : 2,
      )
    }
  })

  it('is not created twice if it was created all the same, and a replica shows that late', async () => {
    const bench = await makeSyncBench({ replicaLagMs: MINUTE_MS, secondShipmentOnLine: 'accept' })
    const { order, seq } = await packed(bench)
    await bench.turn(2 * MINUTE_MS)
    await busy(bench, { when: 'after', count: 1 })
    bench.station.engine.start()
    expect(await over(bench, seq)).toMatchObject({ state: 'confirmed', attempts: 1 })
    await bench.turn(2 * MINUTE_MS)
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })

  it('for ten minutes needs a person, and is an alarm; it goes out once they check again', async () => {
    const bench = await makeSyncBench()
    const { seq, shipmentId } = await packed(bench)
    await busy(bench, {})
    const beganMs = bench.clock.wallMs()
    bench.station.engine.start()
    await over(bench, seq)
    const heldAfterMs = bench.clock.wallMs() - beganMs
    expect(heldAfterMs).toBeGreaterThanOrEqual(9 * MINUTE_MS)
    expect(heldAfterMs).toBeLessThanOrEqual(12 * MINUTE_MS)
    expect(bench.op(seq)).toMatchObject({
      heldReason: 'busy',
      answers: ['check', 'discard'],
      lastError: { code: 'busy', status: 409 },
    })
    expect(openNotices(bench.station.db)).toMatchObject([
      { kind: 'parcel_stopped', shipmentIds: [shipmentId] },
    ])
    expect(await posts(bench)).toBe(5)
    await bench.control.clearFaults()
    answerOp(bench.station, { seq, answer: 'check', reason: '' })
    expect(await over(bench, seq)).toMatchObject({ state: 'confirmed' })
  })

  it('holds up no other order (I7)', async () => {
    const bench = await makeSyncBench()
    const first = await packed(bench)
    await busy(bench, { route: `/api/v1.0/orders/${first.order.id}/shipments` })
    const second = await packed(bench)
    bench.station.engine.start()
    await bench.until(second.seq, 'confirmed')
    expect(bench.op(first.seq).state).toBe('unknown')
  })

  it('is held at once if its order turns out to be canceled', async () => {
    const bench = await makeSyncBench()
    const { order, seq } = await packed(bench)
    await busy(bench, {})
    bench.station.engine.start()
    await bench.until(seq, 'unknown')
    await bench.control.changeOrder(order.id, { action: 'cancelOrder' })
    const canceledMs = bench.clock.wallMs()
    await over(bench, seq)
    expect(bench.clock.wallMs() - canceledMs).toBeLessThan(MINUTE_MS)
    expect(bench.op(seq)).toMatchObject({ heldReason: 'order_canceled', attempts: 1 })
  })
})

it('a shipment is shipped by itself once the marketplace is no longer busy with it', async () => {
  const bench = await makeSyncBench()
  const { seq, shipmentId } = await packed(bench)
  bench.station.engine.start()
  await bench.until(seq, 'confirmed')
  await busy(bench, { status: 423, route: SHIP, count: 2 })
  expect(await over(bench, bench.move(shipmentId, 'ship'))).toMatchObject({
    state: 'confirmed',
    attempts: 3,
  })
})

it('a discount goes out within ten minutes, although one that is accepted may take longer to show', async () => {
  const bench = await makeSyncBench()
  const itemNumber = await listedItem(bench)
  await busy(bench, { method: 'PUT', route: ITEM, count: 4 })
  bench.station.engine.start()
  const beganMs = bench.clock.wallMs()
  const row = await over(bench, change(bench, itemNumber, null, 35))
  expect(row).toMatchObject({ state: 'confirmed', attempts: 5 })
  expect(bench.clock.wallMs() - beganMs).toBeLessThan(10 * MINUTE_MS)
})

it('a refund is looked for, and never sent twice by itself', async () => {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  await busy(bench, { route: REFUND, count: 1 })
  const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
  bench.station.engine.start()
  await over(bench, seq)
  expect(bench.op(seq)).toMatchObject({ heldReason: 'busy', answers: ['resend', 'discard'] })
  expect(await posts(bench)).toBe(1)
})

it('an order that cannot be read because the marketplace is busy with it needs a person after ten minutes', async () => {
  const bench = await makeSyncBench()
  const { seq } = await packed(bench)
  await busy(bench, { status: 423, method: 'GET', route: READ })
  const beganMs = bench.clock.wallMs()
  bench.station.engine.start()
  await over(bench, seq)
  expect(bench.clock.wallMs() - beganMs).toBeGreaterThanOrEqual(9 * MINUTE_MS)
  expect(bench.clock.wallMs() - beganMs).toBeLessThanOrEqual(12 * MINUTE_MS)
  expect(bench.op(seq)).toMatchObject({ heldReason: 'cannot_look', answers: ['check', 'correct', 'discard'] })
  expect(await posts(bench)).toBe(0)
})
