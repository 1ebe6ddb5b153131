import { z } from 'zod'
import { readInstant } from './instants'
import { Refusal } from './refusal'
import type { MarketplaceSettings } from './settings'

/**
 * Request bodies as the document defines them. More lenient than the client's own schemas: null stands for an absent
 * value, a timestamp may have any ISO 8601 UTC form, and a setting decides on unknown fields.
 */

const text = z.string().nullish()
const cents = z.int().nonnegative()

/** A timestamp, read to milliseconds since the epoch. */
const instant = z.string().transform((given, context) => {
  const ms = readInstant(given)
  if (ms !== null) return ms
  context.issues.push({ code: 'custom', message: 'not an ISO 8601 UTC timestamp', input: given })
  return z.NEVER
})

const discount = z.object({ max_discount: z.object({ percentage: z.int().min(0).max(100) }) })

const attributes = z.looseObject({
  color: z.array(z.string()).nullish(),
  material: z.array(z.object({ value: z.string(), percentage: z.int().min(0).max(100) })).nullish(),
  pattern: z.array(z.string()).nullish(),
  necklace_style: text,
  bracelet_style: text,
  ring_style: text,
  ring_size: text,
  general_style: text,
  skirt_length: text,
  neckline: text,
  top_style: text,
  sleeve_length: text,
  jacket_style: text,
  pant_cut: text,
  waist: text,
  pant_style: text,
  shoes_style: text,
  serial_number: text,
  country_of_origin: text,
})

/** @see partner-api "POST /api/v1.0/items" */
export const createItemRequest = z.object({
  title: z.string().regex(/\S/),
  description: text,
  mpn: text,
  external_id: text,
  price: cents,
  discount: discount.nullish(),
  msrp: cents,
  brand_id: z.int(),
  category_id: z.int(),
  warehouse_id: z.int(),
  quality: z.string().min(1),
  condition_description: text,
  with_tag: z.boolean().nullish(),
  authentication_type: text,
  photos: z.array(z.object({ url: z.url(), subtype: z.string() })),
  size: z.object({ scale: z.string(), name: z.string(), sizing_id: z.int().nullish(), type: text }).nullish(),
  attributes: attributes.nullish(),
})
export type CreateItemRequest = z.infer<typeof createItemRequest>

/** @see partner-api "PUT /api/v1.0/items/{item_number}" */
export const updateItemRequest = z.object({ price: cents.nullish(), discount: discount.nullish() })
export type UpdateItemRequest = z.infer<typeof updateItemRequest>

const carrierFields = { carrier: text, tracking_number: text, tracking_url: text }

/** @see partner-api "POST /api/v1.0/orders/{id}/shipments" */
export const createShipmentRequest = z.object({
  ...carrierFields,
  warehouse_id: z.int(),
  order_line_ids: z.array(z.int()).min(1),
  packed_at: instant,
  shipped_at: instant.nullish(),
  expected_to_deliver_at: instant.nullish(),
})
export type CreateShipmentRequest = z.infer<typeof createShipmentRequest>

/** @see partner-api "POST /api/v1.0/orders/{order_id}/shipments/{shipment_id}" */
export const updateShipmentRequest = z.object({
  ...carrierFields,
  state: z.string(),
  shipped_at: instant.nullish(),
  expected_to_deliver_at: instant.nullish(),
  delivered_at: instant.nullish(),
  canceled_at: instant.nullish(),
})
export type UpdateShipmentRequest = z.infer<typeof updateShipmentRequest>

/** @see partner-api "POST /api/v1.0/orders/{id}/refund" */
export const createRefundRequest = z.object({ amount: z.int().positive() })

/** Reads a request body, or refuses it as Unprocessable entity with the first problem as the reason. */
export function readBody<Schema extends z.ZodObject>(
  settings: MarketplaceSettings,
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const demanded = settings.unknownFields === 'refuse' ? schema.strict() : schema
  const result = demanded.safeParse(body)
  if (result.success) return result.data as z.infer<Schema>
  const problem = result.error.issues[0]
  throw new Refusal('unprocessable', `${problem?.path.join('.') ?? ''}: ${problem?.message ?? 'invalid'}`)
}
