import { describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'

/** A token that is refused for a while and is well again: nobody touches the station, and everything drains (I9). */

async function refuse(bench: SyncBench, status: number): Promise<void> {
  await bench.control.addFault({ kind: 'status', status, method: '*', route: '/api/*' })
}

/** As the app runs: everything that asks by itself is started. */
function startAll({ station }: SyncBench): void {
  station.engine.start()
  station.pull.start()
  station.itemPull.start()
  station.probe.start()
  station.heldLooks.start()
}

async function pass(bench: SyncBench, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await bench.turn(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function asked({ control }: SyncBench): Promise<number> {
  return (await control.requestLog()).length
}

describe('a token that is refused for a while', () => {
  it.each([401, 403])(
    'for 20 seconds (%i): what was packed then goes out by itself',
    async (status) => {
      const bench = await makeSyncBench()
      const [before, during] = [await bench.newOrder(), await bench.newOrder()]
      startAll(bench)
      await bench.until(bench.pack(before.id, goodsOf(before)).seq, 'confirmed')
      await refuse(bench, status)
      const { seq } = bench.pack(during.id, goodsOf(during))
      bench.station.engine.wake()
      await eventually(async () => {
        await pass(bench, 1_000)
        expect(bench.station.gate.state()).toBe('unauthorized')
      })
      await pass(bench, 20_000)
      await bench.control.clearFaults()
      const readAt = bench.station.pull.dataAsOf()
      expect(await bench.until(seq, 'confirmed')).toMatchObject({ attempts: 1 })
      expect(bench.station.gate.state()).toBe('online')
      await eventually(async () => {
        await pass(bench, 1_000)
        expect(bench.station.pull.dataAsOf(), 'orders are read again, too').not.toBe(readAt)
        expect(bench.station.itemPull.failing()).toBe(false)
      })
      expect(bench.station.faults).toEqual([])
    },
    60_000,
  )

  it('and then for good is not hammered', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    startAll(bench)
    await refuse(bench, 401)
    bench.pack(order.id, goodsOf(order))
    await eventually(async () => {
      await pass(bench, 1_000)
      expect(bench.station.gate.state()).toBe('unauthorized')
    })
    const before = await asked(bench)
    await pass(bench, 3_600_000)
    expect(bench.station.gate.state()).toBe('unauthorized')
    const more = (await asked(bench)) - before
    expect(more).toBeGreaterThanOrEqual(4)
    expect(more).toBeLessThanOrEqual(7)
  }, 60_000)

  it.each(['GET', 'POST'])(
    'right before the list was asked needs nobody: a 401 counts once it comes twice (%s)',
    async (method) => {
      const bench = await makeSyncBench()
      const order = await bench.newOrder()
      const route =
        method === 'GET' ? `/api/v1.0/orders/${order.id}` : `/api/v1.0/orders/${order.id}/shipments`
      await bench.control.addFault({ kind: 'status', status: 401, method, route, count: 1 })
      bench.station.engine.start()
      const { seq } = bench.pack(order.id, goodsOf(order))
      const states = new Set<string>()
      await eventually(async () => {
        await bench.turn(1_000)
        states.add(bench.op(seq).state)
        expect(bench.op(seq).state).toBe('confirmed')
      })
      expect(states.has('held')).toBe(false)
      expect(bench.op(seq).attempts).toBe(1)
    },
  )

  it.each(['GET', 'POST'])(
    'for one order only is held, and goes out by itself afterwards (%s)',
    async (method) => {
      const bench = await makeSyncBench()
      const order = await bench.newOrder()
      const route =
        method === 'GET' ? `/api/v1.0/orders/${order.id}` : `/api/v1.0/orders/${order.id}/shipments`
      await bench.control.addFault({ kind: 'status', status: 401, method, route })
      startAll(bench)
      const { seq } = bench.pack(order.id, goodsOf(order))
      expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'forbidden', attempts: 0 })
      await bench.control.clearFaults()
      await eventually(async () => {
        await pass(bench, 10_000)
        expect(bench.op(seq)).toMatchObject({ state: 'confirmed', attempts: 1 })
      })
    },
  )
})
