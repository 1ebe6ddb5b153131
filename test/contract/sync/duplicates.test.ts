import { describe, expect, it } from 'vitest'
import { openNotices } from '../../../src/main/store/tables/notices'
import { adoptOp } from '../../../src/main/areas/outbox/adopt-op'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import { createPartnerClient } from '../../../src/main/partner/client'
import { isLive } from '../../../src/shared/domain/shipments/shipment'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'

const CREATE = '/api/v1.0/orders/:id/shipments'
const READ = '/api/v1.0/orders/:id'

/** Applies the same create once more, like a request that was delayed for a long time. */
async function arriveAgain(bench: SyncBench, orderId: number, seq: number): Promise<number> {
  const client = createPartnerClient({
    baseUrl: bench.marketplace.baseUrl,
    accessToken: () => bench.marketplace.accessToken,
    nowMs: () => bench.clock.wallMs(),
  })
  try {
    const body = readOp(bench.station, seq).asked as Parameters<typeof client.createShipment>[1]
    return (await client.createShipment(orderId, body)).id
  } finally {
    await client.close()
  }
}

async function liveThere(bench: SyncBench, orderId: number): Promise<number[]> {
  const { shipments } = await bench.control.readOrder(orderId)
  return shipments.filter(({ state }) => isLive(state)).map(({ id }) => id)
}

describe('a shipment that exists twice, where the marketplace accepts a second create', () => {
  it('is found by the next read of the order after its confirmation, and announced once (I3)', async () => {
    const bench = await makeSyncBench({ secondShipmentOnLine: 'accept' })
    const order = await bench.newOrder()
    bench.station.engine.start()
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'confirmed')
    await bench.station.refresh(order.id)
    expect(openNotices(bench.station.db)).toEqual([])
    await arriveAgain(bench, order.id, seq)
    await bench.station.refresh(order.id)
    await bench.station.refresh(order.id)
    const [notice, ...more] = openNotices(bench.station.db)
    expect(more).toEqual([])
    expect(notice).toMatchObject({ kind: 'duplicate', orderId: order.id })
    expect(notice?.shipmentIds).toContain(shipmentId)
    expect(notice?.shipmentIds).toHaveLength(2)
    // The extra one can be canceled from here while it is packed.
    const extra = notice?.shipmentIds.find((uid) => uid !== shipmentId) ?? ''
    await bench.until(bench.move(extra, 'cancel'), 'confirmed')
    expect(await liveThere(bench, order.id)).toHaveLength(1)
  })

  it.each(['shown', 'null'] as const)(
    'is told to people also where ours was canceled before the lost one was applied, its warehouse %s (I13)',
    async (warehouseEcho) => {
      const bench = await makeSyncBench({ secondShipmentOnLine: 'accept', warehouseEcho })
      const order = await bench.newOrder()
      bench.station.engine.start()
      const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
      await bench.until(seq, 'confirmed')
      await bench.until(bench.move(shipmentId, 'cancel'), 'confirmed')
      await bench.station.refresh(order.id)
      expect(openNotices(bench.station.db)).toEqual([])
      await arriveAgain(bench, order.id, seq)
      await bench.station.refresh(order.id)
      await bench.station.refresh(order.id)
      expect(openNotices(bench.station.db)).toMatchObject([{ kind: 'duplicate', orderId: order.id }])
    },
  )

  it.each([0, 200_000])(
    'is told to people also when it comes long after the settle window, with reads %i ms behind (I3)',
    async (replicaLagMs) => {
      const bench = await makeSyncBench({ secondShipmentOnLine: 'accept' })
      const order = await bench.newOrder()
      await bench.control.changeSettings({ replicaLagMs })
      bench.station.engine.start()
      bench.station.pull.start()
      const { seq } = bench.pack(order.id, goodsOf(order))
      await bench.until(seq, 'confirmed')
      const pulls = async (minutes: number): Promise<void> => {
        for (let seconds = 0; seconds < minutes * 60; seconds += 15) {
          bench.clock.advance(15_000)
          await bench.station.pull.progressed()
        }
      }
      await pulls(10)
      await arriveAgain(bench, order.id, seq)
      await pulls(5)
      expect(openNotices(bench.station.db)).toMatchObject([{ kind: 'duplicate', orderId: order.id }])
    },
  )

  it('and whose answer was lost is held; a person chooses one and cancels the other (I3)', async () => {
    const bench = await makeSyncBench({ secondShipmentOnLine: 'accept' })
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', when: 'after', method: 'POST', route: CREATE, count: 1 })
    await bench.control.addFault({
      kind: 'status',
      status: 503,
      method: 'GET',
      route: READ,
      skip: 1,
      count: 1,
    })
    bench.station.engine.start()
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'unknown')
    const second = await arriveAgain(bench, order.id, seq)
    const held = await bench.until(seq, 'held')
    expect(held).toMatchObject({ heldReason: 'duplicate', answers: ['check', 'adopt', 'discard'] })
    const { candidates } = readOp(bench.station, seq)
    expect(candidates).toHaveLength(2)
    const extra = candidates.filter(({ serverId }) => serverId !== second)
    adoptOp(bench.station, {
      seq,
      serverId: second,
      cancel: extra.flatMap(({ shipmentId: uid }) => (uid === null ? [] : [uid])),
    })
    await expect
      .poll(() => bench.station.engine.settled().then(() => liveThere(bench, order.id)))
      .toEqual([second])
    expect(bench.op(seq).state).toBe('confirmed')
    await bench.station.refresh(order.id)
    const view = openOrder(bench.station, order.id)
    expect(view.shipments.find((shipment) => shipment.shipmentId === shipmentId)).toMatchObject({
      serverId: second,
      state: 'packed',
    })
    expect(view.lines.filter(({ isShippingFee }) => !isShippingFee).map((line) => line.shipmentId)).toEqual(
      goodsOf(order).map(() => shipmentId),
    )
  })

  it('announces that somebody else took the lines of a confirmed shipment', async () => {
    const bench = await makeSyncBench({ secondShipmentOnLine: 'accept' })
    const order = await bench.newOrder()
    bench.station.engine.start()
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'confirmed')
    await bench.station.refresh(order.id)
    bench.clock.advance(5_000)
    await bench.control.changeOrder(order.id, { action: 'pack', lineIds: goodsOf(order) })
    await bench.station.refresh(order.id)
    const [notice] = openNotices(bench.station.db)
    expect(notice).toMatchObject({ kind: 'lines_elsewhere', orderId: order.id })
    expect(notice?.shipmentIds).toContain(shipmentId)
  })
})

describe('a shipment that was canceled here', () => {
  it('raises no alarm when somebody else packs its lines', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'confirmed')
    await bench.until(bench.move(shipmentId, 'cancel'), 'confirmed')
    await bench.station.refresh(order.id)
    bench.clock.advance(5_000)
    await bench.control.changeOrder(order.id, { action: 'pack', lineIds: goodsOf(order) })
    await bench.station.refresh(order.id)
    expect(openNotices(bench.station.db)).toEqual([])
  })
})

describe('a shipment that only resembles one of ours', () => {
  it('is not a duplicate if another station packed other lines at the same moment', async () => {
    const bench = await makeSyncBench({ timestampPrecision: 'seconds' })
    const order = await bench.newOrder()
    const [first = 0, ...others] = goodsOf(order)
    bench.station.engine.start()
    const { seq } = bench.pack(order.id, [first])
    await bench.until(seq, 'confirmed')
    const [ours] = (await bench.control.readOrder(order.id)).shipments
    await bench.control.changeOrder(order.id, {
      action: 'pack',
      lineIds: others,
      warehouseId: 1,
      packedAt: ours?.packed_at ?? '',
    })
    await bench.station.refresh(order.id)
    expect(openOrder(bench.station, order.id).shipments).toHaveLength(2)
    expect(openNotices(bench.station.db)).toEqual([])
  })
})

describe('a create of unknown outcome', () => {
  it('that was applied and then canceled elsewhere is still recognized', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', when: 'after', method: 'POST', route: CREATE, count: 1 })
    await bench.control.addFault({
      kind: 'status',
      status: 503,
      method: 'GET',
      route: READ,
      skip: 1,
      count: 1,
    })
    bench.station.engine.start()
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'unknown')
    const [there] = await liveThere(bench, order.id)
    await bench.control.changeOrder(order.id, { action: 'cancelShipment', shipmentId: there ?? 0 })
    await bench.until(seq, 'confirmed')
    await bench.station.refresh(order.id)
    expect(openOrder(bench.station, order.id).shipments).toMatchObject([
      { shipmentId, serverId: there, state: 'canceled' },
    ])
  })
})
