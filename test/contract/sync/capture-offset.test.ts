import { describe, expect, it } from 'vitest'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { confirmClock } from '../../../src/main/areas/station/confirm-clock'
import { correctOp } from '../../../src/main/areas/outbox/correct-op'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import type { ManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOTHING = {
  packedAt: null,
  shippedAt: null,
  expectedToDeliverAt: null,
  deliveredAt: null,
  canceledAt: null,
}

/** The marketplace's time at this moment: the PC's plus the offset, in addition to the marketplace's own setting. */
const serverIso = (bench: SyncBench, offsetMs: number) =>
  new Date(bench.clock.wallMs() + offsetMs).toISOString()

/** Packs while the marketplace's clock is unknown. */
async function packUnknowing(bench: SyncBench) {
  const order = await bench.newOrder()
  const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
  return { order, seq, shipmentId }
}

const writes = async (bench: SyncBench) =>
  (await bench.control.requestLog()).filter(({ method }) => method === 'POST')

const shipmentsOf = async (bench: SyncBench, orderId: number) =>
  (await bench.control.readOrder(orderId)).shipments

function takeProposal(bench: SyncBench, seq: number) {
  const { proposed } = readOp(bench.station, seq)
  if (proposed === null) throw new Error('nothing is proposed')
  correctOp(bench.station, { seq, reason: 'clock', ...NOTHING, ...proposed })
}

/** Within a second: the Date header has no fractions. */
function expectAbout(iso: string | null | undefined, wanted: string) {
  expect(Math.abs(Date.parse(iso ?? '') - Date.parse(wanted)), `${iso} about ${wanted}`).toBeLessThan(2_500)
}

describe('a step captured before the marketplace’s clock was known', () => {
  it.each([3 * HOUR_MS, -3 * HOUR_MS, 6 * MINUTE_MS])(
    'is not sent when the clock proves wrong by %i ms, and goes out with the time that is proposed (I11)',
    async (clockOffsetMs) => {
      const bench = await makeSyncBench({ clockOffsetMs })
      const { order, seq } = await packUnknowing(bench)
      const packedAt = serverIso(bench, clockOffsetMs)
      bench.clock.advance(20 * MINUTE_MS)
      bench.station.engine.start()
      const held = await bench.until(seq, 'held', 'confirmed')
      expect([held.state, held.heldReason, held.answers]).toEqual([
        'held',
        'clock_wrong',
        ['resend', 'correct', 'discard'],
      ])
      expect(await writes(bench)).toEqual([])
      const { proposed, explanations } = readOp(bench.station, seq)
      expectAbout(proposed?.packedAt, packedAt)
      expect(explanations).toEqual([])

      takeProposal(bench, seq)
      await bench.until(seq, 'confirmed')
      const [shipment] = await shipmentsOf(bench, order.id)
      expect(shipment?.packed_at).toBe(proposed?.packedAt)
      expect(readOp(bench.station, seq).history.map(({ event }) => event)).toContain('correct')
    },
  )

  it.each([0, 4 * MINUTE_MS, -4 * MINUTE_MS])(
    'is sent as it is when the clock is off by %i ms',
    async (by) => {
      const bench = await makeSyncBench({ clockOffsetMs: by })
      const { order, seq } = await packUnknowing(bench)
      const packedAt = new Date(bench.clock.wallMs()).toISOString()
      bench.station.engine.start()
      await bench.until(seq, 'confirmed')
      expect((await shipmentsOf(bench, order.id))[0]?.packed_at).toBe(packedAt)
    },
  )

  it('is not held because of one answer, whose Date may come from a proxy', async () => {
    const bench = await makeSyncBench({ clockOffsetMs: 3 * HOUR_MS })
    const { order, seq } = await packUnknowing(bench)
    const packedAt = new Date(bench.clock.wallMs()).toISOString()
    bench.station.engine.start()
    await eventually(async () => expect(await bench.control.requestLog()).toHaveLength(1))
    await bench.station.engine.settled()
    expect(bench.op(seq).state).toBe('ready')
    expect(await writes(bench)).toEqual([])
    await bench.control.changeSettings({ clockOffsetMs: 0 })
    expect((await bench.until(seq, 'held', 'confirmed')).state).toBe('confirmed')
    expect((await shipmentsOf(bench, order.id))[0]?.packed_at).toBe(packedAt)
  })

  it('keeps packed before shipped before delivered, all corrected with the first', async () => {
    const bench = await makeSyncBench({ clockOffsetMs: 3 * HOUR_MS })
    const { order, seq, shipmentId } = await packUnknowing(bench)
    bench.clock.advance(10 * MINUTE_MS)
    const shippedAt = serverIso(bench, 3 * HOUR_MS)
    bench.move(shipmentId, 'ship')
    bench.clock.advance(10 * MINUTE_MS)
    const deliveredAt = serverIso(bench, 3 * HOUR_MS)
    const last = bench.move(shipmentId, 'deliver')
    bench.station.engine.start()
    await bench.until(seq, 'held', 'confirmed')
    takeProposal(bench, seq)
    const end = await bench.until(last, 'confirmed', 'held')
    expect([end.state, end.heldReason]).toEqual(['confirmed', null])
    const [shipment] = await shipmentsOf(bench, order.id)
    expectAbout(shipment?.shipped_at, shippedAt)
    expectAbout(shipment?.delivered_at, deliveredAt)
    const times = [shipment?.packed_at, shipment?.shipped_at, shipment?.delivered_at]
    expect([...times].sort()).toEqual(times)
    for (const later of [seq, last])
      expect(readOp(bench.station, later).history.map(({ event }) => event)).toContain('correct')
  })

  it('keeps a time that a person typed', async () => {
    const bench = await makeSyncBench({ clockOffsetMs: 10 * MINUTE_MS })
    const order = await bench.newOrder()
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    bench.clock.advance(5 * HOUR_MS)
    const typed = new Date(bench.clock.wallMs() - 2 * HOUR_MS).toISOString()
    const ship = bench.move(shipmentId, 'ship', { shippedAt: typed })
    bench.station.engine.start()
    await bench.until(seq, 'held')
    takeProposal(bench, seq)
    await bench.until(ship, 'confirmed')
    expect((await shipmentsOf(bench, order.id))[0]?.shipped_at).toBe(typed)
  })

  it('goes out unchanged once a person confirms that the PC’s clock is right', async () => {
    const bench = await makeSyncBench({ clockOffsetMs: 3 * HOUR_MS })
    const { order, seq } = await packUnknowing(bench)
    const packedAt = new Date(bench.clock.wallMs()).toISOString()
    bench.station.engine.start()
    await bench.until(seq, 'held')
    confirmClock(bench.station)
    await bench.until(seq, 'confirmed')
    expect((await shipmentsOf(bench, order.id))[0]?.packed_at).toBe(packedAt)
  })

  it('is sent unchanged, and asked about once, when a person decides so for this one', async () => {
    const bench = await makeSyncBench({ clockOffsetMs: 3 * HOUR_MS })
    const { order, seq } = await packUnknowing(bench)
    const packedAt = new Date(bench.clock.wallMs()).toISOString()
    bench.station.engine.start()
    await bench.until(seq, 'held')
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await bench.until(seq, 'confirmed')
    expect((await shipmentsOf(bench, order.id))[0]?.packed_at).toBe(packedAt)
  })

  it('is judged by the clock after a restart, too', async () => {
    const bench = await makeSyncBench({ clockOffsetMs: 3 * HOUR_MS })
    const { seq } = await packUnknowing(bench)
    const packedAt = serverIso(bench, 3 * HOUR_MS)
    await bench.restartStation()
    bench.station.engine.start()
    await bench.until(seq, 'held', 'confirmed')
    expectAbout(readOp(bench.station, seq).proposed?.packedAt, packedAt)
  })
})

/** A PC's own clock, which can be set and can sleep while the marketplace's continues. */
function pcClock(withUptime: boolean) {
  const boot = { id: 'boot-1' }
  let settings = { wallByMs: 0, sleptMs: 0 }
  const seenAs = (clock: ManualClock): ManualClock => ({
    ...clock,
    wallMs: () => clock.wallMs() + settings.wallByMs,
    monotonicMs: () => clock.monotonicMs() - settings.sleptMs,
    ...(withUptime ? { uptime: () => ({ bootId: boot.id, ms: 5_000_000 + clock.monotonicMs() }) } : {}),
  })
  return {
    boot,
    seenAs,
    change: (more: Partial<typeof settings>) => void (settings = { ...settings, ...more }),
  }
}

describe('a clock that was set between the capture and the first answer', () => {
  const SLOW = -3 * HOUR_MS
  const FAST = 20 * MINUTE_MS
  const cases = [
    { name: 'fast, set back', was: FAST, is: 0, uptime: false, held: true },
    { name: 'slow, set forward', was: SLOW, is: 0, uptime: true, held: true },
    { name: 'right, put wrong', was: 0, is: SLOW, uptime: true, held: false },
    // Without the time since boot, it may just as well have slept.
    { name: 'slow, set forward, which cannot be proven', was: SLOW, is: 0, uptime: false, held: false },
  ]
  it.each(cases)('$name: held $held', async ({ was, is, uptime, held }) => {
    const pc = pcClock(uptime)
    const bench = await makeSyncBench({}, undefined, pc.seenAs)
    pc.change({ wallByMs: was })
    const { seq } = await packUnknowing(bench)
    const packedAt = new Date(bench.clock.wallMs()).toISOString()
    bench.clock.advance(30 * MINUTE_MS)
    pc.change({ wallByMs: is })
    bench.station.engine.start()
    const op = await bench.until(seq, 'held', 'confirmed')
    expect(op.state).toBe(held ? 'held' : 'confirmed')
    if (held) expectAbout(readOp(bench.station, seq).proposed?.packedAt, packedAt)
  })

  it('is detected over a restart of the program, but not of the PC', async () => {
    for (const sameBoot of [true, false]) {
      const pc = pcClock(true)
      const bench = await makeSyncBench({}, undefined, pc.seenAs)
      pc.change({ wallByMs: SLOW })
      const { seq } = await packUnknowing(bench)
      const packedAt = new Date(bench.clock.wallMs()).toISOString()
      bench.clock.advance(30 * MINUTE_MS)
      pc.change({ wallByMs: 0 })
      if (!sameBoot) pc.boot.id = 'boot-2'
      await bench.restartStation()
      bench.station.engine.start()
      const op = await bench.until(seq, 'held', 'confirmed')
      expect(op.state).toBe(sameBoot ? 'held' : 'confirmed')
      if (sameBoot) expectAbout(readOp(bench.station, seq).proposed?.packedAt, packedAt)
    }
  })

  it.each([true, false])('is not mistaken for a PC that slept (uptime known: %s)', async (uptime) => {
    const pc = pcClock(uptime)
    const bench = await makeSyncBench({}, undefined, pc.seenAs)
    const { seq } = await packUnknowing(bench)
    bench.clock.advance(8 * HOUR_MS)
    pc.change({ sleptMs: 8 * HOUR_MS })
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
  })
})
