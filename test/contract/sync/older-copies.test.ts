import { describe, expect, it, vi } from 'vitest'
import { lastReadOrder } from '../../../src/main/store/tables/orders'
import { openNotices } from '../../../src/main/store/tables/notices'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import type { OrderView } from '../../../src/shared/contract/views'
import { isLive } from '../../../src/shared/domain/shipments/shipment'
import { listed } from '../../support/queue'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'

/** Lines that no live shipment contains, without fees. */
function toPack({ lines }: OrderView): number[] {
  return lines
    .filter(({ isShippingFee, shipmentId }) => !isShippingFee && shipmentId === null)
    .map(({ lineId }) => lineId)
}

async function liveThere(bench: SyncBench, orderId: number): Promise<string[]> {
  const { shipments } = await bench.control.readOrder(orderId)
  return shipments.filter(({ state }) => isLive(state)).map(({ id, state }) => `${id} ${state}`)
}

/** A station whose marketplace answers reads of orders from a replica that lags this far, from now on. */
async function behind(lagMs: number, settings: Parameters<typeof makeSyncBench>[0] = {}) {
  const bench = await makeSyncBench(settings)
  const order = await bench.newOrder()
  await bench.control.changeSettings({ replicaLagMs: lagMs })
  bench.clock.advance(1_000)
  bench.station.engine.start()
  return { bench, order, goods: goodsOf(order) }
}

describe.each([5_000, 60_000, 200_000])('reads from a replica %i ms behind (I12)', (lagMs) => {
  it.each(['milliseconds', 'seconds'] as const)(
    'never show packed or shipped lines as to be packed, with times in %s',
    async (timestampPrecision) => {
      const { bench, order, goods } = await behind(lagMs, { timestampPrecision })
      const { seq, shipmentId } = bench.pack(order.id, goods)
      await bench.until(seq, 'confirmed')
      const look = async (): Promise<OrderView> => {
        await bench.station.refresh(order.id)
        return openOrder(bench.station, order.id)
      }
      for (let waitedMs = 0; waitedMs <= lagMs + 10_000; waitedMs += lagMs / 5) {
        expect(toPack(await look())).toEqual([])
        expect(() => bench.pack(order.id, goods)).toThrow('line_taken')
        expect(listed(bench.station.db, 'to_pack').rows).toEqual([])
        await bench.turn(lagMs / 5)
      }
      const ship = bench.move(shipmentId, 'ship')
      await bench.until(ship, 'confirmed')
      for (let waitedMs = 0; waitedMs <= lagMs + 10_000; waitedMs += lagMs / 5) {
        const view = await look()
        expect(view.shipments).toMatchObject([{ shipmentId, state: 'shipped' }])
        expect(toPack(view)).toEqual([])
        await bench.turn(lagMs / 5)
      }
      expect(openNotices(bench.station.db)).toEqual([])
      expect(bench.op(seq)).toMatchObject({ state: 'confirmed', attempts: 1 })
      expect(await liveThere(bench, order.id)).toHaveLength(1)
    },
  )

  it('hold nothing for a person: pack, cancel, pack again, ship', async () => {
    const { bench, order, goods } = await behind(lagMs, { secondShipmentOnLine: 'accept' })
    const first = bench.pack(order.id, goods)
    await bench.until(first.seq, 'confirmed')
    const cancel = bench.move(first.shipmentId, 'cancel')
    const second = bench.pack(order.id, goods)
    const ship = bench.move(second.shipmentId, 'ship')
    await vi.waitFor(
      async () => {
        await bench.turn(5_000)
        expect([cancel, second.seq, ship].map((seq) => bench.op(seq).state)).toEqual(
          Array.from({ length: 3 }, () => 'confirmed'),
        )
      },
      { timeout: 15_000, interval: 1 },
    )
    for (const seq of [first.seq, cancel, second.seq, ship]) expect(bench.op(seq).attempts).toBe(1)
    expect(await liveThere(bench, order.id)).toEqual([expect.stringContaining('shipped')])
  })
})

describe('a copy older than the known one (I12)', () => {
  it('is ignored if the load balancer uses a replica every second time', async () => {
    const { bench, order, goods } = await behind(60_000, { replicaReads: 'alternate' })
    const { seq } = bench.pack(order.id, goods)
    await bench.until(seq, 'confirmed')
    for (let index = 0; index < 6; index += 1) {
      await bench.station.refresh(order.id)
      expect(toPack(openOrder(bench.station, order.id))).toEqual([])
    }
    expect(lastReadOrder(bench.station.db, order.id)?.shipments).toHaveLength(1)
  })

  it('undoes no change by others, whichever read brings it', async () => {
    const { bench, order } = await behind(0)
    await bench.control.changeSettings({ replicaLagMs: 60_000, replicaReads: 'alternate' })
    await bench.control.readSettings()
    bench.clock.advance(1_000)
    await bench.control.changeOrder(order.id, { action: 'cancelOrder', reason: 'asked for' })
    for (let index = 0; index < 4; index += 1) await bench.station.refresh(order.id)
    expect(openOrder(bench.station, order.id)).toMatchObject({
      canceled: true,
      cancelationReason: 'asked for',
    })
    await bench.station.pull.now()
    await bench.station.pull.now()
    expect(openOrder(bench.station, order.id)).toMatchObject({
      canceled: true,
      cancelationReason: 'asked for',
    })
  })

  it('still brings newer changes although it lacks the latest confirmation', async () => {
    const { bench, order, goods } = await behind(0)
    await bench.control.changeSettings({ replicaLagMs: 60_000 })
    await bench.control.readSettings()
    const [first = 0, second = 0] = goods
    bench.clock.advance(10_000)
    await bench.control.changeOrder(order.id, { action: 'pack', lineIds: [second] })
    bench.clock.advance(30_000)
    const { seq, shipmentId } = bench.pack(order.id, [first])
    await bench.until(seq, 'confirmed')
    // By now the replica has the other station's parcel, but not ours.
    bench.clock.advance(35_000)
    await bench.station.refresh(order.id)
    const view = openOrder(bench.station, order.id)
    expect(view.shipments).toHaveLength(2)
    expect(view.lines.find(({ lineId }) => lineId === first)?.shipmentId).toBe(shipmentId)
    expect(toPack(view)).toHaveLength(goods.length - 2)
    expect(openNotices(bench.station.db)).toEqual([])
  })
})

describe('a canceled order', () => {
  it('is not canceled by a partial refund: the other lines are still packed', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.changeOrder(order.id, { action: 'refund', type: 'cancellation', amount: 1 })
    await bench.station.refresh(order.id)
    expect(openOrder(bench.station, order.id)).toMatchObject({ canceled: false, state: 'paid' })
    bench.station.engine.start()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'confirmed')
  })

  it('is open again once a newer copy says paid, and not because of an older one', async () => {
    const bench = await makeSyncBench({ cancelationReason: null })
    const order = await bench.newOrder()
    await bench.control.changeOrder(order.id, { action: 'setState', state: 'canceled' })
    await bench.station.refresh(order.id)
    expect(openOrder(bench.station, order.id).canceled).toBe(true)
    await bench.control.changeOrder(order.id, { action: 'setState', state: 'under_review' })
    await bench.station.refresh(order.id)
    expect(openOrder(bench.station, order.id).canceled).toBe(true)
    await bench.control.changeOrder(order.id, { action: 'setState', state: 'paid' })
    await bench.station.refresh(order.id)
    expect(openOrder(bench.station, order.id).canceled).toBe(false)
    expect(listed(bench.station.db, 'to_pack').rows.map(({ orderId }) => orderId)).toEqual([order.id])
  })

  it('from here stays canceled while older copies say paid', async () => {
    const { bench, order } = await behind(60_000)
    const { cancelOrder } = await import('../../../src/main/areas/orders/change-order')
    const { seq } = cancelOrder(bench.station, { orderId: order.id })
    await bench.until(seq, 'confirmed')
    for (let index = 0; index < 8; index += 1) {
      await bench.station.refresh(order.id)
      expect(openOrder(bench.station, order.id).canceled).toBe(true)
      await bench.turn(10_000)
    }
    expect(openNotices(bench.station.db)).toEqual([])
  })
})
