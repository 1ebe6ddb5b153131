import type { Clock } from '../../../base/clock'

/**
 * How much longer than others a message was on its way: the hub's clock says when it was sent, the PC's when it arrived.
 * Neither is believed. Only what has passed between two messages is compared, by both clocks of the PC: monotonic time
 * stands still during sleep, and the wall clock may be set.
 */
export type SuspendDetector = {
  /** @param sentMs by the hub's clock. @returns milliseconds later than the quickest so far */
  of(sentMs: number): number
}

/**
 * Past this a clock may have been set: the comparison starts over, or every later message would count as late. After
 * sleep one message that is late is enough, since it leads to a round of this station's own.
 */
export const LATE_MS = 10_000

export function createSuspendDetector(clock: Pick<Clock, 'wallMs' | 'monotonicMs'>): SuspendDetector {
  let quickest = { wall: Number.POSITIVE_INFINITY, monotonic: Number.POSITIVE_INFINITY }
  return {
    of(sentMs) {
      const took = { wall: clock.wallMs() - sentMs, monotonic: clock.monotonicMs() - sentMs }
      quickest = {
        wall: Math.min(quickest.wall, took.wall),
        monotonic: Math.min(quickest.monotonic, took.monotonic),
      }
      const lateMs = Math.max(took.wall - quickest.wall, took.monotonic - quickest.monotonic)
      if (lateMs > LATE_MS) quickest = took
      return lateMs
    },
  }
}
