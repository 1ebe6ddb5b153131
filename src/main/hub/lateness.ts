import type { Clock } from '../base/clock'

/**
 * How much longer than others a message was on its way: the hub's clock says when it was sent, the PC's when it arrived.
 * Neither is believed. Only what has passed between two messages is compared, by both clocks of the PC: monotonic time
 * stands still during sleep, and the wall clock may be set.
 */
export type Lateness = {
  /** @param sentMs by the hub's clock. @returns milliseconds later than the quickest so far */
  of(sentMs: number): number
}

/** Past this a clock was set, and the comparison begins anew. */
const SET_MS = 60_000

export function createLateness(clock: Pick<Clock, 'wallMs' | 'monotonicMs'>): Lateness {
  let quickest = { wall: Number.POSITIVE_INFINITY, monotonic: Number.POSITIVE_INFINITY }
  return {
    of(sentMs) {
      const took = { wall: clock.wallMs() - sentMs, monotonic: clock.monotonicMs() - sentMs }
      quickest = {
        wall: Math.min(quickest.wall, took.wall),
        monotonic: Math.min(quickest.monotonic, took.monotonic),
      }
      const lateMs = Math.max(took.wall - quickest.wall, took.monotonic - quickest.monotonic)
      if (lateMs > SET_MS) quickest = took
      return lateMs
    },
  }
}
