import { describe, expect, it } from 'vitest'
import type { MarketplaceOptions } from '../../../src/marketplace/server'
import { findOp } from '../../../src/main/store/tables/outbox'
import type { PlayDeps } from '../../../src/main/sync/outbox/playbook'
import { precisionOf } from '../../../src/main/sync/copies/reconcile'
import { packedEchoes } from '../../../src/main/store/views/confirmed-ops'
import { rawDb } from '../../support/raw-db'
import { createShipment } from '../../../src/main/sync/outbox/playbooks/create-shipment'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import type { Order } from '../../../src/shared/partner-api/order'
import { goodsOf, loseAnswerAndReadBack, makeSyncBench, type SyncBench } from '../../support/sync-bench'

const CREATE = '/api/v1.0/orders/:id/shipments'
const READ = '/api/v1.0/orders/:id'

async function posts(bench: SyncBench): Promise<number> {
  return (await bench.control.requestLog()).filter(({ method }) => method === 'POST').length
}

function playDeps({ station }: SyncBench): PlayDeps {
  return station as unknown as PlayDeps
}

/** The states of the op during that time. */
async function statesFor(bench: SyncBench, seq: number, ms: number): Promise<Set<string>> {
  const states = new Set<string>()
  for (let passed = 0; passed < ms; passed += 1_000) {
    await bench.turn(1_000)
    states.add(bench.op(seq).state)
  }
  return states
}

describe('reads that come from a replica', () => {
  it.each([5_000, 60_000, 200_000])(
    '%i ms behind hold no pack of lines that this station took out of a canceled shipment',
    async (replicaLagMs) => {
      const bench = await makeSyncBench({ replicaLagMs })
      const order = await bench.newOrder()
      await bench.turn(replicaLagMs + 1_000)
      bench.station.engine.start()
      const first = bench.pack(order.id, goodsOf(order))
      await bench.until(first.seq, 'confirmed')
      // The replica shows the shipment, but not yet its cancellation.
      await bench.turn(replicaLagMs)
      await bench.until(bench.move(first.shipmentId, 'cancel'), 'confirmed')
      const second = bench.pack(order.id, goodsOf(order))
      const states = await statesFor(bench, second.seq, replicaLagMs + 65_000)
      expect(states).not.toContain('held')
      expect(bench.op(second.seq)).toMatchObject({ state: 'confirmed', attempts: 1 })
    },
  )

  it('prove no refusal of a ship that was applied', async () => {
    const bench = await makeSyncBench({ replicaLagMs: 60_000 })
    const order = await bench.newOrder()
    await bench.turn(61_000)
    const refused = { kind: 'status', status: 422, when: 'after', method: 'POST', count: 1 } as const
    await bench.control.addFault({ ...refused, route: `${CREATE}/:shipment` })
    bench.station.engine.start()
    const { shipmentId } = bench.pack(order.id, goodsOf(order))
    const ship = bench.move(shipmentId, 'ship')
    expect(await bench.until(ship, 'confirmed', 'held')).toMatchObject({ state: 'confirmed', attempts: 1 })
  })

  it('prove no absence, however long', async () => {
    const bench = await makeSyncBench({ replicaLagMs: 200_000 })
    const order = await bench.newOrder()
    await bench.turn(201_000)
    await bench.control.addFault({
      kind: 'drop',
      when: 'after',
      method: 'POST',
      route: `${CREATE}/:shipment`,
      count: 1,
    })
    bench.station.engine.start()
    const { shipmentId } = bench.pack(order.id, goodsOf(order))
    const ship = bench.move(shipmentId, 'ship')
    expect(await bench.until(ship, 'confirmed', 'held')).toMatchObject({ state: 'confirmed', attempts: 1 })
    expect(await posts(bench)).toBe(2)
  })

  it('hold nothing although the clock is set ahead meanwhile', async () => {
    let aheadMs = 0
    const bench = await makeSyncBench({ replicaLagMs: 60_000 }, undefined, (clock) => ({
      ...clock,
      wallMs: () => clock.wallMs() + aheadMs,
    }))
    const order = await bench.newOrder()
    await bench.turn(61_000)
    bench.station.engine.start()
    const first = bench.pack(order.id, goodsOf(order))
    await bench.until(first.seq, 'confirmed')
    await bench.turn(60_000)
    await bench.until(bench.move(first.shipmentId, 'cancel'), 'confirmed')
    const second = bench.pack(order.id, goodsOf(order))
    aheadMs = 11 * 60_000
    expect(await statesFor(bench, second.seq, 10_000)).not.toContain('held')
  })

  it('hold no pack of lines that somebody else freed, as this station has already read', async () => {
    const bench = await makeSyncBench({ replicaLagMs: 5_000 })
    const order = await bench.newOrder()
    const packed = await bench.control.changeOrder(order.id, { action: 'pack' })
    const shipmentId = packed.shipmentId ?? 0
    await bench.turn(6_000)
    await bench.control.changeOrder(order.id, { action: 'cancelShipment', shipmentId })
    // From another machine of the marketplace, which is up to date.
    bench.station.take((await bench.control.readOrder(order.id)) as unknown as Order)
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    expect(await statesFor(bench, seq, 20_000)).not.toContain('held')
    expect(bench.op(seq)).toMatchObject({ state: 'confirmed', attempts: 1 })
  })

  it('hold nothing because a new order is not visible yet', async () => {
    const bench = await makeSyncBench({ replicaLagMs: 5_000 })
    await bench.newOrder()
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    expect(await statesFor(bench, seq, 50_000)).not.toContain('held')
    expect(bench.op(seq).state).toBe('confirmed')
  })
})

describe('a shipment whose answer was lost', () => {
  const SERVERS: [string, MarketplaceOptions['settings']][] = [
    ['cuts times to the second', { timestampPrecision: 'seconds' }],
    ['rounds times to the second', { timestampPrecision: 'rounded_seconds' }],
    ['writes carriers in capitals', { carrierCase: 'upper' }],
    ['writes carriers in small letters', { carrierCase: 'lower' }],
    ['shows no warehouse', { warehouseEcho: 'null' }],
    ['leaves the warehouse out', { warehouseEcho: 'absent' }],
  ]
  it.each(SERVERS)('is recognized if the marketplace %s, and so is its ship', async (_name, settings) => {
    for (const fractionMs of [1, 499, 500, 999]) {
      const bench = await makeSyncBench(settings)
      bench.clock.advance(1_000 - (bench.clock.wallMs() % 1_000) + fractionMs)
      const order = await bench.newOrder()
      await bench.control.addFault({ kind: 'drop', when: 'after', method: 'POST', route: CREATE, count: 1 })
      const update = `${CREATE}/:shipment`
      await bench.control.addFault({ kind: 'drop', when: 'after', method: 'POST', route: update, count: 1 })
      const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
      const ship = bench.move(shipmentId, 'ship')
      bench.station.engine.start()
      expect(await bench.until(seq, 'confirmed', 'held')).toMatchObject({ state: 'confirmed', attempts: 1 })
      expect(await bench.until(ship, 'confirmed', 'held')).toMatchObject({ state: 'confirmed', attempts: 1 })
      expect(await posts(bench)).toBe(2)
    }
  })

  it('is told from another station’s by milliseconds, once the marketplace has shown that it keeps them', async () => {
    const bench = await makeSyncBench()
    bench.clock.advance(1_000 - (bench.clock.wallMs() % 1_000) + 123)
    const [shown, order] = [await bench.newOrder(), await bench.newOrder()]
    bench.station.engine.start()
    await bench.until(bench.pack(shown.id, goodsOf(shown)).seq, 'confirmed')
    await bench.station.refresh(shown.id)
    bench.clock.advance(1_000 - (bench.clock.wallMs() % 1_000) + 123)
    await loseAnswerAndReadBack(bench, { write: CREATE, read: READ, skip: 1 })
    const packedAt = new Date(bench.clock.wallMs()).toISOString()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'unknown')
    await bench.control.changeOrder(order.id, {
      action: 'pack',
      lineIds: goodsOf(order),
      warehouseId: 1,
      carrier: 'UPS',
      trackingNumber: '1Z999',
      packedAt: packedAt.replace('.123Z', '.000Z'),
    })
    // Not adopted, and not called somebody else's either: the marketplace may keep less of this one time.
    const op = findOp(bench.station.db, seq)
    const seen = (await bench.control.readOrder(order.id)) as unknown as Order
    if (op === null) throw new Error('no op')
    expect(createShipment.against(playDeps(bench), { ...op, state: 'ready' }, seen)).toBeNull()
    expect(await bench.until(seq, 'held', 'confirmed')).toMatchObject({
      heldReason: 'unconfirmed',
      attempts: 1,
      answers: ['check', 'adopt', 'discard'],
    })
    expect(await posts(bench)).toBe(2)
  })

  it('is found although the marketplace showed more of the last times than of this order’s', async () => {
    const bench = await makeSyncBench()
    bench.clock.advance(1_000 - (bench.clock.wallMs() % 1_000) + 123)
    const [shown, order] = [await bench.newOrder(), await bench.newOrder()]
    bench.station.engine.start()
    await bench.until(bench.pack(shown.id, goodsOf(shown)).seq, 'confirmed')
    await bench.station.refresh(shown.id)
    await loseAnswerAndReadBack(bench, { write: CREATE, read: READ, skip: 1, after: true })
    bench.clock.advance(1_000 - (bench.clock.wallMs() % 1_000) + 123)
    await bench.control.changeSettings({ timestampPrecision: 'seconds' })
    const { seq } = bench.pack(order.id, goodsOf(order))
    expect(await bench.until(seq, 'held', 'confirmed')).toMatchObject({ state: 'confirmed', attempts: 1 })
    expect(await posts(bench)).toBe(2)
  })
})

describe('a marketplace that keeps less of some times than of others', () => {
  it('is known by the coarse ones, however few of the last', async () => {
    const bench = await makeSyncBench()
    const { db } = bench.station
    for (let packs = 0; packs < 8; packs += 1) {
      bench.clock.advance(1_123)
      const order = await bench.newOrder()
      bench.pack(order.id, goodsOf(order))
    }
    rawDb(db).exec(`UPDATE outbox SET state = 'confirmed', settled_at = captured_at;
      UPDATE shipments SET server_copy = json_object('packed_at', packed_at)`)
    expect(precisionOf(packedEchoes(db))).toBe(1)
    rawDb(db)
      .exec(`UPDATE shipments SET server_copy = json_object('packed_at', substr(packed_at, 1, 19) || 'Z')
      WHERE shipment_uid = (SELECT shipment_uid FROM outbox ORDER BY seq LIMIT 1)`)
    expect(precisionOf(packedEchoes(db))).toBeNull()
  })
})

describe('a refusal of a request that was applied anyway', () => {
  it.each([422, 409, 400, 404])('with %i is found when the first read-back fails', async (status) => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const fault = { kind: 'status', status, when: 'after', method: 'POST', route: CREATE, count: 1 } as const
    await bench.control.addFault(fault)
    await bench.control.addFault({
      kind: 'status',
      status: 503,
      method: 'GET',
      route: READ,
      skip: 1,
      count: 1,
    })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    expect(await bench.until(seq, 'confirmed', 'held')).toMatchObject({ state: 'confirmed', attempts: 1 })
    expect(await posts(bench)).toBe(1)
  })

  it('that was not applied waits for a person after the next read, who may send it again', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 1 })
    await bench.control.addFault({
      kind: 'status',
      status: 503,
      method: 'GET',
      route: READ,
      skip: 1,
      count: 2,
    })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    expect(await bench.until(seq, 'confirmed', 'held')).toMatchObject({
      heldReason: 'refused',
      attempts: 1,
      answers: ['resend', 'discard'],
      lastError: { code: 'unprocessable', status: 422 },
    })
    expect(await posts(bench)).toBe(1)
  })

  it('is not decided while the network is gone', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({
      kind: 'status',
      status: 422,
      when: 'after',
      method: 'POST',
      route: CREATE,
      count: 1,
    })
    await bench.control.addFault({
      kind: 'status',
      status: 429,
      method: 'GET',
      route: READ,
      skip: 1,
      count: 1,
    })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    expect(await bench.until(seq, 'confirmed', 'held')).toMatchObject({ state: 'confirmed', attempts: 1 })
  })
})

describe('a shipment of ours whose lines the marketplace freed', () => {
  async function unlinked(settings: MarketplaceOptions['settings'] = {}) {
    const bench = await makeSyncBench(settings)
    const order = await bench.newOrder()
    await loseAnswerAndReadBack(bench, { write: CREATE, read: READ, skip: 1, after: true })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'unknown')
    const [ours] = (await bench.control.readOrder(order.id)).shipments
    const shipmentId = ours?.id ?? 0
    await bench.control.changeOrder(order.id, { action: 'unlinkLines', shipmentId })
    return { bench, orderId: order.id, lineIds: goodsOf(order), seq, shipmentId }
  }

  it.each(['refuse', 'accept'] as const)(
    'is not made a second time: a person is asked, who can take it over (a second create: %s)',
    async (secondShipmentOnLine) => {
      const { bench, orderId, seq, shipmentId } = await unlinked({ secondShipmentOnLine })
      expect(await bench.until(seq, 'held', 'confirmed')).toMatchObject({
        heldReason: 'unconfirmed',
        attempts: 1,
        answers: ['check', 'adopt', 'discard'],
      })
      expect(await posts(bench)).toBe(1)
      expect(readOp(bench.station, seq).candidates).toMatchObject([{ serverId: shipmentId, lineIds: [] }])
      expect((await bench.control.readOrder(orderId)).shipments).toHaveLength(1)
    },
  )

  it('and that somebody else packed meanwhile is one of two, for a person to choose from', async () => {
    const { bench, orderId, lineIds, seq } = await unlinked()
    await bench.control.changeOrder(orderId, { action: 'pack', lineIds })
    expect(await bench.until(seq, 'held', 'confirmed')).toMatchObject({ heldReason: 'duplicate' })
    expect(readOp(bench.station, seq).candidates).toHaveLength(2)
    expect(await posts(bench)).toBe(1)
  })
})
