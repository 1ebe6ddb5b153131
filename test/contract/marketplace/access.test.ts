import { describe, expect, test } from 'vitest'
import { leavesOf } from '../../../src/shared/domain/items/category'
import type { Category } from '../../../src/shared/partner-api/category'
import type { ControlOrder } from '../../../src/marketplace/control-client'
import { at, goodsOf, listAll, packBody, SECOND_TOKEN, startBench, type Bench } from './harness'

async function ids(bench: Bench, query: string): Promise<number[]> {
  return (await listAll<ControlOrder>(bench, `/orders?${query}`)).map((order) => order.id)
}

async function place(bench: Bench, count: number): Promise<ControlOrder[]> {
  const orders: ControlOrder[] = []
  for (let index = 0; index < count; index++) orders.push(await bench.control.placeOrder())
  return orders
}

describe('authentication', () => {
  const endpoints = [
    ['POST', '/items'],
    ['GET', '/items'],
    ['GET', '/items/M1'],
    ['PUT', '/items/M1'],
    ['DELETE', '/items/M1'],
    ['GET', '/orders'],
    ['GET', '/orders/1'],
    ['POST', '/orders/1/shipments'],
    ['POST', '/orders/1/shipments/1'],
    ['POST', '/orders/1/refund'],
    ['POST', '/orders/1/cancel'],
    ['GET', '/categories'],
  ] as const
  test.each(endpoints)('%s %s needs a valid token', async (method, path) => {
    const bench = await startBench()
    for (const token of [null, '', 'wrong']) {
      const refused = await bench.call(method, path, { token })
      expect([refused.status, refused.text]).toEqual([401, ''])
    }
  })

  test('a token can be replaced and revoked at run time', async () => {
    const bench = await startBench()
    await bench.control.setAccessToken('training-1', 'fresh')
    expect((await bench.call('GET', '/orders')).status).toBe(401)
    expect((await bench.call('GET', '/orders', { token: 'fresh' })).status).toBe(200)
    await bench.control.setAccessToken('training-1', null)
    expect((await bench.call('GET', '/orders', { token: 'fresh' })).status).toBe(401)
    expect(await bench.control.accounts()).toContainEqual({ name: 'training-1', accessToken: null })
  })

  test('unknown routes and methods are not found, with an empty body', async () => {
    const bench = await startBench()
    for (const [method, path] of [
      ['GET', '/brands'],
      ['DELETE', '/orders/1'],
      ['GET', `${bench.baseUrl}/`],
      ['HEAD', '/orders'],
    ] as const) {
      const missing = await bench.call(method, path)
      expect([missing.status, missing.text]).toEqual([404, ''])
    }
  })

  test('an unreadable body is refused with an empty body', async () => {
    const bench = await startBench()
    const [order] = (await place(bench, 1)) as [ControlOrder]
    for (const broken of [
      { rawBody: '{"warehouse_id":' },
      { rawBody: '[]' },
      { rawBody: 'warehouse_id=1', contentType: 'application/x-www-form-urlencoded' },
      {},
    ]) {
      const refused = await bench.call('POST', `/orders/${order.id}/shipments`, broken)
      expect([refused.status, refused.text]).toEqual([422, ''])
    }
  })
})

describe('two accounts', () => {
  test('see, read and change only their own data', async () => {
    const bench = await startBench({ orders: 12, items: 30 })
    const mine = await ids(bench, '')
    const theirs = (await bench.call<ControlOrder[]>('GET', '/orders', { token: SECOND_TOKEN })).body
    expect(mine).toHaveLength(12)
    expect(theirs).toHaveLength(5)
    expect(theirs.filter((order) => mine.includes(order.id))).toEqual([])

    const [foreign] = theirs as [ControlOrder]
    const itemNumber = foreign.order_lines[0]?.item_number ?? ''
    for (const [method, path] of [
      ['GET', `/orders/${foreign.id}`],
      ['POST', `/orders/${foreign.id}/refund`],
      ['POST', `/orders/${foreign.id}/cancel`],
      ['GET', `/items/${itemNumber}`],
      ['DELETE', `/items/${itemNumber}`],
    ] as const) {
      const missing = await bench.call(method, path, method === 'POST' ? { body: { amount: 1 } } : {})
      expect([missing.status, missing.text]).toEqual([404, ''])
    }
    expect(await bench.control.readOrder(foreign.id)).toEqual(foreign)
    const known = await bench.call('GET', `/items/${itemNumber}`, { token: SECOND_TOKEN })
    expect(known.status).toBe(200)
  })
})

describe('categories', () => {
  test('are a tree of three levels with sizes at the top', async () => {
    const bench = await startBench()
    const { body: tree, status } = await bench.call<Category[]>('GET', '/categories')
    expect(status).toBe(200)
    const leaves = leavesOf(tree)
    expect(leaves.length).toBeGreaterThan(20)
    expect(new Set(leaves.map((leaf) => leaf.path.length))).toEqual(new Set([3]))
    expect(new Set(leaves.map((leaf) => leaf.id)).size).toBe(leaves.length)
    for (const top of tree) {
      expect(top, top.name).toMatchObject({
        gender: expect.any(String),
        sizing_type: expect.any(String),
        allowed_sizes: expect.any(Object),
      })
      for (const child of top.children ?? []) {
        expect(Object.keys(child)).toEqual(['id', 'name', 'children'])
        for (const leaf of child.children ?? []) expect(Object.keys(leaf)).toEqual(['id', 'name'])
      }
      if (Object.keys(top.allowed_sizes ?? {}).length === 0) continue
      const { scale, name } = top.default_size ?? { scale: '', name: '' }
      expect(top.allowed_sizes?.[scale]).toContain(name)
    }
  })
})

describe('status codes', () => {
  test('are settings', async () => {
    const bench = await startBench({
      settings: {
        statusShipmentCreated: 200,
        statusShipmentUpdated: 200,
        statusRefundCreated: 202,
        statusOrderCanceled: 202,
        statusUnauthorized: 403,
        statusNotFound: 410,
        statusNotFoundOnWrite: 422,
        statusUnprocessable: 400,
        statusMalformed: 415,
      },
    })
    const [order] = (await place(bench, 1)) as [ControlOrder]
    const path = `/orders/${order.id}`
    const body = packBody(bench, goodsOf(order))
    const created = await bench.call<{ id: number }>('POST', `${path}/shipments`, { body })
    const delivery = { body: { state: 'delivered', delivered_at: at(bench) } }
    const statuses = [
      created.status,
      (await bench.call('POST', `${path}/shipments/${created.body.id}`, delivery)).status,
      (await bench.call('POST', `${path}/refund`, { body: { amount: 1 } })).status,
      (await bench.call('POST', `${path}/cancel`)).status,
      (await bench.call('GET', path, { token: 'wrong' })).status,
      (await bench.call('GET', '/orders/1')).status,
      (await bench.call('POST', '/orders/1/cancel')).status,
      (await bench.call('POST', `${path}/shipments`, { body })).status,
      (await bench.call('POST', `${path}/shipments`, { rawBody: '{' })).status,
    ]
    expect(statuses).toEqual([200, 200, 202, 202, 403, 410, 422, 400, 415])
  })
})
