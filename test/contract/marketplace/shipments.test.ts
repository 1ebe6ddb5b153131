import { describe, expect, test } from 'vitest'
import { at, goodsOf, packBody, SECOND_TOKEN, startBench, type Bench } from './harness'

const STATES = ['packed', 'shipped', 'delivered', 'canceled'] as const
type State = (typeof STATES)[number]

/** The document's table: where each state may go. */
const ALLOWED: Record<State, Record<Exclude<State, 'packed'>, boolean>> = {
  packed: { shipped: true, delivered: true, canceled: true },
  shipped: { shipped: false, delivered: true, canceled: false },
  delivered: { shipped: true, delivered: true, canceled: true },
  canceled: { shipped: true, delivered: true, canceled: true },
}

function moveBody(bench: Bench, state: string): Record<string, unknown> {
  const times: Record<string, object> = {
    shipped: { shipped_at: at(bench), expected_to_deliver_at: at(bench, 3 * 86_400_000) },
    delivered: { delivered_at: at(bench) },
    canceled: { canceled_at: at(bench) },
  }
  return { state, ...times[state] }
}

async function packedOrder(bench: Bench, lines = 2) {
  const order = await bench.control.placeOrder({ lines, shippingFee: true })
  const created = await bench.call<{ id: number }>('POST', `/orders/${order.id}/shipments`, {
    body: packBody(bench, goodsOf(order), { carrier: 'UPS', tracking_number: '1Z1' }),
  })
  expect(created.status).toBe(201)
  return { order, shipmentId: created.body.id, path: `/orders/${order.id}/shipments/${created.body.id}` }
}

async function readShipment(bench: Bench, orderId: number, shipmentId: number) {
  const order = await bench.control.readOrder(orderId)
  return order.shipments.find((shipment) => shipment.id === shipmentId)
}

describe('create a shipment', () => {
  test('is packed with its lines and moves updated_at', async () => {
    const bench = await startBench()
    const order = await bench.control.placeOrder({ lines: 3, shippingFee: true })
    const [one, two, three] = goodsOf(order) as [number, number, number]
    const body = packBody(bench, [one, three], {
      carrier: 'UPS',
      tracking_number: '1Z1',
      tracking_url: 'https://example.com/1Z1',
      shipped_at: null,
      expected_to_deliver_at: at(bench, 5_000),
    })
    const created = await bench.call<{ id: number }>('POST', `/orders/${order.id}/shipments`, { body })
    expect([created.status, created.body]).toEqual([201, { id: expect.any(Number) }])

    const after = await bench.control.readOrder(order.id)
    expect(after.shipments).toEqual([
      {
        id: created.body.id,
        state: 'packed',
        carrier: 'UPS',
        tracking_number: '1Z1',
        tracking_url: 'https://example.com/1Z1',
        warehouse_id: 1,
        packed_at: at(bench),
        shipped_at: null,
        expected_to_deliver_at: at(bench, 5_000),
        delivered_at: null,
        canceled_at: null,
      },
    ])
    const carried = after.order_lines.filter((line) => line.shipment_id === created.body.id)
    expect(carried.map((line) => line.id)).toEqual([one, three])
    expect(after.order_lines.find((line) => line.id === two)?.shipment_id).toBeNull()
    expect(after.updated_at > order.updated_at, 'although the clock stood still').toBe(true)
  })

  test.each([
    ['no warehouse', { warehouse_id: undefined }],
    ['no packed_at', { packed_at: undefined }],
    ['a null packed_at', { packed_at: null }],
    ['an unreadable packed_at', { packed_at: 'today' }],
    ['a day that does not exist', { packed_at: '2026-02-30T10:00:00Z' }],
    ['a time that is not UTC', { packed_at: '2026-11-20T10:00:00+02:00' }],
    ['no lines field', { order_line_ids: undefined }],
    ['no lines', { order_line_ids: [] }],
    ['a line that is not there', { order_line_ids: [1] }],
    ['a number for the carrier', { carrier: 7 }],
  ])('refuses %s', async (_what, more) => {
    const bench = await startBench()
    const order = await bench.control.placeOrder()
    const body = packBody(bench, goodsOf(order), more)
    const refused = await bench.call('POST', `/orders/${order.id}/shipments`, { body })
    expect([refused.status, refused.text]).toEqual([422, ''])
    expect(await bench.control.readOrder(order.id)).toEqual(order)
  })

  test('accepts any ISO 8601 UTC form', async () => {
    const bench = await startBench()
    for (const form of ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00.000000+00:00', '2026-11-20T09:00Z']) {
      const order = await bench.control.placeOrder()
      const body = packBody(bench, goodsOf(order), { packed_at: form })
      expect((await bench.call('POST', `/orders/${order.id}/shipments`, { body })).status).toBe(201)
      const [shipment] = (await bench.control.readOrder(order.id)).shipments
      expect(shipment?.packed_at).toBe('2026-11-20T09:00:00.000Z')
    }
  })

  test("refuses another order's line, the fee line and a line twice", async () => {
    const bench = await startBench()
    const order = await bench.control.placeOrder({ lines: 2, shippingFee: true })
    const other = await bench.control.placeOrder()
    const fee = order.order_lines.find((line) => line.is_shipping_fee)
    const [one] = goodsOf(order) as [number]
    for (const lines of [
      [one, ...goodsOf(other)],
      [one, fee?.id ?? 0],
      [one, one],
    ]) {
      const body = packBody(bench, lines)
      expect((await bench.call('POST', `/orders/${order.id}/shipments`, { body })).status).toBe(422)
    }
  })

  test('a second create on a line: refused, or accepted by a setting', async () => {
    const bench = await startBench()
    const { order, shipmentId } = await packedOrder(bench)
    const again = { body: packBody(bench, goodsOf(order).slice(0, 1)) }
    expect((await bench.call('POST', `/orders/${order.id}/shipments`, again)).status).toBe(422)

    await bench.control.changeSettings({ secondShipmentOnLine: 'accept' })
    const second = await bench.call<{ id: number }>('POST', `/orders/${order.id}/shipments`, again)
    expect(second.status).toBe(201)
    const after = await bench.control.readOrder(order.id)
    expect(after.shipments.map((shipment) => shipment.state)).toEqual(['packed', 'packed'])
    expect(after.order_lines[0]?.shipment_id).toBe(second.body.id)

    await bench.call('POST', `/orders/${order.id}/shipments/${second.body.id}`, {
      body: moveBody(bench, 'canceled'),
    })
    const [line] = (await bench.control.readOrder(order.id)).order_lines
    expect(line?.shipment_id, 'back to the shipment that also carries it').toBe(shipmentId)
  })

  test('unknown and foreign orders are not found', async () => {
    const bench = await startBench()
    const order = await bench.control.placeOrder()
    const body = packBody(bench, goodsOf(order))
    const foreign = await bench.call('POST', `/orders/${order.id}/shipments`, { body, token: SECOND_TOKEN })
    expect([foreign.status, foreign.text]).toEqual([404, ''])
    expect((await bench.call('POST', '/orders/1/shipments', { body })).status).toBe(404)
    expect((await bench.call('POST', '/orders/abc/shipments', { body })).status).toBe(404)
  })
})

describe('update a shipment', () => {
  const moves = STATES.flatMap((from) =>
    (['shipped', 'delivered', 'canceled'] as const).map((to) => ({ from, to, allowed: ALLOWED[from][to] })),
  )
  test.each(moves)('from $from to $to: $allowed', async ({ from, to, allowed }) => {
    const bench = await startBench()
    const { order, shipmentId, path } = await packedOrder(bench)
    if (from !== 'packed')
      expect((await bench.call('POST', path, { body: moveBody(bench, from) })).status).toBe(204)
    const before = await bench.control.readOrder(order.id)

    const moved = await bench.call('POST', path, { body: moveBody(bench, to) })
    expect([moved.status, moved.text]).toEqual([allowed ? 204 : 422, ''])
    const after = await bench.control.readOrder(order.id)
    if (!allowed) return expect(after).toEqual(before)
    const shipment = after.shipments.find(({ id }) => id === shipmentId)
    expect(shipment).toMatchObject(moveBody(bench, to))
    expect(after.updated_at > before.updated_at).toBe(true)
    const live = to === 'canceled' ? null : shipmentId
    expect(after.order_lines.map((line) => line.shipment_id)).toEqual([live, live, null])
  })

  test.each([
    ['shipped', 'shipped_at'],
    ['shipped', 'expected_to_deliver_at'],
    ['delivered', 'delivered_at'],
    ['canceled', 'canceled_at'],
  ])('%s without %s is refused', async (state, field) => {
    const bench = await startBench()
    const { order, path } = await packedOrder(bench)
    const before = await bench.control.readOrder(order.id)
    for (const value of [undefined, null, '', 'soon']) {
      const refused = await bench.call('POST', path, { body: { ...moveBody(bench, state), [field]: value } })
      expect([refused.status, refused.text]).toEqual([422, ''])
    }
    expect(await bench.control.readOrder(order.id)).toEqual(before)
  })

  test('timestamps that the state does not need may be null', async () => {
    const bench = await startBench()
    const { path } = await packedOrder(bench)
    const nulls = { delivered_at: null, canceled_at: null }
    expect(
      (await bench.call('POST', path, { body: { ...moveBody(bench, 'shipped'), ...nulls } })).status,
    ).toBe(204)
  })

  test.each(['packed', 'lost', ''])('asking for state %j is refused', async (state) => {
    const bench = await startBench()
    const { path } = await packedOrder(bench)
    expect((await bench.call('POST', path, { body: { state } })).status).toBe(422)
    expect((await bench.call('POST', path, { body: {} })).status).toBe(422)
  })

  test('packed may carry new carrier fields if a setting allows it', async () => {
    const bench = await startBench({ settings: { packedUpdate: 'accept' } })
    const { order, shipmentId, path } = await packedOrder(bench)
    expect((await bench.call('POST', path, { body: { state: 'packed', carrier: 'USPS' } })).status).toBe(204)
    expect(await readShipment(bench, order.id, shipmentId)).toMatchObject({
      state: 'packed',
      carrier: 'USPS',
    })
  })

  test.each(['carrier', 'tracking_number', 'tracking_url'] as const)(
    '%s changes with the shipping and is locked after it',
    async (field) => {
      const bench = await startBench()
      const { order, shipmentId, path } = await packedOrder(bench)
      const shipping = { ...moveBody(bench, 'shipped'), [field]: 'at-shipping' }
      expect((await bench.call('POST', path, { body: shipping })).status).toBe(204)
      const change = { ...moveBody(bench, 'delivered'), [field]: 'too-late' }
      expect((await bench.call('POST', path, { body: change })).status).toBe(422)
      expect(await readShipment(bench, order.id, shipmentId)).toMatchObject({
        state: 'shipped',
        [field]: 'at-shipping',
      })
      const same = { ...moveBody(bench, 'delivered'), [field]: 'at-shipping' }
      expect((await bench.call('POST', path, { body: same })).status, 'nothing changes').toBe(204)
      expect((await bench.call('POST', path, { body: change })).status, 'locked for good').toBe(422)
    },
  )

  test('a canceled shipment frees its lines, or keeps them by a setting', async () => {
    const bench = await startBench()
    const freed = await packedOrder(bench)
    await bench.call('POST', freed.path, { body: moveBody(bench, 'canceled') })
    const repacked = { body: packBody(bench, goodsOf(freed.order)) }
    expect((await bench.call('POST', `/orders/${freed.order.id}/shipments`, repacked)).status).toBe(201)
    expect(
      (await bench.call('POST', freed.path, { body: moveBody(bench, 'shipped') })).status,
      'its lines are in another shipment',
    ).toBe(422)

    await bench.control.changeSettings({ canceledShipmentFreesLines: false })
    const held = await packedOrder(bench)
    await bench.call('POST', held.path, { body: moveBody(bench, 'canceled') })
    const again = { body: packBody(bench, goodsOf(held.order)) }
    expect((await bench.call('POST', `/orders/${held.order.id}/shipments`, again)).status).toBe(422)
  })

  test('unknown shipments and those of other orders or accounts are not found', async () => {
    const bench = await startBench()
    const { shipmentId, path } = await packedOrder(bench)
    const other = await bench.control.placeOrder()
    const body = moveBody(bench, 'delivered')
    expect((await bench.call('POST', `/orders/${other.id}/shipments/${shipmentId}`, { body })).status).toBe(
      404,
    )
    expect((await bench.call('POST', `/orders/${other.id}/shipments/1`, { body })).status).toBe(404)
    const foreign = await bench.call('POST', path, { body, token: SECOND_TOKEN })
    expect([foreign.status, foreign.text]).toEqual([404, ''])
  })

  test('settings: precision in seconds, time order, states that follow, irrelevant times', async () => {
    const bench = await startBench({
      settings: {
        timestampPrecision: 'seconds',
        timeOrder: 'refuse',
        irrelevantTimestamps: 'ignore',
        orderStateWhenShipped: 'shipped',
        orderStateWhenDelivered: 'completed',
      },
    })
    bench.clock.ms += 789
    const { order, shipmentId, path } = await packedOrder(bench)
    expect(await readShipment(bench, order.id, shipmentId)).toMatchObject({
      packed_at: '2026-11-20T10:00:00Z',
    })
    const early = { ...moveBody(bench, 'shipped'), shipped_at: at(bench, -60_000) }
    expect((await bench.call('POST', path, { body: early })).status).toBe(422)
    const shipping = { ...moveBody(bench, 'shipped'), delivered_at: at(bench) }
    expect((await bench.call('POST', path, { body: shipping })).status).toBe(204)
    expect((await bench.control.readOrder(order.id)).state).toBe('shipped')
    expect(await readShipment(bench, order.id, shipmentId)).toMatchObject({ delivered_at: null })
    await bench.call('POST', path, { body: moveBody(bench, 'delivered') })
    expect((await bench.control.readOrder(order.id)).state).toBe('completed')
  })
})
