import { createBreaker, type Breaker, type BreakerDeps } from './breaker'

/**
 * Trips when several requests in a row fail in a channel, however each of their lanes backs off: a marketplace that
 * answers 5xx to everything is asked less and less. One order that always fails trips nothing (I7): once others
 * succeed, its failures are known to be its own, and are not counted.
 */
export type FailureStreak = Omit<Breaker, 'trip' | 'pass'> & {
  /** A request about this resource failed. */
  note(resource: string): void
  /** A request about this resource succeeded. @returns true when requests were blocked before */
  over(resource: string): boolean
}

/** This many different resources in a row are no coincidence. */
const IN_A_ROW = 3
const MOST_KNOWN = 1_000

export function createFailureStreak(deps: BreakerDeps): FailureStreak {
  const breaker = createBreaker(deps)
  const inARow = new Set<string>()
  const known = new Set<string>()
  return {
    ...breaker,
    note(resource) {
      if (!breaker.isTripped() && known.has(resource)) return
      inARow.add(resource)
      if (breaker.isTripped() || inARow.size >= IN_A_ROW) breaker.trip()
    },
    over(resource) {
      inARow.delete(resource)
      if (known.size > MOST_KNOWN) known.clear()
      for (const other of inARow) known.add(other)
      known.delete(resource)
      inARow.clear()
      return breaker.reset()
    },
  }
}
