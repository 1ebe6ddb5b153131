import { z } from 'zod'
import type { PrivacyTable } from './privacy'
import { neededFields } from './tolerant'
import { readTimestamp, writeCents } from './time'

/** @see partner-api "Resources / Discount" */
export const readDiscount = z.looseObject({
  max_discount: z.looseObject({ percentage: z.int().nullish() }).nullish(),
})

export const DISCOUNT_PRIVACY = { max_discount: { percentage: 'clear' } } as const satisfies PrivacyTable<
  typeof readDiscount
>

/** @see partner-api "Resources / Size" */
export const readSize = z.looseObject({
  scale: z.string().nullish(),
  name: z.string().nullish(),
  sizing_id: z.int().nullish(),
  type: z.string().nullish(),
})

/** @see partner-api "Resources / Attributes" */
export const readAttributes = z.looseObject({
  color: z.array(z.string()).nullish(),
  material: z.array(z.looseObject({ value: z.string(), percentage: z.number().nullish() })).nullish(),
  pattern: z.array(z.string()).nullish(),
})

/**
 * An item as the server returns it. Only `item_number` and `state` are demanded; unknown fields and states survive.
 * @see partner-api "Resources / Item"
 */
export const readItem = z.looseObject({
  item_number: z.string().min(1),
  state: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  external_id: z.string().nullish(),
  mpn: z.string().nullish(),
  price: z.int().nullish(),
  listed_price: z.int().nullish(),
  discount: readDiscount.nullish(),
  msrp: z.int().nullish(),
  quality: z.string().nullish(),
  condition_description: z.string().nullish(),
  with_tag: z.boolean().nullish(),
  created_at: readTimestamp.nullish(),
  updated_at: readTimestamp.nullish(),
  category_id: z.int().nullish(),
  brand_id: z.int().nullish(),
  warehouse_id: z.int().nullish(),
  fulfillment_delay_days: z.number().nullish(),
  size: readSize.nullish(),
  attributes: readAttributes.nullish(),
  // The element's shape is not documented, so anything is accepted; `listingErrors` makes words of it.
  listing_error_messages: z.unknown().optional(),
})
export type Item = z.infer<typeof readItem>

neededFields.add(readItem, { needed: ['item_number', 'state'] })

/** @see partner-api "Resources / Discount" */
export const writeDiscount = z.strictObject({
  max_discount: z.strictObject({ percentage: z.int().min(0).max(100) }),
})

/** @see partner-api "Resources / Photo" */
export const writePhoto = z.strictObject({ url: z.url(), subtype: z.string().min(1) })

/** @see partner-api "Resources / Size" */
export const writeSize = z.strictObject({
  scale: z.string().min(1),
  name: z.string().min(1),
  sizing_id: z.int().optional(),
  type: z.string().min(1).optional(),
})

const attributeText = z.string().min(1).optional()

/**
 * Attributes of an item. Which ones apply to which category, and their value lists, are not shown, so any text is
 * let through and the server judges.
 * @see partner-api "Resources / Attributes"
 */
export const writeAttributes = z.strictObject({
  color: z.array(z.string().min(1)).optional(),
  material: z
    .array(z.strictObject({ value: z.string().min(1), percentage: z.int().min(0).max(100) }))
    .optional(),
  pattern: z.array(z.string().min(1)).optional(),
  necklace_style: attributeText,
  bracelet_style: attributeText,
  ring_style: attributeText,
  ring_size: attributeText,
  general_style: attributeText,
  skirt_length: attributeText,
  neckline: attributeText,
  top_style: attributeText,
  sleeve_length: attributeText,
  jacket_style: attributeText,
  pant_cut: attributeText,
  waist: attributeText,
  pant_style: attributeText,
  shoes_style: attributeText,
  serial_number: attributeText,
  country_of_origin: attributeText,
})

/**
 * Body of `POST /api/v1.0/items`. Money in cents.
 * @see partner-api "POST /api/v1.0/items"
 */
export const createItemBody = z.strictObject({
  title: z.string().min(1),
  description: z.string().optional(),
  mpn: z.string().min(1).optional(),
  external_id: z.string().min(1).optional(),
  price: writeCents,
  discount: writeDiscount.optional(),
  msrp: writeCents,
  brand_id: z.int(),
  category_id: z.int(),
  warehouse_id: z.int(),
  quality: z.string().min(1),
  condition_description: z.string().optional(),
  with_tag: z.boolean().optional(),
  authentication_type: z.string().min(1).optional(),
  photos: z.array(writePhoto),
  size: writeSize.optional(),
  attributes: writeAttributes.optional(),
})
export type CreateItemBody = z.infer<typeof createItemBody>

/** Answer to a create. @see partner-api "POST /api/v1.0/items" */
export const createdItem = z.looseObject({ item_number: z.string().min(1) })
neededFields.add(createdItem, { needed: ['item_number'] })
export type CreatedItem = z.infer<typeof createdItem>

/**
 * Body of `PUT /api/v1.0/items/{item_number}`: price in cents, discount in percent; at least one of them.
 * @see partner-api "PUT /api/v1.0/items/{item_number}"
 */
export const updateItemBody = z
  .strictObject({ price: writeCents.optional(), discount: writeDiscount.optional() })
  .refine((body) => body.price !== undefined || body.discount !== undefined, {
    message: 'price or discount is required',
  })
export type UpdateItemBody = z.infer<typeof updateItemBody>

/** The document's maximum and default of `page_size` for items. @see partner-api "Limits" */
export const ITEMS_PAGE_SIZE = { default: 20, maximum: 200 } as const

/**
 * Query of `GET /api/v1.0/items`. `updated_before` is inclusive, `updated_after` exclusive.
 * @see partner-api "GET /api/v1.0/items"
 */
export type ListItemsQuery = {
  page_size?: number
  updated_before?: string
  updated_after?: string
  status?: readonly string[]
  external_id?: string
  mpn?: string
}
