import type { Clock } from '../base/clock'

/**
 * Lets the reads that nobody waits for go one by one (titles, second looks at what was confirmed, the daily comparison):
 * so many a second together, a few at once after a quiet time. An account has one, so that they share it.
 */
export type Pace = {
  /** Resolves when one more such read may begin, in the order of asking; with `false` once the pace has been stopped. */
  turn(): Promise<boolean>
  /** Counts a read that did not wait because somebody looks at what it brings: the others wait longer instead. */
  spend(): void
  /** Every waiting caller gets `false`. */
  stop(): void
}

export type PaceDeps = { clock: Clock; perSecond: number; burst: number }

/** What one station asks of the marketplace in the background: 120 reads a minute at most. */
export const BACKGROUND_READS = { perSecond: 2, burst: 4 } as const

/** A pace at whose start a burst is possible. */
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
    // A timer may fire a little early: a wait of no time at all would then be repeated without end.
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
      // Never so far below nothing that a person's haste stops the background for long.
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
