import { expect, it } from 'vitest'
import type { ManualClock } from '../../support/clock'
import { goodsOf, makeSyncBench } from '../../support/sync-bench'

/** Realistic time: it advances while the engine reads it, and Node's timers fire up to a millisecond early. */
function creeping(stepMs: number): (clock: ManualClock) => ManualClock {
  return (clock) => {
    let crept = 0
    return {
      ...clock,
      monotonicMs: () => clock.monotonicMs() + (crept += stepMs),
      after: (delayMs, act) => clock.after(Math.floor(delayMs), act),
    }
  }
}

/** A wait may end between two readings of the clock: a lane passed over at the first must be woken all the same. */
const STEPS_MS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45]

it.each(STEPS_MS)(
  'a timer that fires early leaves no op waiting once the network is back: %d ms',
  async (stepMs) => {
    const bench = await makeSyncBench({}, undefined, creeping(stepMs))
    const order = await bench.newOrder()
    await bench.goOffline()
    bench.station.engine.start()
    const { seq } = bench.pack(order.id, goodsOf(order))
    for (let tries = 0; tries < 20; tries += 1) await bench.turn(10_000)
    expect(bench.op(seq).state).toBe('ready')
    await bench.goOnline()
    await bench.until(seq, 'confirmed')
  },
)
