import type { Clock } from '../../base/clock'
import { backoffMs } from './backoff'

/**
 * A circuit breaker: once tripped it blocks requests for a growing, jittered time, then lets one trial request through to
 * find out whether it may be reset.
 */
export type Breaker = {
  /** How long until a request is possible: 0 while requests pass, otherwise until the next trial. */
  waitMs(): number
  isTripped(): boolean
  /** True when a request may begin. While requests are blocked it is the trial, and others wait for its outcome. */
  admit(): boolean
  /** @param atLeastMs the wait the marketplace demanded; `null`: only the backoff */
  trip(atLeastMs?: number | null): void
  /** @returns true when requests were blocked before */
  reset(): boolean
  /** Requests pass, but nothing shows yet that the cause is gone: when it trips again, its pauses go on growing. */
  pass(): void
  /** The trial request has ended, with any outcome. */
  tried(): void
  /** Requests stay blocked, but the next trial may begin now. */
  retry(): void
}

export type BreakerDeps = {
  clock: Clock
  random: () => number
  /** How long after so many failures in a row. Default: backoff up to a minute. */
  pauseMs?: (failures: number, random: number) => number
}

/** A trial that has not ended by then no longer blocks the next one. */
const TRY_MS = 5_000

/** A breaker that lets requests pass. */
export function createBreaker({ clock, random, pauseMs = backoffMs }: BreakerDeps): Breaker {
  let failures = 0
  let trialAtMs: number | null = null
  let tryingUntilMs = Number.NEGATIVE_INFINITY

  const waitMs = (): number => {
    if (trialAtMs === null) return 0
    const nowMs = clock.monotonicMs()
    return Math.max(0, trialAtMs - nowMs, tryingUntilMs - nowMs)
  }

  const pass = (): void => {
    trialAtMs = null
    tryingUntilMs = Number.NEGATIVE_INFINITY
  }

  return {
    waitMs,
    isTripped: () => trialAtMs !== null,
    admit() {
      if (waitMs() > 0) return false
      if (trialAtMs !== null) tryingUntilMs = clock.monotonicMs() + TRY_MS
      return true
    },
    trip(atLeastMs = null) {
      const nowMs = clock.monotonicMs()
      const waitingMs = trialAtMs === null ? 0 : Math.max(0, trialAtMs - nowMs)
      // Lanes that fail together count as one failure, and a demanded wait is never cut short.
      if (waitingMs === 0) failures += 1
      else if (atLeastMs === null || atLeastMs <= waitingMs) return
      const backoff = (times: number) => pauseMs(times, random())
      // Even when told to wait 0 seconds, the station pauses: otherwise every lane would ask again at once.
      trialAtMs = nowMs + (atLeastMs === null ? backoff(failures) : Math.max(atLeastMs, backoff(1)))
    },
    reset() {
      const wasClosed = trialAtMs !== null
      failures = 0
      pass()
      return wasClosed
    },
    pass,
    tried() {
      tryingUntilMs = Number.NEGATIVE_INFINITY
    },
    retry() {
      failures = 0
      if (trialAtMs !== null) trialAtMs = clock.monotonicMs()
      tryingUntilMs = Number.NEGATIVE_INFINITY
    },
  }
}
