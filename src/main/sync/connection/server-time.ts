import type { Clock } from '../../base/clock'

/**
 * The marketplace's clock as far as known, from the `Date` header of its answers. The header shows whole seconds and
 * was written at some moment between request and answer, so each answer gives bounds of the offset, and many answers
 * together narrow them. Nothing is stored.
 */
export type ServerTime = {
  note(sample: DateSample): void
  /**
   * The earliest possible marketplace wall time at the station's wall time `stationMs`; the same time while nothing is
   * known.
   */
  at(stationMs: number): number
  /** Certain bounds of the offset; `null` while nothing is known. */
  offset(): OffsetBounds | null
  /**
   * Whether two answers agree on the offset: a single one may come from a proxy whose clock is wrong. Also true after
   * several that disagree, so that the wait ends.
   */
  agreed(): boolean
}

export type DateSample = {
  dateHeader: string | null
  /** How long a cache stored the answer; a cached answer says nothing about the present. */
  ageHeader: string | null
  sentAtMs: number
  receivedAtMs: number
}

/** Marketplace minus PC, in milliseconds. */
export type OffsetBounds = { lowMs: number; highMs: number }

const HEADER_PRECISION_MS = 1_000
/** If wall and monotonic time diverge by more than this, the clock was set, or the computer slept. */
const JUMP_MS = 2_000
/** How far two clocks may diverge per millisecond: ten times as far as common quartz. */
const DRIFT = 0.000_1

/** Answers without a date, or with one that contradicts the others. */
const MOST_UNSURE = 6

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Knows nothing yet. */
export function createServerTime(clock: Pick<Clock, 'wallMs' | 'monotonicMs'>): ServerTime {
  let known: OffsetBounds | null = null
  let agreed = false
  let unsure = 0
  /** The offset in an answer that contradicts `known`. A single one may come from a proxy whose clock is wrong. */
  let challenger: OffsetBounds | null = null
  let lastMonotonicMs = clock.monotonicMs()
  let lastSkewMs = clock.wallMs() - lastMonotonicMs

  /** Widens the known bounds by the possible drift since, or discards them when the wall clock jumped. */
  const age = (): void => {
    const monotonicMs = clock.monotonicMs()
    const skewMs = clock.wallMs() - monotonicMs
    const partedMs = Math.abs(skewMs - lastSkewMs)
    if (partedMs > JUMP_MS) known = challenger = null
    const byMs = partedMs + DRIFT * (monotonicMs - lastMonotonicMs)
    known = known && widen(known, byMs)
    challenger = challenger && widen(challenger, byMs)
    lastMonotonicMs = monotonicMs
    lastSkewMs = skewMs
  }

  return {
    note(sample) {
      unsure += 1
      const seen = boundsOf(sample)
      if (seen === null) return
      age()
      const both = known === null ? seen : intersect(known, seen)
      if (both !== null) {
        agreed = known !== null
        if (!agreed) unsure = 0
        known = both
        challenger = null
        return
      }
      const again = challenger === null ? null : intersect(challenger, seen)
      if (again === null) challenger = seen
      else {
        known = again
        agreed = true
        challenger = null
      }
    },
    at(stationMs) {
      age()
      return known === null ? stationMs : Math.floor(stationMs + known.lowMs)
    },
    offset() {
      age()
      return known
    },
    agreed() {
      age()
      return known !== null && (agreed || unsure >= MOST_UNSURE)
    },
  }
}

/** The best single value of the offset, in milliseconds. */
export function middleOf({ lowMs, highMs }: OffsetBounds): number {
  return (lowMs + highMs) / 2
}

function boundsOf({ dateHeader, ageHeader, sentAtMs, receivedAtMs }: DateSample): OffsetBounds | null {
  if (dateHeader === null || !HTTP_DATE.test(dateHeader)) return null
  if (ageHeader !== null && ageHeader.trim() !== '0') return null
  const dateMs = Date.parse(dateHeader)
  const bounds = { lowMs: dateMs - receivedAtMs, highMs: dateMs + HEADER_PRECISION_MS - sentAtMs }
  // Also false for a day that does not exist, and when the PC's clock was set back in between.
  return bounds.lowMs <= bounds.highMs ? bounds : null
}

function widen({ lowMs, highMs }: OffsetBounds, byMs: number): OffsetBounds {
  return { lowMs: lowMs - byMs, highMs: highMs + byMs }
}

function intersect(left: OffsetBounds, right: OffsetBounds): OffsetBounds | null {
  const both = { lowMs: Math.max(left.lowMs, right.lowMs), highMs: Math.min(left.highMs, right.highMs) }
  return both.lowMs <= both.highMs ? both : null
}
