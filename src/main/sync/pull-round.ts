import { z } from 'zod'
import type { ListOrdersQuery, Order } from '../../shared/partner-api/order'
import type { Page } from '../partner/pages'
import { createManySeen } from './many-seen'

/** What a round of pulling has yet to read. Pure. */

/** Orders changed at or after `after` and before `before`, ISO 8601 UTC; `null` means unbounded. */
const windowSchema = z.object({ after: z.string().nullable(), before: z.string().nullable() })
export type Window = z.infer<typeof windowSchema>
export const windowsSchema = z.array(windowSchema)

/** Stored under `pull.round` while a round goes on; never rename a field. */
export const roundSchema = z.object({
  /** The earliest marketplace time at which the round can have begun; `null` if unknown. */
  startedAt: z.string().nullable(),
  /** The next page of the first window; `null` to begin it. */
  next: z.string().nullable(),
  /** Orders read in so far. */
  orders: z.number(),
  /** Still to be read; an older version stored only the link. */
  windows: windowsSchema.min(1).catch([{ after: null, before: null }]),
  /**
   * Once the round is over, everything that changed before was read when it must have been shown; `null` means the overlap
   * before the cursor of then.
   */
  settled: z.string().nullable().default(null),
})
export type Round = z.infer<typeof roundSchema>

/** Asks for a window's first page. */
export function queryOf(window: Window | undefined, pageSize: number | undefined): ListOrdersQuery {
  return {
    ...(window?.after != null && { updated_after: window.after }),
    ...(window?.before != null && { updated_before: window.before }),
    ...(pageSize !== undefined && { page_size: pageSize }),
  }
}

/** Nothing on the marketplace is assumed to be older. Affects only where the first cut is made. */
const OLDEST_MS = Date.UTC(2010, 0, 1)
/** A window this short is not cut any further, in milliseconds. */
const SHORTEST_MS = 1_000

/**
 * Cuts a window in two, the newer half first; `null` when it is too short. A window without an end is cut before
 * `startedAt`, and its newer half has no end either.
 */
export function cutWindow({ after, before }: Window, startedAt: string): [Window, Window] | null {
  const fromMs = after === null ? OLDEST_MS : Date.parse(after)
  const toMs = Date.parse(before ?? startedAt)
  if (!(toMs - fromMs > SHORTEST_MS)) return null
  const middle = new Date(Math.round((fromMs + toMs) / 2)).toISOString()
  return [
    { after: middle, before },
    { after, before: middle },
  ]
}

/** Detects pages that lead nowhere: links in a circle, or page after page without a new order. */
export type Trail = { follow(page: Page<Order>): void }

/** A server that never stops paging is cut off here. */
const MOST_PAGES = 1_000_000
const MOST_PAGES_WITHOUT_NEWS = 100
/** Characters that identify an unreadable record. */
const TOLD_APART_BY = 200

/** @param from the link from which the round continues, if any */
export function createTrail(from: string | null): Trail {
  const orders = createManySeen()
  let withoutNews = 0
  let pages = 0
  // One earlier link, that of page 1, 2, 4, 8 …: a circle comes back to it, and a million links need not be kept.
  let earlier = from
  let keepsAt = 1
  return {
    follow({ next, entries, unreadable }) {
      const known = orders.size()
      for (const { id } of entries) orders.add(id)
      for (const { raw } of unreadable) orders.add(String(JSON.stringify(raw)).slice(0, TOLD_APART_BY))
      withoutNews = orders.size() > known ? 0 : withoutNews + 1
      pages += 1
      if (next === null) return
      if (next === earlier || pages >= MOST_PAGES || withoutNews >= MOST_PAGES_WITHOUT_NEWS)
        throw new EndlessPagesError(`the list of orders does not end after ${pages} pages`)
      if (pages < keepsAt) return
      earlier = next
      keepsAt *= 2
    },
  }
}

/** The server's `Link` headers form a loop, or never end. */
export class EndlessPagesError extends Error {
  override readonly name = 'EndlessPagesError'
}
