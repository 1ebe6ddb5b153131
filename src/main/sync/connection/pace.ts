import type { Clock } from '../../base/clock'

/**
 * Limits the rate of reads that nobody waits for (titles, second looks at confirmed ops, the daily comparison): a
 * steady rate, with a small burst after a quiet time. All such reads of an account share one.
 */
export type Pace = {
  /** Resolves when one more such read may begin, in order of the calls; with `false` once the pace has been stopped. */
  turn(): Promise<boolean>
  /** Counts a read that did not wait because somebody is looking at its result: the others wait longer instead. */
  spend(): void
  /** Every waiting caller gets `false`. */
  stop(): void
}

export type PaceDeps = { clock: Clock; perSecond: number; burst: number }

/** A station's limit for background reads: 120 a minute. */
export const BACKGROUND_READS = { perSecond: 2, burst: 4 } as const

/** Starts with a full burst. */
export function createPace({ clock, perSecond, burst }: PaceDeps): Pace {
  const refillMs = 1_000 / perSecond
  const waiting: ((allowed: boolean) => void)[] = []
  let tokens = burst
  let countedMs = clock.monotonicMs()
  let stopped = false
  let cancelTimer: (() => void) | null = null

  const refill = (): void => {
    const nowMs = clock.monotonicMs()
    tokens = Math.min(burst, tokens + (nowMs - countedMs) / refillMs)
    countedMs = nowMs
  }

  const release = (): void => {
    cancelTimer?.()
    cancelTimer = null
    refill()
    while (tokens >= 1) {
      const next = waiting.shift()
      if (next === undefined) return
      tokens -= 1
      next(true)
    }
    // A timer may fire slightly early: a wait of zero would then repeat endlessly.
    if (waiting.length > 0)
      cancelTimer = clock.after(Math.max(1, Math.ceil((1 - tokens) * refillMs)), release)
  }

  return {
    turn() {
      if (stopped) return Promise.resolve(false)
      return new Promise((resolve) => {
        waiting.push(resolve)
        release()
      })
    },
    spend() {
      refill()
      // Never so far below zero that a person's requests stop the background for long.
      tokens = Math.max(-burst, tokens - 1)
    },
    stop() {
      stopped = true
      cancelTimer?.()
      cancelTimer = null
      for (const resolve of waiting.splice(0)) resolve(false)
    },
  }
}
