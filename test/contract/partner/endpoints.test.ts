import { describe, expect, it } from 'vitest'
import { isCanceled } from '../../../src/shared/domain/orders/order'
import { leavesOf } from '../../../src/shared/domain/items/category'
import type { ResponseSample } from '../../../src/main/partner/exchange'
import { at, FIRST_TOKEN, goodsOf, itemBody, SECOND_TOKEN } from '../marketplace/harness'
import { clientFor, packBody, readyCalls, startStation } from './station'

const HOUR = 3_600_000

it('all twelve endpoints succeed, each with exactly one request', async () => {
  const station = await startStation()
  const calls = await readyCalls(station)
  expect(calls).toHaveLength(12)
  for (const { run } of calls) await run(station.client)
  const log = await station.bench.control.requestLog()
  expect(log.map(({ method, path }) => `${method} ${path}`)).toEqual(
    calls.map(({ method, route }) => `${method} ${route}`),
  )
  expect(log.every(({ sent }) => sent !== null && sent >= 200 && sent < 300)).toBe(true)
})

describe('items', () => {
  it('are created, listed by the background job, read, changed and delisted', async () => {
    const { bench, client } = await startStation()
    const body = itemBody({ external_id: 'EXT-1', mpn: 'MPN-1', attributes: { color: ['ivory'] } })
    const { item_number: itemNumber } = await client.createItem(body)
    expect(await client.readItem(itemNumber)).toMatchObject({ state: 'processing', external_id: 'EXT-1' })

    await bench.control.runJobs(true)
    expect(await client.readItem(itemNumber)).toMatchObject({
      item_number: itemNumber,
      state: 'listed',
      title: body.title,
      price: 12_900,
      mpn: 'MPN-1',
      attributes: { color: ['ivory'] },
      listing_error_messages: [],
    })

    await client.updateItem(itemNumber, { price: 9_900, discount: { max_discount: { percentage: 15 } } })
    expect(await client.readItem(itemNumber)).toMatchObject({ price: 9_900, state: 'listed' })
    await bench.control.runJobs(true)
    expect((await client.readItem(itemNumber)).discount?.max_discount?.percentage).toBe(15)

    await client.delistItem(itemNumber)
    expect((await client.readItem(itemNumber)).state).toBe('ready_to_delete')
    await bench.control.runJobs(true)
    expect((await client.readItem(itemNumber)).state).toBe('deleted')
  })

  it('are found by every filter', async () => {
    const { bench, client } = await startStation()
    const first = await client.createItem(itemBody({ external_id: 'E1', mpn: 'shared' }))
    bench.clock.ms += HOUR
    const second = await client.createItem(itemBody({ external_id: 'E2', mpn: 'shared' }))
    const states = { status: ['processing', 'listed'] }
    const numbers = async (query: object) =>
      (await client.listItems({ ...states, ...query })).entries.map((item) => item.item_number)

    expect(await numbers({})).toEqual([first.item_number, second.item_number])
    expect(await numbers({ external_id: 'E2' })).toEqual([second.item_number])
    expect(await numbers({ mpn: 'shared' })).toHaveLength(2)
    expect(await numbers({ mpn: 'none' })).toEqual([])
    expect(await numbers({ updated_after: at(bench, -HOUR) })).toEqual([second.item_number])
    expect(await numbers({ updated_before: at(bench, -HOUR) })).toEqual([first.item_number])
    expect(await numbers({ status: ['listed'] })).toEqual([])
    expect(await numbers({ page_size: 1 })).toEqual([first.item_number])
  })

  it('show the errors of a failed listing and a state that the document does not name', async () => {
    const { bench, client } = await startStation()
    const { item_number: itemNumber } = await client.createItem(itemBody())
    const listingErrorMessages = [{ field: 'photos', message: 'too dark' }, 'plain']
    await bench.control.changeItem(itemNumber, { state: 'listing_failed', listingErrorMessages })
    expect(await client.readItem(itemNumber)).toMatchObject({
      state: 'listing_failed',
      listing_error_messages: listingErrorMessages,
    })
  })
})

describe('orders', () => {
  it('are read whole: buyer, lines, fee, payment', async () => {
    const { bench, client } = await startStation()
    const placed = await bench.control.placeOrder({ lines: 2, shippingFee: true })
    const order = await client.readOrder(placed.id)
    expect(order).toEqual(placed)
    expect(order.order_lines).toHaveLength(3)
    expect(order.order_lines.filter((line) => line.is_shipping_fee)).toMatchObject([
      { item_number: null, shipment_id: null },
    ])
    expect(order.customer?.email).toContain('@')
    expect(order.refunds).toEqual([])
    expect((await client.listOrders()).entries).toEqual([order])
  })

  it('are found by all four time filters', async () => {
    const { bench, client } = await startStation()
    const early = (await bench.control.placeOrder({ placedAt: at(bench, -2 * HOUR) })).id
    const late = (await bench.control.placeOrder({ placedAt: at(bench, -HOUR) })).id
    const ids = async (query: object) => (await client.listOrders(query)).entries.map(({ id }) => id)

    expect(await ids({ created_after: at(bench, -HOUR) })).toEqual([late])
    expect(await ids({ created_before: at(bench, -HOUR) })).toEqual([early])
    expect(await ids({ created_after: at(bench, -2 * HOUR) })).toEqual([early, late])
    await bench.control.changeOrder(early, { action: 'touch' })
    expect(await ids({ updated_after: at(bench) })).toEqual([early])
    expect(await ids({ updated_before: at(bench) })).toEqual([late])
  })

  it('are packed in two shipments, shipped and delivered', async () => {
    const { bench, client } = await startStation()
    const placed = await bench.control.placeOrder({ lines: 3 })
    const [first = 0, ...others] = goodsOf(placed)
    const tracking = { carrier: 'UPS', tracking_number: '1Z999', tracking_url: 'https://ups.example/1Z999' }
    const one = await client.createShipment(placed.id, packBody(bench, [first], tracking))
    const two = await client.createShipment(placed.id, packBody(bench, others))
    const packedAt = at(bench)

    bench.clock.ms += HOUR
    const shipped = { shipped_at: at(bench), expected_to_deliver_at: at(bench, 48 * HOUR) }
    await client.updateShipment(placed.id, one.id, { state: 'shipped', ...shipped })
    bench.clock.ms += 24 * HOUR
    await client.updateShipment(placed.id, one.id, { state: 'delivered', delivered_at: at(bench) })

    const order = await client.readOrder(placed.id)
    const ofLine = new Map(order.order_lines.map((line) => [line.id, line.shipment_id]))
    expect(ofLine.get(first)).toBe(one.id)
    expect(others.map((id) => ofLine.get(id))).toEqual([two.id, two.id])
    expect(order.shipments).toMatchObject([
      {
        id: one.id,
        state: 'delivered',
        packed_at: packedAt,
        ...shipped,
        delivered_at: at(bench),
        ...tracking,
      },
      { id: two.id, state: 'packed', packed_at: packedAt, shipped_at: null, canceled_at: null },
    ])
  })

  it('have a shipment canceled while it is packed', async () => {
    const { bench, client } = await startStation()
    const placed = await bench.control.placeOrder({ lines: 1 })
    const { id } = await client.createShipment(placed.id, packBody(bench, goodsOf(placed)))
    await client.updateShipment(placed.id, id, { state: 'canceled', canceled_at: at(bench) })
    const order = await client.readOrder(placed.id)
    expect(order.shipments).toMatchObject([{ id, state: 'canceled', canceled_at: at(bench) }])
  })

  it('are refunded, first pending, then successful', async () => {
    const { bench, client } = await startStation()
    const placed = await bench.control.placeOrder({ lines: 1 })
    const { id } = await client.createRefund(placed.id, { amount: 500 })
    const pending = { id, state: 'pending', source: 'dropshipper', total_refunded: 500 }
    expect((await client.readOrder(placed.id)).refunds).toMatchObject([pending])
    await bench.control.runJobs(true)
    expect((await client.readOrder(placed.id)).refunds).toMatchObject([{ ...pending, state: 'successful' }])
  })

  it('are canceled, and every sign of it is recognized', async () => {
    const { bench, client } = await startStation()
    const placed = await bench.control.placeOrder({ lines: 1 })
    expect(isCanceled(await client.readOrder(placed.id))).toBe(false)
    await client.cancelOrder(placed.id)
    const order = await client.readOrder(placed.id)
    expect(isCanceled(order)).toBe(true)
    expect(order.refunds).toMatchObject([{ type: 'cancellation' }])
  })

  it('keep a state that the document does not name', async () => {
    const { bench, client } = await startStation()
    const placed = await bench.control.placeOrder({ lines: 1 })
    await bench.control.changeOrder(placed.id, { action: 'setState', state: 'under_review' })
    expect((await client.readOrder(placed.id)).state).toBe('under_review')
  })
})

it('categories come as a tree of three levels with sizes on top', async () => {
  const { client } = await startStation()
  const tree = await client.listCategories()
  expect(tree.length).toBeGreaterThan(0)
  const leaves = leavesOf(tree)
  expect(leaves.some(({ path }) => path.length === 3)).toBe(true)
  expect(leaves.some(({ allowedSizes }) => allowedSizes !== null)).toBe(true)
})

describe('accounts', () => {
  it('see only their own data, and a replaced token works at once', async () => {
    const { bench } = await startStation()
    let token: string | null = FIRST_TOKEN
    const client = clientFor(bench, { accessToken: () => token })
    const { id } = await bench.control.placeOrder({ lines: 1 })
    expect((await client.readOrder(id)).id).toBe(id)
    token = SECOND_TOKEN
    await expect(client.readOrder(id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await client.listOrders()).entries).toEqual([])
  })
})

it("every answer brings a sample of the marketplace's clock", async () => {
  const samples: ResponseSample[] = []
  const { bench, client } = await startStation({}, { onResponse: (sample) => samples.push(sample) })
  await client.listOrders()
  await expect(client.readOrder(1)).rejects.toMatchObject({ code: 'not_found' })
  expect(samples.map(({ status }) => status)).toEqual([200, 404])
  expect(samples.map(({ dateHeader }) => Date.parse(dateHeader ?? ''))).toEqual([
    bench.clock.ms,
    bench.clock.ms,
  ])
  for (const { sentAtMs, receivedAtMs } of samples) expect(receivedAtMs).toBeGreaterThanOrEqual(sentAtMs)
})
