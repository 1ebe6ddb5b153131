import { readMoment } from '../../../shared/domain/time/timestamps'
import type { Order } from '../../../shared/partner-api/order'
import type { Clock, Moment } from '../../base/clock'
import { middleOf, type ServerTime } from '../connection/server-time'

/**
 * Up to which time changes have been read in, on the marketplace's clock: the `Date` header of its answers and
 * `updated_at` of its orders or items. The PC's wall clock never decides it: one that is ahead would skip changes.
 */
export type PullCursor = {
  /** Learns from a page, or from the stored cursor. */
  saw(page: { entries: readonly Pick<Order, 'updated_at'>[] }): void
  knew(cursor: string | null): void
  /**
   * The earliest that the marketplace's clock can have shown at this monotonic time, ISO 8601 UTC; `null` while
   * unknown.
   */
  atLeast(monotonicMs: number): string | null
  /**
   * What the marketplace's clock shows now, or a little less, ISO 8601 UTC; `null` while no `Date` says so. The times of
   * its changes may run ahead of that.
   */
  now(): string | null
  /** The cursor after a round that began at `startedAt`. Orders never seen so far may be older than that. */
  after(startedAt: string | null, earlier: string | null): string
}

/**
 * A replica may lag behind the clock in the header, so the cursor follows the newest change seen. Without changes it
 * follows the clock at this distance, or every round would read the last ones again.
 */
const QUIET_MS = 180_000
/**
 * What lies further ahead of all known clocks is a mistake in one order, and following it would skip every later change.
 * Without a `Date` the PC's clock is among them; behind by more than this, it costs reading changes again, and skips none.
 */
const PLAUSIBLE_MS = 30 * 86_400_000
/** The last time that a date can be. */
const LAST_MS = 8_640_000_000_000_000
/** Used when nothing is known: nothing on the marketplace is older. */
const OLDEST = new Date(Date.UTC(2010, 0, 1)).toISOString()

export function createPullCursor(
  clock: Pick<Clock, 'wallMs' | 'monotonicMs'>,
  serverTime: ServerTime,
): PullCursor {
  /** The newest marketplace time seen, minus the monotonic time at that moment. */
  let aheadMs = Number.NEGATIVE_INFINITY
  let newestMs = Number.NEGATIVE_INFINITY

  const isPlausible = (ms: number): boolean => {
    const nowMs = clock.wallMs() + (serverTime.offset()?.highMs ?? 0)
    return ms <= Math.max(nowMs, aheadMs + clock.monotonicMs()) + PLAUSIBLE_MS
  }
  const learn = (ms: number): void => {
    if (Number.isFinite(ms)) aheadMs = Math.max(aheadMs, ms - clock.monotonicMs())
  }
  const leastMs = (monotonicMs: number): number => {
    const offset = serverTime.offset()
    if (offset === null) return aheadMs + monotonicMs
    return Math.floor(clock.wallMs() - (clock.monotonicMs() - monotonicMs) + offset.lowMs)
  }

  return {
    saw({ entries }) {
      for (const { updated_at } of entries) {
        const ms = readMoment(updated_at)
        if (!isPlausible(ms)) continue
        newestMs = Math.max(newestMs, ms)
        learn(ms)
      }
    },
    knew(cursor) {
      if (cursor !== null) learn(Date.parse(cursor))
    },
    atLeast: (monotonicMs) => toIso(leastMs(monotonicMs)),
    now() {
      const monotonicMs = clock.monotonicMs()
      const isKnown = serverTime.offset() !== null
      return isKnown ? toIso(Math.max(leastMs(monotonicMs), aheadMs + monotonicMs)) : null
    },
    after(startedAt, earlier) {
      const startedMs = Date.parse(startedAt ?? '')
      if (!Number.isFinite(startedMs)) return earlier ?? OLDEST
      const earlierMs = Math.min(Date.parse(earlier ?? OLDEST), startedMs)
      return new Date(Math.max(earlierMs, Math.min(newestMs, startedMs), startedMs - QUIET_MS)).toISOString()
    },
  }
}

function toIso(ms: number): string | null {
  return Math.abs(ms) <= LAST_MS ? new Date(ms).toISOString() : null
}

export type DataAge = {
  /** A round that began at these readings of the PC's clocks is over. */
  refreshed(began: Moment): void
  /**
   * When the station's data was fresh, expressed in the PC's present clock, so that the difference from now is its true
   * age. The older of what the clocks say: the wall clock may have been set, and monotonic time stands still during
   * sleep.
   */
  asOf(cursor: string | null): string | null
  /** How long ago the last round began; `null` before the first is over. */
  sinceMs(): number | null
  /** False while only the stored cursor is known, and not how the PC's clock compares with it. */
  known(): boolean
}

export function createDataAge(clock: Pick<Clock, 'wallMs' | 'monotonicMs'>, serverTime: ServerTime): DataAge {
  let last: Moment | null = null
  const sinceMs = (): number | null =>
    last && Math.max(0, clock.monotonicMs() - last.monotonicMs, clock.wallMs() - last.wallMs)
  return {
    refreshed: (began) => void (last = began),
    sinceMs,
    asOf(cursor) {
      if (cursor === null) return null
      const passedMs = sinceMs()
      if (passedMs !== null) return new Date(clock.wallMs() - passedMs).toISOString()
      const offset = serverTime.offset()
      return new Date(Date.parse(cursor) - (offset === null ? 0 : middleOf(offset))).toISOString()
    },
    known: () => last !== null || serverTime.offset() !== null,
  }
}
