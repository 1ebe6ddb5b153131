import { describe, expect, it } from 'vitest'
import { goodsOf, makeSyncBench } from '../../support/sync-bench'
import { eventually } from '../../support/eventually'
import { rawDb } from '../../support/raw-db'

const CREATE = '/api/v1.0/orders/:id/shipments'

const UPDATE = '/api/v1.0/orders/:id/shipments/:shipment'

describe('draining the outbox', () => {
  it('sends pack, ship and deliver in order, with the times they were captured at (I2, I11)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const packedAt = new Date(bench.clock.wallMs()).toISOString()
    const { shipmentId } = bench.pack(order.id, goodsOf(order))
    bench.clock.advance(60_000)
    const shippedAt = new Date(bench.clock.wallMs()).toISOString()
    bench.move(shipmentId, 'ship')
    bench.clock.advance(60_000)
    const deliveredAt = new Date(bench.clock.wallMs()).toISOString()
    const last = bench.move(shipmentId, 'deliver')
    bench.station.engine.start()
    await bench.until(last, 'confirmed')

    const there = await bench.control.readOrder(order.id)
    expect(there.shipments).toHaveLength(1)
    expect(there.shipments[0]).toMatchObject({
      state: 'delivered',
      carrier: 'UPS',
      tracking_number: '1Z999',
      packed_at: packedAt,
      shipped_at: shippedAt,
      delivered_at: deliveredAt,
    })
  })

  it('keeps everything while offline, over a restart, and then sends each operation once (I3, I4)', async () => {
    const bench = await makeSyncBench()
    const orders = [await bench.newOrder(), await bench.newOrder(), await bench.newOrder()]
    bench.station.engine.start()
    await bench.goOffline()
    const last: number[] = []
    for (const order of orders) {
      const { shipmentId } = bench.pack(order.id, goodsOf(order))
      last.push(bench.move(shipmentId, 'ship'))
    }
    await bench.turn(5_000)
    expect(bench.station.gate.state()).toBe('offline')
    expect(last.map((seq) => bench.op(seq).state)).toEqual(['ready', 'ready', 'ready'])

    await bench.restartStation()
    await bench.goOnline()
    bench.station.engine.start()
    for (const seq of last) await bench.until(seq, 'confirmed')
    for (const order of orders) {
      const { shipments } = await bench.control.readOrder(order.id)
      expect(shipments.map(({ state }) => state)).toEqual(['shipped'])
    }
    expect(bench.station.faults).toEqual([])
  })

  it('leaves the window its first moments at the start, unless it is woken', async () => {
    const bench = await makeSyncBench()
    const [first, second] = [await bench.newOrder(), await bench.newOrder()]
    const { seq } = bench.pack(first.id, goodsOf(first))
    bench.station.engine.start(500)
    bench.clock.advance(499)
    await bench.station.engine.settled()
    expect(bench.op(seq).state).toBe('ready')
    bench.clock.advance(1)
    await bench.until(seq, 'confirmed')

    await bench.restartStation()
    const later = bench.pack(second.id, goodsOf(second))
    bench.station.engine.start(500)
    bench.station.engine.wake()
    await bench.until(later.seq, 'confirmed')
  })

  it('never spends an attempt on a send that never left', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.goOffline()
    bench.station.engine.start()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await bench.turn(120_000)
    expect(bench.op(seq)).toMatchObject({ state: 'ready', attempts: 0 })
  })

  it('does not let one held lane block another (I7)', async () => {
    const bench = await makeSyncBench()
    const [stuck, free] = [await bench.newOrder(), await bench.newOrder()]
    await bench.control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 1 })
    const first = bench.pack(stuck.id, goodsOf(stuck))
    bench.station.engine.start()
    const held = await bench.until(first.seq, 'held')
    expect(held).toMatchObject({ heldReason: 'refused', lastError: { code: 'unprocessable', status: 422 } })
    const second = bench.pack(free.id, goodsOf(free))
    bench.station.engine.wake()
    await bench.until(second.seq, 'confirmed')
    expect(bench.op(first.seq).state).toBe('held')
  })
})

describe('a token that is refused', () => {
  it('pauses the account, loses nothing, and continues when it is replaced (I9)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.setAccessToken('training-1', 'another')
    bench.station.engine.start()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await eventually(() => expect(bench.station.gate.state()).toBe('unauthorized'))
    await bench.turn(3_600_000)
    expect(bench.op(seq)).toMatchObject({ state: 'ready', attempts: 0 })

    await bench.control.setAccessToken('training-1', bench.marketplace.accessToken)
    bench.station.gate.reopen()
    bench.station.engine.wake()
    await bench.until(seq, 'confirmed')
  })
})

describe('a lost answer', () => {
  it.each([
    ['dropped', { kind: 'drop', when: 'after' }],
    ['reset', { kind: 'reset', when: 'after' }],
    ['truncated', { kind: 'truncate' }],
    ['a 500 after applying', { kind: 'status', status: 500, when: 'after' }],
    ['HTML', { kind: 'html', when: 'after' }],
  ] as const)(
    'to a create that was applied (%s) is found by reading back: one shipment, no second send (I3)',
    async (_name, fault) => {
      const bench = await makeSyncBench()
      const order = await bench.newOrder()
      await bench.control.addFault({ ...fault, method: 'POST', route: CREATE, count: 1 })
      const { seq } = bench.pack(order.id, goodsOf(order))
      bench.station.engine.start()
      await bench.until(seq, 'confirmed')
      expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
      const posts = (await bench.control.requestLog()).filter(({ method }) => method === 'POST')
      expect(posts).toHaveLength(1)
    },
  )

  it('to a create that was never applied sends the same bytes again, after the settle window (I6)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: CREATE, count: 1 })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    const unknown = await bench.until(seq, 'unknown')
    expect(unknown.attempts).toBe(1)
    const lostAtMs = bench.clock.monotonicMs()
    await bench.until(seq, 'confirmed')
    expect(bench.clock.monotonicMs() - lostAtMs).toBeGreaterThanOrEqual(119_000)
    expect(bench.op(seq)).toMatchObject({ attempts: 2 })
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })

  it('to a create that is lost three times waits for a person, who may not send it again (I6)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: CREATE, count: 3 })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    const held = await bench.until(seq, 'held')
    expect(held).toMatchObject({
      heldReason: 'unconfirmed',
      attempts: 3,
      answers: ['check', 'adopt', 'discard'],
    })
    const posts = (await bench.control.requestLog()).filter(({ method }) => method === 'POST')
    expect(posts).toHaveLength(3)
  })

  it('to a create that is applied late is found while the settle window lasts (I6)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'late', ms: 50, method: 'POST', route: CREATE, count: 1 })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'unknown', 'confirmed')
    await eventually(async () => expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1))
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })

  it('or an answer that a full disk could not record, is read back once there is space (I9)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    rawDb(bench.station.db).exec(`CREATE TEMP TRIGGER disk BEFORE UPDATE ON outbox
      WHEN NEW.state NOT IN ('sending', 'ready') BEGIN SELECT RAISE(ABORT, 'no space'); END`)
    bench.station.engine.start()
    await eventually(() => expect(bench.station.faults).not.toEqual([]))
    await bench.turn(60_000)
    expect(bench.op(seq).state).toBe('sending')
    rawDb(bench.station.db).exec('DROP TRIGGER disk')
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })

  it('to an update is read back before it is sent again', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.control.addFault({ kind: 'drop', when: 'after', method: 'POST', route: UPDATE, count: 1 })
    const seq = bench.move(shipmentId, 'ship')
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    const updates = (await bench.control.requestLog()).filter(
      ({ method, path }) => method === 'POST' && path.split('/').length === 7,
    )
    expect(updates).toHaveLength(1)
  })

  it('to an update that was never applied is sent again after the settle window', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const { shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: UPDATE, count: 1 })
    const seq = bench.move(shipmentId, 'ship')
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).shipments[0]).toMatchObject({ state: 'shipped' })
  })

  it('comes back as unknown after a restart and is read back, not sent again (I4)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', when: 'after', method: 'POST', route: CREATE, count: 1 })
    await bench.control.addFault({
      kind: 'status',
      status: 503,
      method: 'GET',
      route: '/api/v1.0/orders/:id',
      skip: 1,
      count: 1,
    })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await eventually(() => expect(bench.op(seq).state).toBe('unknown'))
    await bench.restartStation()
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })
})

describe('being asked to wait', () => {
  it('waits as long as requested, and then continues', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({
      kind: 'status',
      status: 429,
      retryAfter: '90',
      method: 'POST',
      route: CREATE,
      count: 1,
    })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await eventually(() => expect(bench.station.gate.state()).toBe('throttled'))
    await bench.turn(80_000)
    expect(bench.op(seq)).toMatchObject({ state: 'ready', attempts: 0 })
    await bench.turn(11_000)
    await bench.until(seq, 'confirmed')
  })
})
