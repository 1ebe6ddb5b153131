import { describe, expect, it } from 'vitest'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
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
