import { describe, expect, it } from 'vitest'
import { openNotices } from '../../../src/main/store/tables/notices'
import { eventually } from '../../support/eventually'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { rawDb } from '../../support/raw-db'

/** Held ops whose order could not be read, and is read again. */

async function pass(bench: SyncBench, minutes: number): Promise<void> {
  for (let second = 0; second < minutes * 60; second += 15) {
    await bench.turn(15_000)
    await bench.station.heldLooks.settled()
  }
}

async function reads(bench: SyncBench, orderId: number): Promise<number> {
  const log = await bench.control.requestLog()
  return log.filter(({ method, path }) => method === 'GET' && path === `/api/v1.0/orders/${orderId}`).length
}

async function writes(bench: SyncBench): Promise<number> {
  return (await bench.control.requestLog()).filter(({ method }) => method === 'POST').length
}

/** A pack of an order whose read is answered like this. */
async function heldBy(status: number, method = 'GET') {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  const route = method === 'GET' ? `/api/v1.0/orders/${order.id}` : `/api/v1.0/orders/${order.id}/shipments`
  await bench.control.addFault({ kind: 'status', status, method, route })
  bench.station.engine.start()
  bench.station.heldLooks.start()
  const { seq } = bench.pack(order.id, goodsOf(order))
  return { bench, order, seq }
}

describe('a held op whose order could not be read', () => {
  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
  ] as const)('goes on once a read is answered (%i)', async (status, heldReason) => {
    const { bench, order, seq } = await heldBy(status)
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason, attempts: 0 })
    const [before, sent] = [await reads(bench, order.id), await writes(bench)]
    await pass(bench, 60)
    expect(bench.op(seq).state, 'it stays held, and is not raised again and again').toBe('held')
    const looked = (await reads(bench, order.id)) - before
    expect(looked).toBeGreaterThanOrEqual(6)
    expect(looked).toBeLessThanOrEqual(7)
    expect(await writes(bench), 'looks send nothing').toBe(sent)
    expect(bench.station.gate.state()).toBe('online')
    await bench.control.clearFaults()
    await pass(bench, 16)
    expect(bench.op(seq)).toMatchObject({ state: 'confirmed', attempts: 1 })
    expect(openNotices(bench.station.db), 'no alarm says that the parcel is stopped').toEqual([])
    expect(bench.station.faults).toEqual([])
  })

  it('several of them close nothing, however often they are refused', async () => {
    const { bench, seq } = await heldBy(403)
    await bench.until(seq, 'held')
    const other = await bench.newOrder()
    await bench.control.addFault({
      kind: 'status',
      status: 403,
      method: 'GET',
      route: `/api/v1.0/orders/${other.id}`,
    })
    // Something is accepted in between, or the token would be at fault.
    await bench.station.refresh((await bench.newOrder()).id)
    await bench.until(bench.pack(other.id, goodsOf(other)).seq, 'held')
    await pass(bench, 30)
    expect(bench.station.gate.state()).toBe('online')
  })

  it('after an hour of errors goes on when they end', async () => {
    const { bench, seq } = await heldBy(500)
    await eventually(async () => {
      await bench.turn(30_000)
      expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'cannot_look' })
    })
    await bench.control.clearFaults()
    await pass(bench, 16)
    expect(bench.op(seq)).toMatchObject({ state: 'confirmed', attempts: 1 })
  }, 60_000)

  it('is looked at again after a restart, and sooner when a person asks for everything', async () => {
    const { bench, seq } = await heldBy(404)
    await bench.until(seq, 'held')
    await bench.restartStation()
    await bench.control.clearFaults()
    bench.station.engine.start()
    bench.station.heldLooks.start()
    await pass(bench, 0.5)
    expect(bench.op(seq).state).toBe('held')
    bench.station.wake()
    await pass(bench, 0.5)
    expect(bench.op(seq).state).toBe('confirmed')
  })
})

describe('a hold that no read can end', () => {
  it.each([
    [403, 'forbidden'],
    [422, 'refused'],
    [404, 'not_found'],
  ] as const)('stays, and its order is not read: the write was answered %i', async (status, heldReason) => {
    const { bench, order, seq } = await heldBy(status, 'POST')
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason })
    await bench.control.clearFaults()
    const before = await reads(bench, order.id)
    await pass(bench, 60)
    expect(bench.op(seq).state).toBe('held')
    expect(await reads(bench, order.id)).toBe(before)
  })

  it('unless this version can read what an earlier one could not', async () => {
    const { bench, seq } = await heldBy(403)
    await bench.until(seq, 'held')
    await bench.control.clearFaults()
    rawDb(bench.station.db).prepare(`UPDATE outbox SET held_reason = 'unreadable', finding = NULL`).run()
    await pass(bench, 8)
    expect(bench.op(seq)).toMatchObject({ state: 'confirmed', attempts: 1 })
  })
})
