import { z } from 'zod'
import { QUEUE_FILTERS, QUEUE_VIEWS } from '../domain/order-queue'

/** What the list of orders is asked and answers. */

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
