import type { Clock } from '../../base/clock'

/**
 * Spreads writes to items over the time, once the marketplace has refused one as too many. The document names no rate,
 * so it is learned from what is let through: many writes at once would be refused again and again.
 * @see partner-api "Limits"
 */
export type WritePace = {
  /** How long until the next write should begin; 0 while no limit is known. */
  waitMs(): number
  /** A write goes out. */
  began(): void
  /** The marketplace took a write. */
  taken(): void
  /** Too many requests. @param waitMs how long the marketplace now wants none */
  refused(waitMs: number): void
  /** About how many writes a minute the marketplace lets through; `null` while that is not known. */
  perMinute(): number | null
}

/** What was let through in this time counts; a limit in larger windows is only met again in the next one. */
const REMEMBERED_MS = 120_000
/** After so long without a write, the limit is met again from the start: it may be another one by then. */
const FORGOTTEN_MS = 60_000
/** How often a little more is tried, how much more, and how much less after a refusal. */
const TRY_MORE_MS = 15_000
const MORE = 1.04
const LESS = 0.93

export function createWritePace({ clock }: { clock: Pick<Clock, 'monotonicMs'> }): WritePace {
  let perMs: number | null = null
  let nextMs = 0
  let lastBeganMs = Number.NEGATIVE_INFINITY
  let changedMs = 0
  /** When the writes of this busy time were taken. */
  let taken: number[] = []
  /** Several lanes are refused together; that is one refusal. */
  let refusedUntilMs = Number.NEGATIVE_INFINITY

  const forgetOld = (nowMs: number): void => {
    if (nowMs - lastBeganMs > FORGOTTEN_MS && nowMs > refusedUntilMs + FORGOTTEN_MS) {
      perMs = null
      taken = []
    }
  }

  return {
    waitMs() {
      return perMs === null ? 0 : Math.max(0, nextMs - clock.monotonicMs())
    },
    began() {
      const nowMs = clock.monotonicMs()
      forgetOld(nowMs)
      lastBeganMs = nowMs
      if (perMs === null) return
      if (nowMs - changedMs > TRY_MORE_MS) {
        perMs *= MORE
        changedMs = nowMs
      }
      // Writes that several lanes send at once lengthen the wait for the next. A write that starts after its turn, because
      // its item is read first, does not delay the next one; turns missed before that are lost.
      nextMs = Math.max(nowMs, nextMs + 1 / perMs)
    },
    taken() {
      const nowMs = clock.monotonicMs()
      const old = taken.findIndex((ms) => ms > nowMs - REMEMBERED_MS)
      if (old > 0) taken = taken.slice(old)
      taken.push(nowMs)
    },
    refused(waitMs) {
      const nowMs = clock.monotonicMs()
      if (nowMs < refusedUntilMs) return
      const [first = nowMs] = taken
      const untilMs = nowMs + Math.max(1, waitMs)
      const seen = taken.length / (untilMs - first)
      if (taken.length > 0) perMs = perMs === null ? seen : Math.min(perMs * LESS, Math.max(seen, perMs / 2))
      refusedUntilMs = untilMs
      nextMs = untilMs
      changedMs = untilMs
    },
    perMinute: () => (perMs === null ? null : perMs * 60_000),
  }
}
