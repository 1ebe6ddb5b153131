import type { Window } from './pull-round'

/**
 * Which changes a round reads, so that none is missed although the marketplace may show one only `overlapMs` after its
 * time. While few change, each round reads the whole overlap again. While many change, that would be every change eight
 * times: then a round reads what is new, and each part of the past once more as soon as everything in it must be shown.
 */
export type LookBack = {
  /** What the next round reads. @param cursor ISO 8601 UTC, up to where changes were read */
  windows(cursor: string): Window[]
  /** The round that these windows were for is over. @param orders read in its first window @param toMs its server time */
  over(orders: number, toMs: number): void
}

/** So many changes in the overlap cost a round two pages. */
const FEW = 200
/** `Date` headers and some timestamps have whole seconds. */
const EDGE_MS = 2_000

export function createLookBack(overlapMs: number): LookBack {
  /** Everything that changed before this was read when it must have been shown. */
  let settledMs: number | null = null
  let changesPerMs = 0
  /** `settledMs` is `null` for a round that reads everything up to its own time. */
  let planned: { fromMs: number; settledMs: number | null } | null = null

  return {
    windows(cursor) {
      const cursorMs = Date.parse(cursor)
      const shownMs = cursorMs - overlapMs
      if (settledMs === null || changesPerMs * overlapMs <= FEW) {
        const fromMs = Math.min(shownMs, settledMs ?? shownMs)
        planned = { fromMs, settledMs: null }
        return [{ after: iso(fromMs), before: null }]
      }
      const news = { after: iso(cursorMs - EDGE_MS), before: null }
      const isDue = shownMs - settledMs >= overlapMs
      planned = { fromMs: cursorMs - EDGE_MS, settledMs: isDue ? shownMs : settledMs }
      return isDue ? [news, { after: iso(settledMs - EDGE_MS), before: iso(shownMs) }] : [news]
    },
    over(orders, toMs) {
      if (planned === null) return
      settledMs = planned.settledMs ?? toMs - overlapMs
      // A round after a long pause says how many changed on average, which is what the next ones read.
      changesPerMs = orders / Math.max(1, toMs - planned.fromMs)
      planned = null
    },
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
