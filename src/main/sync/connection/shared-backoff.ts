import type { Clock } from '../../base/clock'

/**
 * How long the words of other stations may keep this one from asking the marketplace itself: a minute, and then not again
 * for five, unless an answer of the marketplace bears them out. A station that is wrong, or lies, delays nobody for longer.
 */
export type SharedBackoff = {
  /** @returns how much of `forMs` counts, in milliseconds */
  counts(forMs: number): number
  /** The marketplace itself has told this station to wait. */
  borneOut(): void
}

export const LONGEST_MS = 60_000
export const AGAIN_MS = 5 * 60_000

export function createSharedBackoff({ clock }: { clock: Pick<Clock, 'monotonicMs'> }): SharedBackoff {
  let firstMs = Number.NEGATIVE_INFINITY
  return {
    counts(forMs) {
      const nowMs = clock.monotonicMs()
      if (nowMs - firstMs >= AGAIN_MS) firstMs = nowMs
      return Math.max(0, Math.min(forMs, firstMs + LONGEST_MS - nowMs))
    },
    borneOut() {
      firstMs = Number.NEGATIVE_INFINITY
    },
  }
}
