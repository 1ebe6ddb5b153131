import { describe, expect, test } from 'vitest'
import type { ControlOrder } from '../../../src/marketplace/control-client'
import { at, goodsOf, packBody, startBench, type Bench } from './harness'

async function place(bench: Bench, count: number): Promise<ControlOrder[]> {
  const orders: ControlOrder[] = []
  for (let index = 0; index < count; index++) orders.push(await bench.control.placeOrder())
  return orders
}

async function pack(bench: Bench, order: ControlOrder): Promise<number> {
  const { shipmentId } = await bench.control.changeOrder(order.id, { action: 'pack' })
  return shipmentId as number
}

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
