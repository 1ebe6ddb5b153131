import { describe, expect, test } from 'vitest'
import type { ControlOrder } from '../../../src/marketplace/control-client'
import { goodsOf, listAll, packBody, startBench, type Bench } from './harness'

const LAG_MS = 60_000

async function lagging(replicaReads: 'all' | 'alternate' = 'all'): Promise<Bench> {
  const bench = await startBench()
  await bench.control.changeSettings({ replicaLagMs: LAG_MS, replicaReads })
  return bench
}

const read = (bench: Bench, id: number) => bench.call<ControlOrder>('GET', `/orders/${id}`)

async function packed(bench: Bench): Promise<ControlOrder> {
  const order = await bench.control.placeOrder()
  bench.clock.ms += LAG_MS
  const { status } = await bench.call('POST', `/orders/${order.id}/shipments`, {
    body: packBody(bench, goodsOf(order)),
  })
  expect(status).toBe(201)
  return order
}

describe('reads from a replica that lags', () => {
  test('shows an order as of that long ago, and later as it is', async () => {
    const bench = await lagging()
    const order = await packed(bench)
    bench.clock.ms += LAG_MS - 1
    expect((await read(bench, order.id)).body).toEqual(order)
    bench.clock.ms += 1
    expect((await read(bench, order.id)).body).toEqual(await bench.control.readOrder(order.id))
    expect((await read(bench, order.id)).body.shipments).toHaveLength(1)
  })

  test('does not know an order that was just placed, neither alone nor in a list', async () => {
    const bench = await lagging()
    const order = await bench.control.placeOrder()
    expect((await read(bench, order.id)).status).toBe(404)
    expect(await listAll(bench, '/orders')).toEqual([])
    bench.clock.ms += LAG_MS
    expect((await read(bench, order.id)).status).toBe(200)
    expect(await listAll(bench, '/orders')).toEqual([order])
  })

  test('lists page by page, and by the times that its own copies have', async () => {
    const bench = await lagging()
    const orders = [await packed(bench), await packed(bench), await packed(bench)]
    bench.clock.ms += LAG_MS
    const since = new Date(bench.clock.ms - LAG_MS).toISOString()
    const all = await listAll<ControlOrder>(bench, '/orders?page_size=1')
    expect(all.map(({ id }) => id)).toEqual(orders.map(({ id }) => id))
    const [last] = await listAll<ControlOrder>(bench, `/orders?updated_after=${since}`)
    expect(last?.id).toBe(orders[2]?.id)
  })

  test('sees a change whose answer was lost', async () => {
    const bench = await lagging()
    const order = await bench.control.placeOrder()
    bench.clock.ms += LAG_MS
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: '/api/*', when: 'after' })
    const body = packBody(bench, goodsOf(order))
    await expect(bench.call('POST', `/orders/${order.id}/shipments`, { body })).rejects.toThrow()
    bench.clock.ms += LAG_MS
    expect((await read(bench, order.id)).body.shipments).toHaveLength(1)
  })

  test('alternates with the primary if it answers every second read', async () => {
    const bench = await lagging('alternate')
    const order = await packed(bench)
    const counts = []
    for (let n = 0; n < 4; n++) counts.push((await read(bench, order.id)).body.shipments.length)
    expect(counts).toEqual([0, 1, 0, 1])
  })
})

describe('orders omitted from lists', () => {
  test('can still be read one by one', async () => {
    const bench = await startBench()
    const orders = [await bench.control.placeOrder(), await bench.control.placeOrder()]
    const [missing = 0, listed] = orders.map(({ id }) => id)
    await bench.control.changeSettings({ ordersMissingFromLists: [missing] })
    expect((await listAll<ControlOrder>(bench, '/orders')).map(({ id }) => id)).toEqual([listed])
    expect((await read(bench, missing)).status).toBe(200)
  })
})

describe('the echo of a shipment’s fields', () => {
  test.each([
    [{ carrierCase: 'upper' }, { carrier: 'FEDEX', warehouse_id: 1 }],
    [{ carrierCase: 'lower' }, { carrier: 'fedex', warehouse_id: 1 }],
    [{ warehouseEcho: 'null' }, { carrier: 'FedEx', warehouse_id: null }],
    [{ timestampPrecision: 'rounded_seconds' }, { packed_at: '2026-11-20T10:00:01Z' }],
    [{ timestampPrecision: 'seconds' }, { packed_at: '2026-11-20T10:00:00Z' }],
  ] as const)('%j', async (settings, shown) => {
    const bench = await startBench({ settings })
    const order = await bench.control.placeOrder()
    bench.clock.ms += 500
    await bench.call('POST', `/orders/${order.id}/shipments`, {
      body: packBody(bench, goodsOf(order), { carrier: 'FedEx' }),
    })
    expect((await read(bench, order.id)).body.shipments[0]).toMatchObject(shown)
  })

  test('no warehouse at all', async () => {
    const bench = await startBench({ settings: { warehouseEcho: 'absent' } })
    const order = await bench.control.placeOrder()
    await bench.control.changeOrder(order.id, { action: 'pack' })
    expect((await read(bench, order.id)).body.shipments[0]).not.toHaveProperty('warehouse_id')
  })

  test('no lines any more, although it is still live', async () => {
    const bench = await startBench()
    const order = await bench.control.placeOrder()
    const { shipmentId } = await bench.control.changeOrder(order.id, { action: 'pack' })
    await bench.control.changeOrder(order.id, { action: 'unlinkLines', shipmentId: shipmentId ?? 0 })
    const { body } = await read(bench, order.id)
    expect(body.shipments).toMatchObject([{ id: shipmentId, state: 'packed' }])
    expect(body.order_lines.every((line) => line.shipment_id === null)).toBe(true)
  })
})

test('answers without a Date header if set so', async () => {
  const bench = await startBench({ settings: { dateHeader: 'none' } })
  expect((await bench.call('GET', '/orders')).headers.get('date')).toBeNull()
})

describe('an answer of any kind', () => {
  const ANSWER = { method: 'POST', route: '/api/v1.0/orders/:id/shipments', status: 201 } as const

  test.each([
    ['application/json', '{"id":99}'],
    ['text/plain; charset=utf-8', 'Please sign in to the guest network'],
    [null, '<!doctype html><title>Sign in</title>'],
  ])('as %s', async (contentType, text) => {
    const bench = await startBench()
    const order = await bench.control.placeOrder()
    await bench.control.addFault({ kind: 'answer', ...ANSWER, contentType, body: text })
    const answer = await bench.call('POST', `/orders/${order.id}/shipments`, {
      body: packBody(bench, goodsOf(order)),
    })
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([201, text, contentType])
    expect((await bench.control.readOrder(order.id)).shipments).toEqual([])
  })

  test('instead of the true answer, after the request was applied', async () => {
    const bench = await startBench()
    const order = await bench.control.placeOrder()
    const body = '{"error":"not yours"}'
    await bench.control.addFault({ kind: 'answer', ...ANSWER, contentType: null, body, when: 'after' })
    const answer = await bench.call('POST', `/orders/${order.id}/shipments`, {
      body: packBody(bench, goodsOf(order)),
    })
    expect([answer.text, answer.headers.get('content-type')]).toEqual([body, null])
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })
})
