import Database from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recognizeTracking } from '../../../src/shared/domain/carriers/carrier'
import { KNOWN_CARRIERS } from '../../../src/shared/domain/carriers/known-carriers'
import { readCategory } from '../../../src/shared/partner-api/category'
import { readItem } from '../../../src/shared/partner-api/item'
import { readOrder } from '../../../src/shared/partner-api/order'
import { createControl, type ControlOrder } from '../../../src/marketplace/control-client'
import { startMarketplace, type MarketplaceOptions } from '../../../src/marketplace/server'
import { callApi, goodsOf, listAll, startBench, temporaryDir, type Bench } from './harness'

const EVERY_STATE = 'processing,listed,ready_to_delete,deleted,sold'

/** What the items of the sample allow. */
const LATE_MS = 2 * 24 * 3_600_000

async function everything(bench: Bench) {
  return {
    orders: await listAll<ControlOrder>(bench, '/orders?page_size=200'),
    items: await listAll<{ state: string; title: string }>(
      bench,
      `/items?page_size=200&status=${EVERY_STATE}`,
    ),
  }
}

describe('sample data', () => {
  test('the same seed gives the same data, another seed other data', async () => {
    const first = await everything(await startBench({ seed: 5, orders: 40, items: 50 }))
    const second = await everything(await startBench({ seed: 5, orders: 40, items: 50 }))
    const other = await everything(await startBench({ seed: 6, orders: 40, items: 50 }))
    expect(second).toEqual(first)
    expect(other.items.map((item) => item.title)).not.toEqual(first.items.map((item) => item.title))
  })

  test('a shipped parcel has a number that its carrier could have printed', async () => {
    const { orders } = await everything(await startBench({ seed: 5, orders: 60 }))
    const labels = orders.flatMap(({ shipments }) => shipments)
    expect(labels.length).toBeGreaterThan(10)
    for (const { carrier, tracking_number: number } of labels)
      expect(recognizeTracking(number ?? '', KNOWN_CARRIERS)).toMatchObject({
        carrier: { name: carrier },
        number,
      })
  })

  test('ids and titles do not depend on the time of day', async () => {
    const now = await everything(await startBench({ seed: 5, orders: 40, items: 20 }))
    const laterMs = Date.parse('2027-03-01T22:30:00Z')
    const later = await everything(await startBench({ seed: 5, orders: 40, items: 20, nowMs: () => laterMs }))
    const timeless = ({ orders, items }: typeof now) => [
      items.map((item) => item.title),
      orders.map((order) => [order.id, order.state, order.customer, order.order_lines]),
    ]
    expect(timeless(later)).toEqual(timeless(now))
  })

  test('looks like real days at a bench: all states, several lines, shared mpn, fees, readable titles', async () => {
    const bench = await startBench({ orders: 200, items: 100 })
    const { orders, items } = await everything(bench)
    expect(orders).toHaveLength(200)
    for (const order of orders) readOrder.parse(order)
    for (const item of items) readItem.parse(item)
    for (const top of (await bench.call<unknown[]>('GET', '/categories')).body) readCategory.parse(top)

    const untouched = orders.filter((order) => order.state === 'paid' && order.shipments.length === 0)
    expect(untouched.length).toBeGreaterThan(80)
    const late = new Date(bench.clock.ms - LATE_MS).toISOString()
    expect(untouched.filter((order) => order.created_at < late)).toHaveLength(3)
    const states = orders.flatMap((order) => order.shipments.map((shipment) => shipment.state))
    expect(new Set(states)).toEqual(new Set(['packed', 'shipped', 'delivered']))
    expect(new Set(items.map((item) => item.state))).toEqual(new Set(EVERY_STATE.split(',')))
    expect(orders.some((order) => order.cancelation_reason !== null)).toBe(true)
    expect(orders.some((order) => order.refunds.some(({ type }) => type === 'order_refund'))).toBe(true)
    expect(orders.some((order) => order.order_lines.some((line) => line.is_shipping_fee))).toBe(true)

    const sizes = new Set(orders.map((order) => order.order_lines.length))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8)
    expect(sizes.size).toBeGreaterThan(4)
    const sharesMpn = (order: ControlOrder) => {
      const goods = order.order_lines.filter((line) => line.mpn !== null)
      return new Set(goods.map((line) => line.mpn)).size < goods.length
    }
    expect(orders.filter(sharesMpn).length).toBeGreaterThan(5)
    const partly = orders.filter((order) => {
      const goods = order.order_lines.filter((line) => !line.is_shipping_fee)
      return goods.some((line) => line.shipment_id) && goods.some((line) => line.shipment_id === null)
    })
    expect(partly.length).toBeGreaterThan(5)

    const nowText = new Date(bench.clock.ms).toISOString()
    for (const order of orders) {
      expect(order.created_at <= order.updated_at && order.updated_at <= nowText).toBe(true)
      for (const { packed_at: packed, shipped_at: shipped, delivered_at: delivered } of order.shipments) {
        expect(order.created_at <= (packed ?? '')).toBe(true)
        if (shipped !== null) expect((packed ?? '') <= shipped && shipped <= nowText).toBe(true)
        if (delivered !== null) expect((shipped ?? '') <= delivered && delivered <= nowText).toBe(true)
      }
    }
    const numbers = orders.flatMap((order) => order.order_lines.map((line) => line.item_number))
    const units = numbers.filter((number) => number !== null)
    expect(new Set(units).size, 'one line is one unit').toBe(units.length)
  })
})

describe('another morning', () => {
  const DAY_MS = 24 * 3_600_000
  const toPack = (orders: readonly ControlOrder[]) =>
    orders.filter(
      ({ state, order_lines: lines }) =>
        state === 'paid' && lines.some((line) => !line.is_shipping_fee && line.shipment_id === null),
    )

  test('brings new orders, and three are late as on the first, however often', async () => {
    const dataDir = temporaryDir()
    const first = await startBench({ dataDir, orders: 60, items: 5 })
    let before = (await everything(first)).orders
    await first.close()
    for (const day of [1, 2, 5]) {
      const nowMs = first.clock.ms + day * DAY_MS
      const again = await startBench({ dataDir, mornings: true, nowMs: () => nowMs })
      const { orders } = await everything(again)
      expect(orders).toHaveLength(before.length + 30)
      const late = new Date(nowMs - LATE_MS).toISOString()
      expect(toPack(orders).filter((order) => order.created_at < late)).toHaveLength(3)
      expect(toPack(orders).length).toBeGreaterThan(30)
      // A station reads only what changed since it was off.
      const old = new Map(before.map((order) => [order.id, JSON.stringify(order)]))
      const changed = orders.filter((order) => old.get(order.id) !== JSON.stringify(order))
      expect(changed.length).toBeGreaterThan(30)
      const now = new Date(nowMs).toISOString()
      expect(changed.filter((order) => order.updated_at < now)).toEqual([])
      for (const order of orders) readOrder.parse(order)
      const units = orders.flatMap((order) => order.order_lines.flatMap((line) => line.item_number ?? []))
      expect(new Set(units).size, 'one line is one unit').toBe(units.length)
      before = orders
      await again.close()
    }

    const later = await startBench({
      dataDir,
      mornings: true,
      nowMs: () => first.clock.ms + 5 * DAY_MS + 3_600_000,
    })
    expect((await everything(later)).orders, 'the same morning').toHaveLength(before.length)
  })

  test('begins with the calendar day, not after so many hours', async () => {
    const dataDir = temporaryDir()
    const evening = new Date(2026, 10, 20, 22).getTime()
    const bench = await startBench({ dataDir, orders: 60, items: 5, nowMs: () => evening })
    await bench.close()
    const next = new Date(2026, 10, 21, 7).getTime()
    const again = await startBench({ dataDir, mornings: true, nowMs: () => next })
    expect((await everything(again)).orders).toHaveLength(90)
  })
})

describe('restart', () => {
  test('keeps orders, shipments, tokens and pending work, and adds no second sample', async () => {
    const dataDir = temporaryDir()
    let nowMs = Date.parse('2026-11-20T10:00:00Z')
    const options: MarketplaceOptions = { dataDir, orders: 8, items: 8, control: true, nowMs: () => nowMs }
    const before = await startMarketplace(options)
    const control = createControl(before.controlUrl ?? '')
    const order = await control.placeOrder({ lines: 2 })
    await control.changeOrder(order.id, { action: 'pack', lineIds: goodsOf(order).slice(0, 1) })
    await callApi(before.baseUrl, 'POST', `/orders/${order.id}/refund`, { body: { amount: 10 } })
    await control.setAccessToken('training-1', 'replaced')
    const kept = await control.readOrder(order.id)
    await before.close()

    const after = await startMarketplace(options)
    try {
      expect(after.accessToken).toBe('replaced')
      const again = createControl(after.controlUrl ?? '')
      expect(await again.readOrder(order.id)).toEqual(kept)
      const list = await callApi<unknown[]>(after.baseUrl, 'GET', '/orders', { token: 'replaced' })
      expect(list.body).toHaveLength(9)
      nowMs += 3_600_000
      await again.runJobs()
      expect((await again.readOrder(order.id)).refunds[0]?.state).toBe('successful')
    } finally {
      await after.close()
    }
  })

  test('accounts given by the caller set their tokens', async () => {
    const dataDir = temporaryDir()
    const named = (accessToken: string) => [{ name: 'Shop', accessToken }]
    for (const token of ['one', 'two']) {
      const running = await startMarketplace({ dataDir, orders: 0, items: 0, accounts: named(token) })
      expect(running.accessToken).toBe(token)
      expect((await callApi(running.baseUrl, 'GET', '/orders', { token })).status).toBe(200)
      await running.close()
    }
  })

  test('the background jobs run by themselves', async () => {
    const bench = await startBench({ settings: { listingDelayMs: 0, jobIntervalMs: 10 } })
    const body = { title: 'T', price: 1, msrp: 1, brand_id: 1, category_id: 5101, warehouse_id: 1 }
    const created = await bench.call<{ item_number: string }>('POST', '/items', {
      body: { ...body, quality: 'good', photos: [] },
    })
    const read = () => bench.call<{ state: string }>('GET', `/items/${created.body.item_number}`)
    await expect.poll(async () => (await read()).body.state, { timeout: 5_000 }).toBe('listed')
  })

  test('refuses memory, unknown settings and a database of another version', async () => {
    await expect(startMarketplace({ dataDir: ':memory:' })).rejects.toThrow(':memory:')
    const dataDir = temporaryDir()
    const settings = { nonsense: true } as object
    await expect(startMarketplace({ dataDir, settings })).rejects.toThrow('nonsense')
    const db = new Database(join(dataDir, 'marketplace.sqlite'))
    db.pragma('user_version = 99')
    db.close()
    await expect(startMarketplace({ dataDir })).rejects.toThrow('schema version 99')
  })
})
