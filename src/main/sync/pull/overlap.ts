import type { Window } from './pull-round'

/**
 * Which changes a round reads, so that none is missed although the marketplace may show one only `overlapMs` after its
 * time. While few change, each round reads the whole overlap again. While many change, that would be every change eight
 * times: then a round reads what is new, and each part of the past once more when everything in it must be shown.
 */
export type Overlap = {
  plan(known: Known): Plan
  /** The planned round is over. @param orders read in its first window @param toMs its server time */
  over(orders: number, toMs: number): void
}

type Known = {
  /** Up to where changes were read, ISO 8601 UTC, like the other times. */
  cursor: string
  /** Everything that changed before was read when it must have been shown; `null` means `overlapMs` before `cursor`. */
  settled: string | null
  /** What the marketplace's clock shows at least; `null` while unknown. */
  now: string | null
  /** Since the last round began; `null` before the first of this process. */
  sinceMs: number | null
}

type Plan = {
  windows: Window[]
  /** `settled` once the round is over; `null` means `overlapMs` before the cursor that the round ends with. */
  settled: string | null
}

/** So many changes in the overlap cost a round two pages. */
const FEW = 200
/**
 * Most changes are shown this soon. What is newer than that is left to the next round, or each round would have to read
 * the end of the one before again.
 */
const SHOWN_SOON_MS = 2_000

export function createOverlap(overlapMs: number): Overlap {
  /** How many changes the last rounds read for the first time. */
  let read: { fromMs: number; toMs: number; orders: number }[] = []
  let planned: { fromMs: number; isAll: boolean } | null = null

  const readSince = (ms: number): number => {
    read = read.filter(({ toMs }) => toMs > ms)
    return read.reduce(
      (sum, { fromMs, toMs, orders }) => sum + (orders * (toMs - Math.max(ms, fromMs))) / (toMs - fromMs),
      0,
    )
  }

  return {
    plan({ cursor, settled, now, sinceMs }) {
      const cursorMs = Date.parse(cursor)
      const shownMs = cursorMs - overlapMs
      const settledMs = settled === null ? shownMs : Math.min(Date.parse(settled), shownMs)
      if (sinceMs === null || sinceMs >= overlapMs || readSince(shownMs) <= FEW) {
        planned = { fromMs: settledMs, isAll: true }
        return { windows: [{ after: iso(settledMs), before: null }], settled: null }
      }
      planned = { fromMs: cursorMs, isAll: false }
      const afterMs = afterLast(cursorMs)
      const beforeMs = Date.parse(now ?? '') - SHOWN_SOON_MS
      // Without a clock to go by, or right after another round: everything until now.
      const news = { after: iso(afterMs), before: beforeMs > afterMs ? iso(beforeMs) : null }
      const again = { after: iso(settledMs), before: iso(shownMs) }
      return { windows: shownMs > settledMs ? [news, again] : [news], settled: iso(shownMs) }
    },
    over(orders, toMs) {
      if (planned === null) return
      const { fromMs, isAll } = planned
      planned = null
      if (isAll) read = []
      if (toMs > fromMs) read.push({ fromMs, toMs, orders })
    },
  }
}

/** The cursor is the time of a change that was read, unless the marketplace shows whole seconds: then others share it. */
function afterLast(cursorMs: number): number {
  return cursorMs % 1_000 === 0 ? cursorMs : cursorMs + 1
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
