import { z } from 'zod'
import type { PrivacyTable } from './privacy'
import { neededFields } from './tolerant'
import { readTimestamp, writeTimestamp } from './time'

/**
 * A shipment as the server returns it. Only `id` and `state` are demanded; unknown fields and states survive.
 * @see partner-api "Resources / Shipment"
 */
export const readShipment = z.looseObject({
  id: z.int(),
  state: z.string(),
  carrier: z.string().nullish(),
  tracking_number: z.string().nullish(),
  tracking_url: z.string().nullish(),
  warehouse_id: z.int().nullish(),
  packed_at: readTimestamp.nullish(),
  shipped_at: readTimestamp.nullish(),
  expected_to_deliver_at: readTimestamp.nullish(),
  delivered_at: readTimestamp.nullish(),
  canceled_at: readTimestamp.nullish(),
})
export type Shipment = z.infer<typeof readShipment>

export const SHIPMENT_PRIVACY = {
  id: 'clear',
  state: 'clear',
  carrier: 'clear',
  tracking_number: 'clear',
  tracking_url: 'clear',
  warehouse_id: 'clear',
  packed_at: 'clear',
  shipped_at: 'clear',
  expected_to_deliver_at: 'clear',
  delivered_at: 'clear',
  canceled_at: 'clear',
} as const satisfies PrivacyTable<typeof readShipment>

/**
 * Body of `POST /api/v1.0/orders/{id}/shipments`.
 * @see partner-api "POST /api/v1.0/orders/{id}/shipments"
 */
export const createShipmentBody = z.strictObject({
  carrier: z.string().optional(),
  tracking_number: z.string().optional(),
  tracking_url: z.string().optional(),
  warehouse_id: z.int(),
  order_line_ids: z.array(z.int()).min(1),
  packed_at: writeTimestamp,
  shipped_at: writeTimestamp.nullable().optional(),
  expected_to_deliver_at: writeTimestamp.nullable().optional(),
})
export type CreateShipmentBody = z.infer<typeof createShipmentBody>

/** Answer to a create. @see partner-api "POST /api/v1.0/orders/{id}/shipments" */
export const createdShipment = z.looseObject({ id: z.int() })
neededFields.add(createdShipment, { needed: ['id'] })
export type CreatedShipment = z.infer<typeof createdShipment>

const carrierFields = {
  carrier: z.string().optional(),
  tracking_number: z.string().optional(),
  tracking_url: z.string().optional(),
}

/**
 * Body of `POST /api/v1.0/orders/{order_id}/shipments/{shipment_id}`: each state carries the timestamps it demands.
 * @see partner-api "POST /api/v1.0/orders/{order_id}/shipments/{shipment_id}"
 */
export const updateShipmentBody = z.discriminatedUnion('state', [
  z.strictObject({
    ...carrierFields,
    state: z.literal('shipped'),
    shipped_at: writeTimestamp,
    expected_to_deliver_at: writeTimestamp,
  }),
  z.strictObject({
    ...carrierFields,
    state: z.literal('delivered'),
    delivered_at: writeTimestamp,
  }),
  z.strictObject({
    ...carrierFields,
    state: z.literal('canceled'),
    canceled_at: writeTimestamp,
  }),
])
export type UpdateShipmentBody = z.infer<typeof updateShipmentBody>
