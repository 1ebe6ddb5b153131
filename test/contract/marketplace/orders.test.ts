import { describe, expect, test } from 'vitest'
import { leavesOf } from '../../../src/shared/domain/category'
import type { Category } from '../../../src/shared/partner-api/category'
import type { ControlOrder } from '../../../src/marketplace/control-client'
import { at, goodsOf, listAll, nextUrl, packBody, SECOND_TOKEN, startBench, type Bench } from './harness'

async function ids(bench: Bench, query: string): Promise<number[]> {
  return (await listAll<ControlOrder>(bench, `/orders?${query}`)).map((order) => order.id)
}

async function place(bench: Bench, count: number): Promise<ControlOrder[]> {
  const orders: ControlOrder[] = []
  for (let index = 0; index < count; index++) orders.push(await bench.control.placeOrder())
  return orders
}

async function pack(bench: Bench, order: ControlOrder): Promise<number> {
  const { shipmentId } = await bench.control.changeOrder(order.id, { action: 'pack' })
  return shipmentId as number
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

  test('a body that cannot be read is refused with an empty body', async () => {
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
  test('see, read and change their own only', async () => {
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

describe('read an order', () => {
  test('has every field of the document', async () => {
    const bench = await startBench()
    const placed = await bench.control.placeOrder({
      lines: [{ title: 'Norden Atelier Coat', mpn: 'NA1', externalId: 'SKU1', priceCents: 10_000 }],
      shippingFee: true,
      seed: 3,
    })
    const { body: order, status } = await bench.call<ControlOrder>('GET', `/orders/${placed.id}`)
    expect(status).toBe(200)
    expect(order).toEqual({
      id: placed.id,
      state: 'paid',
      customer: {
        email: expect.stringMatching(/@example\.com$/),
        phone_number: expect.stringContaining(' 555 01'),
      },
      amount: expect.any(Number),
      created_at: at(bench),
      updated_at: at(bench),
      purchased_at: at(bench),
      shipping_address: {
        line1: expect.any(String),
        line2: expect.any(String),
        city: expect.any(String),
        state: expect.stringMatching(/^[A-Z]{2}$/),
        zip5: expect.stringMatching(/^\d{5}$/),
        name: expect.any(String),
      },
      order_payments: [{ id: expect.any(Number), total_collected: order.amount, transaction_type: 'charge' }],
      order_lines: [
        {
          id: expect.any(Number),
          item_number: expect.stringMatching(/^M\d+$/),
          listed_item_price: 10_000,
          amount: expect.any(Number),
          net: expect.any(Number),
          discount: expect.any(Number),
          allowed_discount: { max_discount: { percentage: expect.any(Number) } },
          tax: expect.any(Number),
          estimated_payout: expect.any(Number),
          is_shipping_fee: false,
          shipment_id: null,
          external_id: 'SKU1',
          mpn: 'NA1',
        },
        {
          id: expect.any(Number),
          item_number: null,
          listed_item_price: 0,
          amount: 0,
          net: 0,
          discount: 0,
          allowed_discount: null,
          tax: 0,
          estimated_payout: 0,
          is_shipping_fee: true,
          shipment_id: null,
          external_id: null,
          mpn: null,
        },
      ],
      shipments: [],
      refunds: [],
      cancelation_reason: null,
    })
    const item = await bench.call<{ title: string }>('GET', `/items/${order.order_lines[0]?.item_number}`)
    expect(item.body.title).toBe('Norden Atelier Coat')
  })

  test.each(['1', '0', '-1', 'abc', '99999999999999999999'])('%s is not found', async (id) => {
    const bench = await startBench()
    const missing = await bench.call('GET', `/orders/${id}`)
    expect([missing.status, missing.text]).toEqual([404, ''])
  })
})

describe('list orders', () => {
  test('…_after includes its moment, …_before does not', async () => {
    const bench = await startBench()
    const [order] = (await place(bench, 1)) as [ControlOrder]
    for (const field of ['created', 'updated']) {
      expect(await ids(bench, `${field}_after=${at(bench)}`)).toEqual([order.id])
      expect(await ids(bench, `${field}_after=${at(bench, 1)}`)).toEqual([])
      expect(await ids(bench, `${field}_before=${at(bench)}`)).toEqual([])
      expect(await ids(bench, `${field}_before=${at(bench, 1)}`)).toEqual([order.id])
    }
    bench.clock.ms += 1_000
    await bench.control.changeOrder(order.id, { action: 'touch' })
    expect(await ids(bench, `created_after=${at(bench)}`)).toEqual([])
    expect(await ids(bench, `updated_after=${at(bench)}&created_before=${at(bench)}`)).toEqual([order.id])
  })

  test.each(['created_after', 'created_before', 'updated_after', 'updated_before'])(
    'an unreadable %s is refused',
    async (name) => {
      const bench = await startBench()
      const refused = await bench.call('GET', `/orders?${name}=last-week`)
      expect([refused.status, refused.text]).toEqual([422, ''])
    },
  )

  test('page size: settings decide default and maximum', async () => {
    const bench = await startBench({ settings: { ordersPageSizeDefault: 2, ordersPageSizeMaximum: 3 } })
    await place(bench, 5)
    const size = async (query: string) => (await bench.call<unknown[]>('GET', `/orders${query}`)).body.length
    expect([await size(''), await size('?page_size=3'), await size('?page_size=4')]).toEqual([2, 3, 3])
  })

  test('Link is absolute on the caller’s own host, keeps the filters, and ends with the last page', async () => {
    const bench = await startBench()
    await place(bench, 4)
    const query = `page_size=2&updated_after=${at(bench)}`
    const first = await bench.call('GET', `/orders?${query}`)
    const next = new URL(nextUrl(first.headers) ?? '')
    expect(next.origin).toBe(bench.baseUrl)
    expect(next.searchParams.get('updated_after')).toBe(at(bench))
    expect(next.searchParams.get('page_size')).toBe('2')
    const last = await bench.call<ControlOrder[]>('GET', next.href)
    expect([last.body.length, last.headers.get('link')]).toEqual([2, null])

    await bench.control.changeSettings({ linkForm: 'relative' })
    const relative = await bench.call('GET', `/orders?${query}`)
    expect(nextUrl(relative.headers)).toMatch(/^\/api\/v1\.0\/orders\?/)
    for (const cursor of ['x', 'bnVsbA', 'W10'])
      expect((await bench.call('GET', `/orders?cursor=${cursor}`)).status).toBe(422)
  })

  test('rows that change between two pages neither skip nor repeat another', async () => {
    const bench = await startBench()
    const orders = await place(bench, 6)
    const first = await bench.call<ControlOrder[]>('GET', '/orders?page_size=2')
    bench.clock.ms += 1_000
    for (const order of orders) await bench.control.changeOrder(order.id, { action: 'touch' })
    const [added] = (await place(bench, 1)) as [ControlOrder]
    const rest = await listAll<ControlOrder>(bench, nextUrl(first.headers) ?? '')
    expect([...first.body, ...rest].map((order) => order.id)).toEqual([...orders, added].map(({ id }) => id))
  })

  test('sorted by change, a row that changes is seen again and none is missed', async () => {
    const bench = await startBench({ settings: { listSort: 'updated_at' } })
    const orders = await place(bench, 4)
    const [one, two, three, four] = orders.map((order) => order.id) as [number, number, number, number]
    const first = await bench.call<ControlOrder[]>('GET', '/orders?page_size=2')
    bench.clock.ms += 1_000
    await bench.control.changeOrder(one, { action: 'touch' })
    const rest = await listAll<ControlOrder>(bench, nextUrl(first.headers) ?? '')
    expect(first.body.map(({ id }) => id)).toEqual([one, two])
    expect(rest.map(({ id }) => id)).toEqual([three, four, one])
  })
})

describe('refund', () => {
  test('is pending, then successful by the job, and moves updated_at both times', async () => {
    const bench = await startBench()
    const [order] = (await place(bench, 1)) as [ControlOrder]
    const created = await bench.call<{ id: number }>('POST', `/orders/${order.id}/refund`, {
      body: { amount: 100 },
    })
    expect([created.status, created.body]).toEqual([201, { id: expect.any(Number) }])
    const pending = await bench.control.readOrder(order.id)
    expect(pending.refunds).toEqual([
      {
        id: created.body.id,
        type: 'order_refund',
        source: 'dropshipper',
        state: 'pending',
        total_refunded: 100,
        refund_lines: [{ id: expect.any(Number), order_line_id: goodsOf(order)[0], amount: 100 }],
      },
    ])
    bench.clock.ms += 10_000
    expect(await bench.control.runJobs()).toMatchObject({ refunds: 1 })
    const done = await bench.control.readOrder(order.id)
    expect(done.refunds[0]?.state).toBe('successful')
    expect(order.updated_at < pending.updated_at && pending.updated_at < done.updated_at).toBe(true)
  })

  test.each([0, -1, 1.5, '100', null, undefined])('amount %j is refused', async (amount) => {
    const bench = await startBench()
    const [order] = (await place(bench, 1)) as [ControlOrder]
    const refused = await bench.call('POST', `/orders/${order.id}/refund`, { body: { amount } })
    expect([refused.status, refused.text]).toEqual([422, ''])
  })

  test('the bound is a setting', async () => {
    const bench = await startBench()
    const [order] = (await place(bench, 1)) as [ControlOrder]
    const refund = async (amount: number) =>
      (await bench.call('POST', `/orders/${order.id}/refund`, { body: { amount } })).status
    expect(await refund(order.amount + 1)).toBe(422)
    expect(await refund(order.amount)).toBe(201)
    expect(await refund(1)).toBe(422)
    await bench.control.changeSettings({ refundBound: 'amount' })
    expect([await refund(order.amount), await refund(order.amount + 1)]).toEqual([201, 422])
    await bench.control.changeSettings({ refundBound: 'none' })
    expect(await refund(order.amount + 1)).toBe(201)
    expect((await bench.call('POST', '/orders/1/refund', { body: { amount: 1 } })).status).toBe(404)
  })
})

describe('cancel an order', () => {
  const shippedBody = (bench: Bench) => ({
    state: 'shipped',
    shipped_at: at(bench),
    expected_to_deliver_at: at(bench, 1_000),
  })

  test('refunds it, and nothing of it can be packed or shipped afterwards', async () => {
    const bench = await startBench()
    const order = await bench.control.placeOrder({ lines: 2 })
    const [one, two] = goodsOf(order) as [number, number]
    const { shipmentId } = await bench.control.changeOrder(order.id, { action: 'pack', lineIds: [one] })
    const canceled = await bench.call('POST', `/orders/${order.id}/cancel`)
    expect([canceled.status, canceled.text]).toEqual([204, ''])

    const after = await bench.control.readOrder(order.id)
    expect(after).toMatchObject({ state: 'canceled', cancelation_reason: 'dropshipper_canceled' })
    expect(after.refunds).toMatchObject([
      { type: 'cancellation', source: 'marketplace', state: 'pending', total_refunded: order.amount },
    ])
    const path = `/orders/${order.id}/shipments`
    expect((await bench.call('POST', path, { body: packBody(bench, [two]) })).status).toBe(422)
    expect((await bench.call('POST', `${path}/${shipmentId}`, { body: shippedBody(bench) })).status).toBe(422)
    const delivered = { state: 'delivered', delivered_at: at(bench) }
    expect((await bench.call('POST', `${path}/${shipmentId}`, { body: delivered })).status).toBe(422)
    const unpack = { state: 'canceled', canceled_at: at(bench) }
    expect((await bench.call('POST', `${path}/${shipmentId}`, { body: unpack })).status).toBe(204)
  })

  test('is refused while a shipment is shipped, and possible once it is delivered', async () => {
    const bench = await startBench()
    const [order] = (await place(bench, 1)) as [ControlOrder]
    const shipmentId = await pack(bench, order)
    await bench.call('POST', `/orders/${order.id}/shipments/${shipmentId}`, { body: shippedBody(bench) })
    const before = await bench.control.readOrder(order.id)
    const refused = await bench.call('POST', `/orders/${order.id}/cancel`)
    expect([refused.status, refused.text]).toEqual([422, ''])
    expect(await bench.control.readOrder(order.id)).toEqual(before)

    await bench.control.changeOrder(order.id, { action: 'deliver', shipmentId })
    await bench.control.changeSettings({ cancelAfterDelivered: 'refuse' })
    expect((await bench.call('POST', `/orders/${order.id}/cancel`)).status).toBe(422)
    await bench.control.changeSettings({ cancelAfterDelivered: 'accept' })
    expect((await bench.call('POST', `/orders/${order.id}/cancel`)).status).toBe(204)
  })

  test('twice refunds once; settings name the state and the reason and unpack the rest', async () => {
    const bench = await startBench({
      settings: {
        orderStateAfterCancel: 'cancelation_requested',
        cancelationReason: null,
        cancelOrderCancelsPackedShipments: true,
      },
    })
    const [order] = (await place(bench, 1)) as [ControlOrder]
    await pack(bench, order)
    for (let round = 0; round < 2; round++)
      expect((await bench.call('POST', `/orders/${order.id}/cancel`)).status).toBe(204)
    const after = await bench.control.readOrder(order.id)
    expect(after).toMatchObject({ state: 'cancelation_requested', cancelation_reason: null })
    expect(after.refunds).toHaveLength(1)
    expect(after.shipments.map((shipment) => shipment.state)).toEqual(['canceled'])
    expect(after.order_lines[0]?.shipment_id).toBeNull()
    await bench.control.changeSettings({ repeatedCancel: 'refuse' })
    expect((await bench.call('POST', `/orders/${order.id}/cancel`)).status).toBe(422)
    expect((await bench.call('POST', '/orders/1/cancel')).status).toBe(404)
  })

  test('a JSON content type without a body is let through', async () => {
    const bench = await startBench()
    const [order] = (await place(bench, 1)) as [ControlOrder]
    expect((await bench.call('POST', `/orders/${order.id}/cancel`, { rawBody: '' })).status).toBe(204)
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
      for (const child of top.children ?? []) expect(Object.keys(child)).toEqual(['id', 'name', 'children'])
      if (!top.allowed_sizes) continue
      const { scale, name } = top.default_size ?? { scale: '', name: '' }
      expect(top.allowed_sizes[scale]).toContain(name)
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
