import { describe, expect, it, vi } from 'vitest'
import { readStatus } from '../../../src/main/areas/station/station'
import { confirmClock } from '../../../src/main/areas/station/confirm-clock'
import { cancelOrder, refundOrder } from '../../../src/main/areas/orders/change-order'
import type { OutboxRow } from '../../../src/shared/contract/op-views'
import { words } from '../../../src/locales/en/start'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { eventually } from '../../support/eventually'
import { rawDb } from '../../support/raw-db'

const DAY_MS = 86_400_000
const CREATE = '/api/v1.0/orders/:id/shipments'

/** What the station knows about the marketplace's clock after two requests for orders. */
async function look(bench: SyncBench) {
  bench.station.pull.start()
  for (let rounds = 0; rounds < 2; rounds += 1) await bench.station.pull.now()
  return readStatus(bench.station).clock
}

const clockDiffers: unknown = expect.objectContaining({ code: 'clock_differs' })

describe('a PC clock that differs from the marketplace’s', () => {
  it.each([
    [0, 'right'],
    [25_000, 'right'],
    [31_000, 'differs'],
    [-31_000, 'differs'],
    [290_000, 'differs'],
    [301_000, 'refused'],
    [-301_000, 'refused'],
  ])('by %i ms is %s', async (clockOffsetMs, state) => {
    const bench = await makeSyncBench({ clockOffsetMs })
    expect(readStatus(bench.station).clock).toEqual({ state: 'unknown', offsetMs: null })
    expect(await look(bench)).toMatchObject({ state })
    expect(Math.abs((readStatus(bench.station).clock.offsetMs ?? 0) - clockOffsetMs)).toBeLessThan(1_000)
  })

  it('shows a warning, and is still used for stamps', async () => {
    const bench = await makeSyncBench({ clockOffsetMs: 120_000 })
    const order = await bench.newOrder()
    expect(await look(bench)).toMatchObject({ state: 'differs' })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    const kept = rawDb(bench.station.db)
      .prepare('SELECT clock_offset_ms FROM outbox WHERE seq = ?')
      .pluck()
      .get(seq)
    expect(Math.abs((kept as number) - 120_000)).toBeLessThan(1_000)
  })

  it('by five minutes records nothing, and says why, until a person confirms it', async () => {
    const bench = await makeSyncBench({ clockOffsetMs: 600_000 })
    const [order, other] = [await bench.newOrder(), await bench.newOrder()]
    const { shipmentId } = bench.pack(other.id, goodsOf(other))
    expect(await look(bench)).toMatchObject({ state: 'refused' })
    expect(() => bench.pack(order.id, goodsOf(order))).toThrow(clockDiffers)
    expect(() => bench.move(shipmentId, 'ship')).toThrow(clockDiffers)
    expect(() => cancelOrder(bench.station, { orderId: order.id })).toThrow(clockDiffers)
    expect(() => refundOrder(bench.station, { orderId: order.id, amountCents: 1 })).toThrow(clockDiffers)
    expect(words.errors.clock_differs).toMatch(/clock of this PC/)
    expect(readStatus(bench.station).waiting).toBe(1)

    expect(confirmClock(bench.station).clock.state).toBe('confirmed')
    const packedAt = new Date(bench.clock.wallMs()).toISOString()
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).shipments[0]).toMatchObject({ packed_at: packedAt })
  })

  it('stays confirmed over a restart, and is asked about again when it moves', async () => {
    const bench = await makeSyncBench({ clockOffsetMs: 600_000 })
    const order = await bench.newOrder()
    await look(bench)
    confirmClock(bench.station)
    await bench.restartStation()
    expect(await look(bench)).toMatchObject({ state: 'confirmed' })
    await bench.control.changeSettings({ clockOffsetMs: 700_000 })
    expect(await look(bench)).toMatchObject({ state: 'refused' })
    expect(() => bench.pack(order.id, goodsOf(order))).toThrow(clockDiffers)
  })

  it('notifies the window when the state changes', async () => {
    const bench = await makeSyncBench()
    await look(bench)
    const changed = vi.spyOn(bench.station.events, 'statusChanged')
    await bench.station.pull.now()
    expect(changed).not.toHaveBeenCalled()
    await bench.control.changeSettings({ clockOffsetMs: 45_000 })
    await look(bench)
    expect(changed).toHaveBeenCalled()
  })

  it('does not keep an offline pack from carrying its capture time, days later (I11)', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    await bench.goOffline()
    const packedAt = new Date(bench.clock.wallMs()).toISOString()
    const { shipmentId } = bench.pack(order.id, goodsOf(order))
    await bench.turn(3_600_000)
    const shippedAt = new Date(bench.clock.wallMs()).toISOString()
    const seq = bench.move(shipmentId, 'ship')
    await bench.turn(3 * DAY_MS)
    await bench.restartStation()
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    const [shipment] = (await bench.control.readOrder(order.id)).shipments
    expect(shipment).toMatchObject({ packed_at: packedAt, shipped_at: shippedAt })
    expect(bench.op(seq)).toMatchObject({ capturedAt: shippedAt })
    expect(Date.parse(bench.op(seq).sentAt ?? '') - Date.parse(shippedAt)).toBeGreaterThanOrEqual(3 * DAY_MS)
  })
})

describe('waiting ops and the wall clock (I9)', () => {
  const JUMPS = [
    ['a day ahead', DAY_MS],
    ['a day back', -DAY_MS],
    ['ten years back', -3_650 * DAY_MS],
  ] as const

  it.each(JUMPS)('go out after a network failure, whatever the clock does: %s', async (_name, byMs) => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    await bench.goOffline()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await bench.turn(5_000)
    expect(bench.station.gate.state()).toBe('offline')
    bench.clock.setWall(bench.clock.wallMs() + byMs)
    await bench.goOnline()
    await keepTrueTime(bench, byMs)
    await finishWithin(bench, seq, 120_000)
  })

  it.each(JUMPS)('go out after being asked to wait: %s', async (_name, byMs) => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({
      kind: 'status',
      status: 429,
      retryAfter: '60',
      method: 'POST',
      route: CREATE,
      count: 1,
    })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await eventually(() => expect(bench.station.gate.state()).toBe('throttled'))
    bench.clock.setWall(bench.clock.wallMs() + byMs)
    await keepTrueTime(bench, byMs)
    await bench.turn(59_000)
    expect(bench.op(seq).state).toBe('ready')
    await finishWithin(bench, seq, 120_000)
  })

  it.each(JUMPS)('of unknown outcome are looked for and sent again in time: %s', async (_name, byMs) => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({ kind: 'drop', method: 'POST', route: CREATE, count: 1 })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'unknown')
    const lostAtMs = bench.clock.monotonicMs()
    bench.clock.setWall(bench.clock.wallMs() + byMs)
    await finishWithin(bench, seq, 300_000)
    expect(bench.clock.monotonicMs() - lostAtMs).toBeGreaterThanOrEqual(119_000)
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })

  it('go out when the computer wakes, though monotonic time stood still while it slept', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    await bench.goOffline()
    const { seq } = bench.pack(order.id, goodsOf(order))
    for (let minutes = 0; minutes < 10; minutes += 1) await bench.turn(60_000)
    bench.clock.setWall(bench.clock.wallMs() + 8 * 3_600_000)
    await bench.goOnline()
    bench.station.gate.reopen()
    bench.station.engine.wake(true)
    await eventually(() => expect(bench.op(seq).state).toBe('confirmed'))
  })

  it('are pulled for even after the clock was set', async () => {
    const bench = await makeSyncBench()
    await look(bench)
    for (const byMs of [DAY_MS, -2 * DAY_MS]) {
      bench.clock.setWall(bench.clock.wallMs() + byMs)
      const placed = await bench.control.placeOrder()
      await eventually(async () => {
        bench.clock.advance(15_000)
        await bench.station.pull.now()
        expect(
          rawDb(bench.station.db).prepare('SELECT 1 FROM orders WHERE order_id = ?').get(placed.id),
        ).toBeDefined()
      })
    }
  })
})

/** A bench's marketplace follows the station's clock: compensates a change to that. */
async function keepTrueTime(bench: SyncBench, byMs: number): Promise<void> {
  await bench.control.changeSettings({ clockOffsetMs: -byMs })
}

/** Like `bench.until`, but fails when it takes longer on the station's own clock. */
async function finishWithin(bench: SyncBench, seq: number, ms: number): Promise<OutboxRow> {
  const beganMs = bench.clock.monotonicMs()
  const row = await bench.until(seq, 'confirmed')
  expect(bench.clock.monotonicMs() - beganMs).toBeLessThanOrEqual(ms)
  return row
}
