import { readMoment } from '../../../shared/domain/time/timestamps'
import type { Order } from '../../../shared/partner-api/order'
import type { Page } from '../../partner/pages'
import { createSeenSet } from '../../partner/seen-set'
import type { Window } from './pull-round'

/**
 * A full page without a next one may be the last, or the next one was lost on its way. So the station looks once more,
 * with other bounds, and again as long as that brings orders that it has not seen.
 */
export type SecondLook = {
  /**
   * @param isFull it has as many records as were asked for
   * @returns what to read once more; empty where the list has surely ended
   */
  after(window: Window, page: Pick<Page<Order>, 'entries' | 'next'>, isFull: boolean): Window[]
}

/** Times may be shown in whole seconds. */
const SECOND_MS = 1_000
/** A server that shows other orders each time is cut off here. */
const MOST_LOOKS = 10_000

/** For one round. */
export function createSecondLook(): SecondLook {
  const seen = createSeenSet()
  let looks = 0
  /** The times on the window's pages before this one. */
  let earlier: Span | null = null

  return {
    after(window, { entries, next }, isFull) {
      const before = earlier
      const span = spanOf(entries)
      earlier = next === null ? null : join(before, span)
      if (next !== null || !isFull || span === null || looks >= MOST_LOOKS) return []
      const known = seen.size()
      for (const { id } of entries) seen.add(id)
      if (seen.size() === known) return []
      looks += 1
      if (before === null) return halves(window, medianOf(entries))
      // On a sorted list, what is missing is beyond the last page.
      if (span.toMs <= before.fromMs) return [{ ...window, before: iso(span.toMs + SECOND_MS) }]
      return span.fromMs >= before.toMs ? [{ ...window, after: iso(span.fromMs) }] : []
    },
  }
}

type Span = { fromMs: number; toMs: number }

function timesOf(entries: readonly Order[]): number[] {
  return entries
    .map(({ updated_at }) => readMoment(updated_at))
    .filter((ms) => !Number.isNaN(ms))
    .toSorted((one, other) => one - other)
}

function spanOf(entries: readonly Order[]): Span | null {
  const times = timesOf(entries)
  const [fromMs, toMs] = [times[0], times.at(-1)]
  return fromMs === undefined || toMs === undefined ? null : { fromMs, toMs }
}

function medianOf(entries: readonly Order[]): number {
  const times = timesOf(entries)
  return times[Math.floor(times.length / 2)] ?? Number.NaN
}

function join(one: Span | null, other: Span | null): Span | null {
  if (one === null || other === null) return one ?? other
  return { fromMs: Math.min(one.fromMs, other.fromMs), toMs: Math.max(one.toMs, other.toMs) }
}

/** The newer one first; empty if a moment outside the window, or at its edge, would cut nothing off. */
function halves({ after, before }: Window, ms: number): Window[] {
  if (
    !(
      ms > (after === null ? -Infinity : Date.parse(after)) &&
      ms < (before === null ? Infinity : Date.parse(before))
    )
  )
    return []
  return [
    { after: iso(ms), before },
    { after, before: iso(ms) },
  ]
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
