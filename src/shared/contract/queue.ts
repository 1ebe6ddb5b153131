import { z } from 'zod'

/** What the list of orders is asked and answers. */

/** What the station may list: work oldest first; `all` newest first. Orders on hold are in `on_hold` and `all` only. */
export const QUEUE_VIEWS = ['to_pack', 'to_ship', 'to_deliver', 'on_hold', 'all'] as const
export type QueueView = (typeof QUEUE_VIEWS)[number]

/** `late`: its time to leave has passed; `begun`: some items are packed and some are not. */
export const QUEUE_FILTERS = ['any', 'late', 'one_item', 'begun'] as const
export type QueueFilter = (typeof QUEUE_FILTERS)[number]

/** What a list is asked for, apart from its window. Each word of `search` must occur in the
 * order's number, its items' codes and titles, or its tracking numbers. */
export const queueQuestion = z.strictObject({
  view: z.enum(QUEUE_VIEWS),
  filter: z.enum(QUEUE_FILTERS).default('any'),
  search: z.string().max(200),
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(500),
})

/** `null` as a reason takes the hold off. */
export const holdRequest = z.strictObject({
  orderId: z.int().positive(),
  reason: z.string().trim().min(1).max(200).nullable(),
})

/** Why an order is set aside, who did it, and when (ISO 8601 UTC). */
export type HoldView = { reason: string; heldBy: string; heldAt: string }
