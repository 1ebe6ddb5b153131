import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { releaseForbidden } from '../../../src/main/sync/outbox/release-forbidden'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { updateItem } from '../../../src/main/areas/items/change-item'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { makeStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { makeLines, makeOrder } from '../../support/orders'
import { readItems } from '../../support/read-items'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { inTransaction } from '../../../src/main/store/db/database'
import { rawDb } from '../../support/raw-db'

const ORDER = '/api/v1.0/orders/:id'
const SHIPMENT = '/api/v1.0/orders/:id/shipments/:shipment_id'

async function requests(bench: SyncBench, method: string, path: RegExp): Promise<number> {
  const log = await bench.control.requestLog()
  return log.filter((request) => request.method === method && path.test(request.path)).length
}

async function makeServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function changePrices(bench: SyncBench, count: number): Promise<number[]> {
  const { rows } = await readItems(bench.station, { states: ['listed'] })
  return rows
    .slice(0, count)
    .map(
      ({ itemNumber }) =>
        updateItem(bench.station, { itemNumber, priceCents: 4_321, maxDiscountPercent: null }).seq,
    )
}

describe('while the marketplace limits item writes', () => {
  it('a pack goes out at once, however many price changes wait before it', async () => {
    const bench = await makeSyncBench({ itemWriteLimit: 2, itemWriteWindowMs: 600_000 })
    const order = await bench.newOrder()
    const prices = await changePrices(bench, 17)
    expect(prices).toHaveLength(17)
    bench.station.engine.start()
    await eventually(() => expect(bench.station.gate.state()).toBe('items_throttled'))
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.wake()
    // The clock stands still: there is no waiting at all.
    await eventually(() => expect(bench.op(seq).state).toBe('confirmed'))
    expect(bench.station.gate.state()).toBe('items_throttled')
    expect(prices.filter((price) => bench.op(price).state === 'confirmed')).toHaveLength(2)
    // Each refused write belongs to one of at most four lanes, and nothing is retried early.
    const before = await requests(bench, 'PUT', /items/)
    await bench.turn(60_000)
    expect(await requests(bench, 'PUT', /items/)).toBe(before)
    expect(before).toBeLessThanOrEqual(6)
  })

  it('every price change goes out in the end, without spending attempts', async () => {
    const bench = await makeSyncBench({ itemWriteLimit: 3, itemWriteWindowMs: 30_000 })
    const prices = await changePrices(bench, 8)
    bench.station.engine.start()
    for (const price of prices) expect(await bench.until(price, 'confirmed')).toMatchObject({ attempts: 1 })
  })
})

it('slow items never occupy all lanes: a pack goes out while they hang', async () => {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  const prices = await changePrices(bench, 12)
  const changed = prices.map((seq) => bench.op(seq).itemKey)
  const ofChanged = new RegExp(`items/(?:${changed.join('|')})$`)
  await bench.control.addFault({ kind: 'hang', method: '*', route: '/api/v1.0/items/:item_number' })
  bench.station.engine.start()
  await eventually(async () => expect(await requests(bench, 'GET', ofChanged)).toBe(4))
  const { seq } = bench.pack(order.id, goodsOf(order))
  bench.station.engine.wake()
  await eventually(() => expect(bench.op(seq).state).toBe('confirmed'))
  await bench.goOffline()
})

describe('an order that the token may not see', () => {
  const forbidden = (bench: SyncBench, id: number, method = 'GET') =>
    bench.control.addFault({
      kind: 'status',
      status: 403,
      method,
      route: method === 'GET' ? `/api/v1.0/orders/${id}` : `/api/v1.0/orders/${id}/shipments`,
    })

  it.each(['GET', 'POST'])('is held alone, with a reason, and the others go on (%s)', async (method) => {
    const bench = await makeSyncBench()
    const [one, other] = [await bench.newOrder(), await bench.newOrder()]
    await forbidden(bench, one.id, method)
    bench.station.engine.start()
    const first = bench.pack(one.id, goodsOf(one))
    expect(await bench.until(first.seq, 'held')).toMatchObject({ heldReason: 'forbidden', attempts: 0 })
    const second = bench.pack(other.id, goodsOf(other))
    await bench.until(second.seq, 'confirmed')
    expect(bench.station.gate.state()).toBe('online')
    expect(bench.station.faults).toEqual([])

    answerOp(bench.station, { seq: first.seq, answer: 'check', reason: '' })
    expect(await bench.until(first.seq, 'held')).toMatchObject({ heldReason: 'forbidden' })
    await bench.control.clearFaults()
    answerOp(bench.station, { seq: first.seq, answer: 'check', reason: '' })
    expect(await bench.until(first.seq, 'confirmed')).toMatchObject({ attempts: 1 })
  })

  it('is tried again with another token', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await forbidden(bench, order.id)
    bench.station.engine.start()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'held')
    await bench.control.clearFaults()
    inTransaction(bench.station.db, (tx) =>
      releaseForbidden(tx, new Date(bench.clock.wallMs()).toISOString()),
    )
    bench.station.engine.wake(true)
    await bench.until(seq, 'confirmed')
  })

  it('refused together with another: the account pauses, and nothing is dropped', async () => {
    const bench = await makeSyncBench()
    const orders = [await bench.newOrder(), await bench.newOrder(), await bench.newOrder()]
    await bench.control.addFault({ kind: 'status', status: 403, method: 'GET', route: ORDER })
    const seqs = orders.map((order) => bench.pack(order.id, goodsOf(order)).seq)
    bench.station.engine.start()
    await eventually(() => expect(bench.station.gate.state()).toBe('unauthorized'))
    await bench.turn(600_000)
    for (const seq of seqs) expect(['ready', 'held']).toContain(bench.op(seq).state)
    await bench.control.clearFaults()
    inTransaction(bench.station.db, (tx) =>
      releaseForbidden(tx, new Date(bench.clock.wallMs()).toISOString()),
    )
    bench.station.gate.reopen()
    bench.station.engine.wake(true)
    for (const seq of seqs) await bench.until(seq, 'confirmed')
  })
})

describe('a write that the marketplace answers with 5xx', () => {
  async function packed(bench: SyncBench) {
    const order = await bench.newOrder()
    bench.station.engine.start()
    const { shipmentId, seq } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'confirmed')
    await bench.control.addFault({ kind: 'status', status: 503, method: 'POST', route: SHIPMENT })
    return bench.move(shipmentId, 'ship')
  }

  it('for an hour needs a person, and goes out when they send it again', async () => {
    const bench = await makeSyncBench()
    const seq = await packed(bench)
    const beganMs = bench.clock.wallMs()
    await eventually(async () => {
      await bench.turn(30_000)
      expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'keeps_failing' })
    })
    expect(bench.clock.wallMs() - beganMs).toBeGreaterThanOrEqual(3_600_000)
    expect(bench.clock.wallMs() - beganMs).toBeLessThan(4_200_000)
    expect(await requests(bench, 'POST', /shipments\/\d+$/)).toBeLessThanOrEqual(31)
    await bench.control.clearFaults()
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await bench.until(seq, 'confirmed')
  }, 60_000)

  it('is counted over restarts, and not by a clock that was set', async () => {
    const bench = await makeSyncBench()
    const seq = await packed(bench)
    await eventually(async () => {
      await bench.turn(30_000)
      expect(await requests(bench, 'POST', /shipments\/\d+$/)).toBeGreaterThanOrEqual(2)
    })
    bench.clock.setWall(bench.clock.wallMs() + 7_200_000)
    const tries = await requests(bench, 'POST', /shipments\/\d+$/)
    await eventually(async () => {
      await bench.turn(30_000)
      expect(await requests(bench, 'POST', /shipments\/\d+$/)).toBeGreaterThanOrEqual(tries + 2)
    })
    expect(bench.op(seq).state).not.toBe('held')
    await bench.restartStation()
    bench.station.engine.start()
    await eventually(async () => {
      await bench.turn(30_000)
      expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'keeps_failing' })
    })
  }, 60_000)

  it('for everything is retried less and less, one at a time: 400 lanes stay under 60 requests a minute', async () => {
    const clock = createManualClock()
    let asked = 0
    let broken = true
    const baseUrl = await makeServer((request, response) => {
      asked += 1
      response.setHeader('date', new Date(clock.wallMs()).toUTCString())
      if (broken) return response.writeHead(503).end()
      const id = Number(/orders\/(\d+)/.exec(request.url ?? '')?.[1])
      if (request.method === 'POST') return response.writeHead(201).end(JSON.stringify({ id: 90_000 + id }))
      return response.end(JSON.stringify(orderOf(id)))
    })
    const orderOf = (id: number) =>
      makeOrder({ id, order_lines: makeLines([{ id: id * 10, item_number: `I${id}`, shipment_id: null }]) })
    const station = makeStation({ clock, baseUrl })
    const ids = Array.from({ length: 400 }, (_, index) => index + 1)
    station.take(...ids.map(orderOf))
    const pack = (id: number) =>
      packShipment(station, {
        orderId: id,
        lineIds: [id * 10],
        carrier: 'UPS',
        trackingNumber: null,
        trackingUrl: null,
        warehouseId: 1,
      })
    for (const id of ids) pack(id)
    station.engine.start()
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 500) {
        clock.advance(500)
        await station.engine.settled()
      }
    }
    const minute = async (): Promise<number> => {
      const before = asked
      await pass(60_000)
      return asked - before
    }
    const first = await minute()
    const second = await minute()
    expect(first).toBeLessThan(60)
    expect(second).toBeLessThan(20)
    expect(station.gate.state()).toBe('failing')
    broken = false
    await eventually(async () => {
      await pass(10_000)
      const open = rawDb(station.db)
        .prepare(`SELECT count(*) FROM outbox WHERE state <> 'confirmed'`)
        .pluck()
        .get()
      expect(open).toBe(0)
    })
    expect(station.gate.state()).toBe('online')
  }, 60_000)

  it('for one order never holds up another, however long (I7)', async () => {
    const bench = await makeSyncBench()
    const poison = [
      await bench.newOrder(),
      await bench.newOrder(),
      await bench.newOrder(),
      await bench.newOrder(),
    ]
    for (const { id } of poison)
      await bench.control.addFault({
        kind: 'status',
        status: 500,
        method: 'GET',
        route: `/api/v1.0/orders/${id}`,
      })
    bench.station.engine.start()
    for (const order of poison) bench.pack(order.id, goodsOf(order))
    await bench.turn(600_000)
    for (let time = 0; time < 3; time += 1) {
      const order = await bench.newOrder()
      const { seq } = bench.pack(order.id, goodsOf(order))
      const beganMs = bench.clock.wallMs()
      await bench.until(seq, 'confirmed')
      // The first may have to find out that not everything fails; the others know.
      expect(bench.clock.wallMs() - beganMs).toBeLessThanOrEqual(time === 0 ? 70_000 : 5_000)
      await bench.turn(600_000)
    }
  }, 60_000)
})

describe('the status of an idle marketplace connection', () => {
  async function shownAfter(bench: SyncBench, expected: string): Promise<number> {
    const beganMs = bench.clock.wallMs()
    await eventually(async () => {
      bench.clock.advance(500)
      await new Promise((resolve) => setImmediate(resolve))
      expect(bench.station.gate.state()).toBe(expected)
    })
    return bench.clock.wallMs() - beganMs
  }

  it.each([
    ['a portal that answers for it', { kind: 'html' }, 'foreign'],
    ['that it does not answer', { kind: 'hang' }, 'silent'],
    ['that it only answers with errors', { kind: 'status', status: 502 }, 'failing'],
    ['that it refuses the token', { kind: 'status', status: 401 }, 'unauthorized'],
  ] as const)('%s: within 10 s', async (_name, fault, expected) => {
    const bench = await makeSyncBench()
    bench.station.probe.start()
    bench.clock.advance(5_000)
    await eventually(async () => expect(await requests(bench, 'GET', /orders/)).toBe(1))
    await eventually(() => expect(bench.station.gate.quietMs()).toBe(0))
    await bench.control.addFault({ ...fault, method: '*', route: '/*' })
    // The test checks every half second, and a busy machine may answer one check later.
    expect(await shownAfter(bench, expected)).toBeLessThanOrEqual(10_000)
    await bench.goOffline()
  })

  it('shows that it is back, without a request from anybody', async () => {
    const bench = await makeSyncBench()
    bench.station.probe.start()
    await bench.control.addFault({ kind: 'html', method: '*', route: '/*' })
    await shownAfter(bench, 'foreign')
    await bench.control.clearFaults()
    expect(await shownAfter(bench, 'online')).toBeLessThan(30_000)
  })
})
