import { describe, expect, it } from 'vitest'
import { cancelOrder } from '../../../src/main/areas/orders/change-order'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { historyOfOp } from '../../../src/main/store/tables/op-events'
import { openNotices } from '../../../src/main/store/tables/notices'
import { rawDb } from '../../support/raw-db'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'

const CREATE = '/api/v1.0/orders/:id/shipments'

const postsOf = async ({ control }: SyncBench): Promise<string[]> =>
  (await control.requestLog()).filter(({ method }) => method === 'POST').map(({ path }) => path)

async function packedInParts() {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  const [first = 0, ...others] = goodsOf(order)
  return { bench, order, first, others, cancelPath: `/api/v1.0/orders/${order.id}/cancel` }
}

describe('canceling an order', () => {
  it('withdraws packs that were never sent, and nothing of them goes out', async () => {
    const { bench, order, first, others, cancelPath } = await packedInParts()
    const packs = [bench.pack(order.id, [first]), bench.pack(order.id, others)]
    const { seq, withdrawn, order: after } = cancelOrder(bench.station, { orderId: order.id })
    expect(withdrawn).toEqual(packs.map((pack) => pack.seq))
    expect(after.shipments.map(({ state, waiting }) => [state, waiting])).toEqual([
      ['canceled', 0],
      ['canceled', 0],
    ])
    expect(after.lines.every(({ shipmentId }) => shipmentId === null)).toBe(true)
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect(await postsOf(bench)).toEqual([cancelPath])
    for (const pack of packs) expect(bench.op(pack.seq)).toMatchObject({ state: 'discarded', attempts: 0 })
    expect(await bench.control.readOrder(order.id)).toMatchObject({ state: 'canceled', shipments: [] })
  })

  it('tells people to pull the parcels that it withdrew, and says so in their history', async () => {
    const { bench, order, first } = await packedInParts()
    const { seq, shipmentId } = bench.pack(order.id, [first])
    cancelOrder(bench.station, { orderId: order.id })
    expect(openNotices(bench.station.db)).toMatchObject([
      { kind: 'order_canceled', orderId: order.id, shipmentIds: [shipmentId], trackingNumbers: ['1Z999'] },
    ])
    expect(historyOfOp(bench.station.db, seq).map(({ event, note }) => [event, note])).toContainEqual([
      'annihilate',
      'order_canceled',
    ])
  })

  it('lets a pack that may have been sent go first, and withdraws the one behind it (I2, I5)', async () => {
    const { bench, order, first, others, cancelPath } = await packedInParts()
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: CREATE, count: 1 })
    const lost = bench.pack(order.id, [first])
    bench.station.engine.start()
    await bench.until(lost.seq, 'unknown')
    const unsent = bench.pack(order.id, others)
    const { seq, withdrawn } = cancelOrder(bench.station, { orderId: order.id })
    expect(withdrawn).toEqual([unsent.seq])
    await bench.until(seq, 'confirmed')
    expect(bench.op(lost.seq).state).toBe('confirmed')
    const path = `/api/v1.0/orders/${order.id}/shipments`
    expect(await postsOf(bench)).toEqual([path, path, cancelPath])
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })

  it('leaves a pack that needs a person, and withdraws the one behind it', async () => {
    const { bench, order, first, others } = await packedInParts()
    await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 1 })
    const held = bench.pack(order.id, [first])
    bench.station.engine.start()
    await bench.until(held.seq, 'held')
    const behind = bench.pack(order.id, others)
    expect(cancelOrder(bench.station, { orderId: order.id }).withdrawn).toEqual([behind.seq])
    expect(bench.op(held.seq).state).toBe('held')
  })

  it('is refused while a parcel is on its way, although the marketplace does not know that yet', async () => {
    const { bench, order, first } = await packedInParts()
    const { shipmentId, seq } = bench.pack(order.id, [first])
    bench.move(shipmentId, 'ship')
    expect(() => cancelOrder(bench.station, { orderId: order.id })).toThrow(
      expect.objectContaining({ code: 'order_shipped' }),
    )
    expect(bench.op(seq).state).toBe('ready')
  })

  it('leaves a delivered parcel as it is, even if nothing of it was sent', async () => {
    const { bench, order, first } = await packedInParts()
    const { shipmentId } = bench.pack(order.id, [first])
    bench.move(shipmentId, 'ship')
    bench.move(shipmentId, 'deliver')
    const { withdrawn } = cancelOrder(bench.station, { orderId: order.id })
    expect(withdrawn).toEqual([])
    expect(openOrder(bench.station, order.id).shipments).toMatchObject([{ state: 'delivered', waiting: 3 }])
  })

  it('withdraws one that the station is looking at, before it is sent (I3)', async () => {
    const { bench, order, first, cancelPath } = await packedInParts()
    await bench.control.addFault({
      kind: 'delay',
      ms: 200,
      method: 'GET',
      route: '/api/v1.0/orders/:id',
      count: 1,
    })
    const { seq } = bench.pack(order.id, [first])
    bench.station.engine.start()
    const cancel = cancelOrder(bench.station, { orderId: order.id })
    expect(cancel.withdrawn).toEqual([seq])
    await bench.until(cancel.seq, 'confirmed')
    expect(await postsOf(bench)).toEqual([cancelPath])
  })

  it('is one commit with what it withdraws (I1)', async () => {
    const { bench, order, first } = await packedInParts()
    const { seq } = bench.pack(order.id, [first])
    const before = openOrder(bench.station, order.id)
    const { db } = bench.station
    // The last thing that the step writes.
    rawDb(db).exec(
      `CREATE TEMP TRIGGER no_cancel BEFORE INSERT ON outbox WHEN new.kind = 'cancel_order' BEGIN SELECT raise(ABORT, 'full'); END`,
    )
    expect(() => cancelOrder(bench.station, { orderId: order.id })).toThrow(/database refused/)
    expect(openNotices(db)).toEqual([])
    expect(openOrder(bench.station, order.id)).toEqual(before)
    expect(bench.op(seq).state).toBe('ready')
  })
})
