import type { Clock } from '../base/clock'
import { backoffMs } from './backoff'

/** Closes for a growing, jittered while; then one try at a time finds out whether it is over. */
export type Breaker = {
  /** How long until a try is possible: 0 while open, or when the next may find out. */
  waitMs(): number
  closed(): boolean
  /** True when a try may begin. While closed it is the one that finds out, and the next waits for what it brings. */
  admit(): boolean
  /** @param atLeastMs the wait the marketplace demanded; `null`: only the backoff */
  close(atLeastMs?: number | null): void
  /** @returns true when it was closed */
  open(): boolean
  /** The trial request has ended, with any outcome. */
  tried(): void
  /** Stays closed, but the next try may begin now. */
  retry(): void
}

export type BreakerDeps = { clock: Clock; random: () => number; longestMs?: number }

/** A try that has not ended by then does not keep the next one back. */
const TRY_MS = 5_000

/** A breaker that is open. */
export function createBreaker({ clock, random, longestMs = 60_000 }: BreakerDeps): Breaker {
  let failures = 0
  let opensAtMs: number | null = null
  let tryingUntilMs = Number.NEGATIVE_INFINITY

  const waitMs = (): number => {
    if (opensAtMs === null) return 0
    const nowMs = clock.monotonicMs()
    return Math.max(0, opensAtMs - nowMs, tryingUntilMs - nowMs)
  }

  return {
    waitMs,
    closed: () => opensAtMs !== null,
    admit() {
      if (waitMs() > 0) return false
      if (opensAtMs !== null) tryingUntilMs = clock.monotonicMs() + TRY_MS
      return true
    },
    close(atLeastMs = null) {
      const nowMs = clock.monotonicMs()
      const waitingMs = opensAtMs === null ? 0 : Math.max(0, opensAtMs - nowMs)
      // Lanes that fail together count as one failure, and a demanded wait is never cut short.
      if (waitingMs === 0) failures += 1
      else if (atLeastMs === null || atLeastMs <= waitingMs) return
      const backoff = (times: number) => backoffMs(times, random(), { firstMs: 1_000, longestMs })
      // Asked to wait no time at all, the station still pauses: every lane would ask again at once.
      opensAtMs = nowMs + (atLeastMs === null ? backoff(failures) : Math.max(atLeastMs, backoff(1)))
    },
    open() {
      const wasClosed = opensAtMs !== null
      failures = 0
      opensAtMs = null
      tryingUntilMs = Number.NEGATIVE_INFINITY
      return wasClosed
    },
    tried() {
      tryingUntilMs = Number.NEGATIVE_INFINITY
    },
    retry() {
      failures = 0
      if (opensAtMs !== null) opensAtMs = clock.monotonicMs()
      tryingUntilMs = Number.NEGATIVE_INFINITY
    },
  }
}
