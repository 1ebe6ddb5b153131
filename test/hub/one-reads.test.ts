import { connect } from '@nats-io/transport-node'
import { Kvm } from '@nats-io/kv'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { FIRST_PAGE, imported, nothing, type Ask } from '../support/composed'
import { HAS_NATS } from '../support/nats-process'
import { openWarehouse, type Bench } from '../support/warehouse'

/** One station asks the marketplace for all of a warehouse, with a real hub. */

const WITHIN_MS = 120_000
const TEST_MS = 240_000
const eventually = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: WITHIN_MS, interval: 50 })
const knows = (ask: Ask, orderId: number) =>
  eventually(async () => void (await ask('packing:open', { orderId })))
const asOf = async ({ ask }: Bench) =>
  Date.parse((await ask('station:bootstrap', nothing)).status.dataAsOf ?? '')
const isList = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path.startsWith('/api/v1.0/orders?') && !path.includes('page_size=1&')

type Warehouse = Awaited<ReturnType<typeof openWarehouse>>

/** Waits until an order that one of them sees appears at all the others, which ask for no list meanwhile. */
const oneReads = (benches: readonly Bench[], { control }: Warehouse) =>
  eventually(async () => {
    const tries = []
    for (const reader of benches) {
      const { id } = await control.placeOrder({ lines: 1 })
      const others = benches.filter((bench) => bench !== reader)
      const before = others.map((bench) => bench.asked().filter(isList).length)
      await reader.ask('station:sync', nothing)
      for (const { ask } of others)
        await vi.waitFor(() => ask('packing:open', { orderId: id }), { timeout: 2_000 }).catch(() => null)
      const known = await Promise.allSettled(others.map(({ ask }) => ask('packing:open', { orderId: id })))
      const asked = others.map((bench, index) => bench.asked().filter(isList).length - (before[index] ?? 0))
      tries.push(known.every(({ status }) => status === 'fulfilled') && Math.max(...asked) === 0)
    }
    expect(tries).toContain(true)
  })

describe.skipIf(!HAS_NATS)('one station reads for all', () => {
  it('and an order that it sees appears at the others, which ask nothing', { timeout: TEST_MS }, async () => {
    const warehouse = await openWarehouse()
    const a = await warehouse.open('A')
    await imported(a.ask)
    const b = await warehouse.open('B')
    await imported(b.ask)
    await oneReads([a, b], warehouse)
    await eventually(async () => {
      const views = await Promise.all([a, b].map(({ ask }) => ask('warehouse:neighbors', nothing)))
      const [one, other] = views.map(({ hub }) => hub?.reader)
      expect(['A', 'B']).toContain(one)
      expect(other).toBe(one)
    })
    // A follower's data is as fresh as the last round that it heard of, unless a busy machine makes it read by itself.
    await eventually(async () => {
      const [lists, fresh] = [b.asked().filter(isList).length, await asOf(b)]
      await a.ask('station:sync', nothing)
      const renewed = async () => expect(await asOf(b)).toBeGreaterThan(fresh)
      await vi.waitFor(renewed, { timeout: 5_000 })
      expect(b.asked().filter(isList)).toHaveLength(lists)
    })
  })

  it('another goes on when it is gone, and nothing is missed', { timeout: TEST_MS }, async () => {
    const warehouse = await openWarehouse()
    const a = await warehouse.open('A')
    await imported(a.ask)
    const [b, c] = [await warehouse.open('B'), await warehouse.open('C')]
    for (const { ask } of [b, c]) await imported(ask)
    await oneReads([a, b, c], warehouse)
    await a.close()
    const { id } = await warehouse.control.placeOrder({ lines: 1 })
    for (const { ask } of [b, c]) await knows(ask, id)
    await oneReads([b, c], warehouse)
  })

  it(
    'all read for themselves without the hub, and one again with it (H6)',
    { timeout: TEST_MS },
    async () => {
      const warehouse = await openWarehouse()
      const a = await warehouse.open('A')
      await imported(a.ask)
      const b = await warehouse.open('B')
      await imported(b.ask)
      await oneReads([a, b], warehouse)
      await warehouse.server.kill()
      const { id } = await warehouse.control.placeOrder({ lines: 1 })
      for (const { ask } of [a, b]) await knows(ask, id)
      await warehouse.server.start()
      await oneReads([a, b], warehouse)
    },
  )

  it('a new station takes what the hub has, once that is everything', { timeout: TEST_MS }, async () => {
    const warehouse = await openWarehouse({ orders: 120 })
    const a = await warehouse.open('A')
    await imported(a.ask)
    let count = 0
    // The leader compares the whole account, page by page, and then says that the hub has it all.
    await eventually(async () => {
      count += 1
      const b = await warehouse.open(`B${count}`)
      await imported(b.ask)
      const orders = (one: Bench) => one.ask('packing:queue', FIRST_PAGE)
      expect((await orders(b)).total).toBe((await orders(a)).total)
      const [first] = b.asked().filter(isList)
      await b.close()
      expect(first?.path).toContain('updated_after')
    })
  })

  it(
    'what means nothing here is counted, and everybody reads for himself (H7)',
    { timeout: TEST_MS },
    async () => {
      const warehouse = await openWarehouse()
      const a = await warehouse.open('A')
      await imported(a.ask)
      const b = await warehouse.open('B')
      await imported(b.ask)
      await oneReads([a, b], warehouse)
      const connection = await connect({ servers: warehouse.server.url })
      onTestFinished(() => connection.close())
      const names = []
      const kvm = new Kvm(connection)
      for await (const { bucket } of kvm.list()) names.push(bucket)
      const kv = await kvm.open(names.find((name) => name.includes('_orders_')) ?? '')
      const lists = b.asked().filter(isList).length
      await kv.put('100001', 'a letter')
      await eventually(async () => {
        expect((await b.ask('warehouse:neighbors', nothing)).hub?.ignored.foreign).toBeGreaterThan(0)
        expect(b.asked().filter(isList).length).toBeGreaterThan(lists)
      })
      await oneReads([a, b], warehouse)
    },
  )
})
