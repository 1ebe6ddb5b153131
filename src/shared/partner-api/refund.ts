import { z } from 'zod'
import type { PrivacyTable } from './privacy'
import { neededFields } from './tolerant'

/**
 * A refund as the server returns it. Type, source and state are open lists: only some values were seen.
 * @see partner-api "Resources / Refund"
 */
export const readRefund = z.looseObject({
  id: z.int(),
  type: z.string().nullish(),
  source: z.string().nullish(),
  state: z.string().nullish(),
  total_refunded: z.int().nullish(),
  /** The document has none. Read wherever money is, because different ones never add up. */
  currency: z.unknown().optional(),
  refund_lines: z
    .array(
      z.looseObject({
        id: z.int().nullish(),
        order_line_id: z.int().nullish(),
        amount: z.int().nullish(),
        description: z.string().nullish(),
      }),
    )
    .nullish(),
})

export const REFUND_PRIVACY = {
  id: 'clear',
  type: 'clear',
  source: 'clear',
  state: 'clear',
  total_refunded: 'clear',
  currency: 'clear in any form',
  refund_lines: { id: 'clear', order_line_id: 'clear', amount: 'clear', description: 'clear' },
} as const satisfies PrivacyTable<typeof readRefund>

/**
 * Body of `POST /api/v1.0/orders/{id}/refund`: a positive amount of cents.
 * @see partner-api "POST /api/v1.0/orders/{id}/refund"
 */
export const createRefundBody = z.strictObject({ amount: z.int().positive() })
export type CreateRefundBody = z.infer<typeof createRefundBody>

/** Answer to a create. @see partner-api "POST /api/v1.0/orders/{id}/refund" */
export const createdRefund = z.looseObject({ id: z.int() })
neededFields.add(createdRefund, { needed: ['id'] })
export type CreatedRefund = z.infer<typeof createdRefund>
