import { describe, expect, test } from 'vitest'
import type { ControlOrder } from '../../../src/marketplace/control-client'
import { at, listAll, nextUrl, startBench, type Bench } from './harness'

async function ids(bench: Bench, query: string): Promise<number[]> {
  return (await listAll<ControlOrder>(bench, `/orders?${query}`)).map((order) => order.id)
}

async function place(bench: Bench, count: number): Promise<ControlOrder[]> {
  const orders: ControlOrder[] = []
  for (let index = 0; index < count; index++) orders.push(await bench.control.placeOrder())
  return orders
}

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
