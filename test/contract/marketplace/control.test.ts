import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startMarketplace } from '../../../src/marketplace/server'
import { callApi, goodsOf, itemBody, SECOND_TOKEN, startBench, temporaryDir } from './harness'

describe('control API', () => {
  test('is off by default', async () => {
    const running = await startMarketplace({ dataDir: temporaryDir(), orders: 0, items: 0 })
    try {
      expect(running.controlUrl).toBeNull()
      for (const path of ['/control/settings', '/control/accounts', '/control/requests'])
        expect((await callApi(running.baseUrl, 'GET', `${running.baseUrl}${path}`)).status).toBe(404)
    } finally {
      await running.close()
    }
  })

  test('is not served to others by a marketplace steered in process', async () => {
    const running = await startMarketplace({ dataDir: temporaryDir(), orders: 1, items: 0, steered: true })
    try {
      expect(running.controlUrl).toBeNull()
      expect((await callApi(running.baseUrl, 'GET', `${running.baseUrl}/control/settings`)).status).toBe(404)
      const { steering } = running
      steering?.addFault({ kind: 'drop', route: '/*' })
      await expect(callApi(running.baseUrl, 'GET', '/orders')).rejects.toThrow()
      steering?.clearFaults()
      expect((await callApi(running.baseUrl, 'GET', '/orders')).status).toBe(200)
      expect(steering?.changeOrder(1, { action: 'cancelOrder' })).toBeNull()
    } finally {
      await running.close()
    }
  })

  test('is never served beyond this machine', async () => {
    const started = startMarketplace({ dataDir: temporaryDir(), host: '0.0.0.0', control: true })
    await expect(started).rejects.toThrow('not served on 0.0.0.0')
  })

  test('answers to loopback hosts and to JSON only, so that no web page can use it', async () => {
    const bench = await startBench()
    const { port } = new URL(bench.controlUrl)
    const ask = (method: string, headers: Record<string, string>, body?: string) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(
          { host: '127.0.0.1', port, path: '/control/orders/1', method, headers },
          (answer) => {
            answer.resume()
            resolve(answer.statusCode ?? 0)
          },
        )
        sent.on('error', reject)
        sent.end(body)
      })
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', '10.0.0.1'])
      expect(await ask('GET', { host })).toBe(421)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, '[::1]'])
      expect(await ask('GET', { host })).toBe(404)
    const orders = async (headers: Record<string, string>, body?: string) =>
      (await fetch(`${bench.controlUrl}/orders`, { method: 'POST', headers, body: body ?? null })).status
    // Content types that a page may send anywhere without asking for permission.
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/plain;application/json'])
      expect(await orders({ 'content-type': type }, '{}')).toBe(415)
    expect(await orders({})).toBe(415)
    expect(await orders({ 'content-type': 'application/json; charset=utf-8' }, '{}')).toBe(201)
  })

  test('places orders of invented units, of given ones and of listed items', async () => {
    const bench = await startBench()
    const invented = await bench.control.placeOrder({ lines: 4, shippingFee: true })
    expect(goodsOf(invented)).toHaveLength(4)
    expect(invented.order_lines.at(-1)?.is_shipping_fee).toBe(true)

    const shared = await bench.control.placeOrder({
      account: 'training-2',
      lines: [{ mpn: 'X' }, { mpn: 'X' }, { mpn: null }],
      placedAt: '2026-11-19T08:00:00Z',
    })
    expect(shared.order_lines.map((line) => line.mpn)).toEqual(['X', 'X', null])
    expect(shared.created_at).toBe('2026-11-19T08:00:00.000Z')
    expect((await bench.call('GET', `/orders/${shared.id}`, { token: SECOND_TOKEN })).status).toBe(200)

    const created = await bench.call<{ item_number: string }>('POST', '/items', { body: itemBody() })
    const itemNumber = created.body.item_number
    const buy = { lines: [{ itemNumber }] }
    await expect(bench.control.placeOrder(buy)).rejects.toThrow('processing')
    await bench.control.runJobs(true)
    expect((await bench.control.placeOrder(buy)).order_lines[0]?.item_number).toBe(itemNumber)
    expect((await bench.call('GET', `/items/${itemNumber}`)).body).toMatchObject({ state: 'sold' })
    await expect(bench.control.placeOrder(buy)).rejects.toThrow('sold')
  })

  test('acts as another station and as the marketplace', async () => {
    const bench = await startBench()
    const order = await bench.control.placeOrder({ lines: 2 })
    const [one] = goodsOf(order) as [number]
    const change = bench.control.changeOrder
    const { shipmentId } = await change(order.id, { action: 'pack', lineIds: [one], carrier: 'UPS' })
    if (shipmentId === null) throw new Error('nothing was packed')
    await change(order.id, { action: 'ship', shipmentId })
    await expect(change(order.id, { action: 'cancelShipment', shipmentId })).rejects.toThrow('cannot follow')
    await expect(change(order.id, { action: 'pack', lineIds: [one] })).rejects.toThrow('is in shipment')
    await change(order.id, { action: 'cancelOrder', reason: 'buyer changed their mind' })
    await change(order.id, { action: 'refund', amount: 5 })
    await change(order.id, { action: 'setAddress', name: 'New Name', state: 'TX' })
    await change(order.id, { action: 'setShipmentState', shipmentId, state: 'lost_in_transit' })
    await change(order.id, { action: 'setState', state: 'under_review' })

    const after = await bench.control.readOrder(order.id)
    expect(after).toMatchObject({
      state: 'under_review',
      cancelation_reason: 'buyer changed their mind',
      shipments: [{ state: 'lost_in_transit', carrier: 'UPS' }],
      refunds: [{ type: 'cancellation' }, { type: 'order_refund', source: 'marketplace' }],
    })
    expect(after.shipping_address).toEqual({ ...order.shipping_address, name: 'New Name', state: 'TX' })
    expect(after.updated_at > order.updated_at).toBe(true)
    const deliver = { state: 'delivered', delivered_at: after.updated_at }
    const path = `/orders/${order.id}/shipments/${shipmentId}`
    expect((await bench.call('POST', path, { body: deliver })).status, 'no way from a state unknown').toBe(
      422,
    )
  })

  test('a failed listing shows its state and messages', async () => {
    const bench = await startBench()
    const created = await bench.call<{ item_number: string }>('POST', '/items', { body: itemBody() })
    const itemNumber = created.body.item_number
    const messages = [{ field: 'photos', message: 'too dark' }]
    await bench.control.changeItem(itemNumber, { state: 'listing_failed', listingErrorMessages: messages })
    await bench.control.runJobs(true)
    expect((await bench.call('GET', `/items/${itemNumber}`)).body).toMatchObject({
      state: 'listing_failed',
      listing_error_messages: messages,
    })
  })

  test('settings are checked and take effect at once; the clock is one of them', async () => {
    const bench = await startBench()
    await expect(bench.control.changeSettings({ statusNotFound: 42 })).rejects.toThrow('statusNotFound')
    await expect(bench.control.changeSettings({ nonsense: 1 } as object)).rejects.toThrow('nonsense')
    await bench.control.changeSettings({ clockOffsetMs: 3_600_000 })
    const { headers } = await bench.call('GET', '/orders')
    expect(headers.get('date')).toBe('Fri, 20 Nov 2026 11:00:00 GMT')
    expect((await bench.control.readSettings()).clockOffsetMs).toBe(3_600_000)
  })
})
