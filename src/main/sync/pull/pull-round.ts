import { z } from 'zod'
import type { ListOrdersQuery } from '../../../shared/partner-api/order'

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
  /** Still to be read. */
  windows: windowsSchema.min(1),
  /**
   * Once the round is over, everything that changed before was read when it must have been shown; `null` means the overlap
   * before the cursor that the round ends with.
   */
  settled: z.string().nullable(),
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
