import { z } from 'zod'
import { SHIPMENT_MOVES } from '../domain/shipment'
import type { RequestChannel } from './channels'

/** Every request that crosses the bridge, parsed in main before anything is done with it. */

const orderId = z.int().positive()
const shipmentId = z.uuid()
/** An empty field means "not given". */
const carrierText = z
  .string()
  .trim()
  .max(500)
  .transform((text) => (text === '' ? null : text))
  .nullable()
const carrierFields = { carrier: carrierText, trackingNumber: carrierText, trackingUrl: carrierText }
/** Judged by the rules of `domain/timestamps`, so that the refusal names the field in words. */
const timestamp = z.string().max(40).nullable()
const nothing = z.strictObject({})

/** What the station may list: `to_pack` oldest first; the others newest first. */
export const QUEUE_VIEWS = ['to_pack', 'to_ship', 'to_deliver', 'all'] as const
export type QueueView = (typeof QUEUE_VIEWS)[number]

export const OUTBOX_VIEWS = ['open', 'held', 'all'] as const
export type OutboxView = (typeof OUTBOX_VIEWS)[number]

export const requestSchemas = {
  'station:bootstrap': nothing,
  'queue:list': z.strictObject({
    view: z.enum(QUEUE_VIEWS),
    search: z.string().max(200),
    offset: z.int().nonnegative(),
    limit: z.int().min(1).max(500),
  }),
  'order:open': z.strictObject({ orderId }),
  'order:refresh': z.strictObject({ orderId }),
  'scan:resolve': z.strictObject({ code: z.string().min(1).max(500) }),
  'shipment:pack': z.strictObject({
    orderId,
    lineIds: z.array(z.int()).max(10_000),
    ...carrierFields,
    warehouseId: z.int(),
  }),
  'shipment:move': z.strictObject({
    shipmentId,
    move: z.enum(SHIPMENT_MOVES),
    /** `null` leaves what is recorded as it is. */
    ...carrierFields,
    shippedAt: timestamp,
    expectedToDeliverAt: timestamp,
    deliveredAt: timestamp,
    canceledAt: timestamp,
    /** An unusual move goes through only when the person confirmed it by name. */
    confirmedUnusual: z.boolean(),
  }),
  'outbox:list': z.strictObject({
    view: z.enum(OUTBOX_VIEWS),
    offset: z.int().nonnegative(),
    limit: z.int().min(1).max(500),
  }),
  'outbox:answer': z.strictObject({
    opUid: z.uuid(),
    answer: z.enum(['check', 'resend', 'discard']),
    /** Demanded for a discard; kept in the history. */
    reason: z.string().trim().max(500),
  }),
  'sync:now': nothing,
  'settings:read': nothing,
  'settings:save': z.strictObject({
    warehouseId: z.int().nullable(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    timeZone: z.string().max(100).nullable(),
    transitDays: z.int().min(0).max(90),
    carrier: z.string().trim().max(200),
  }),
  /** Goes live, or replaces the token of a live station. An empty token keeps the present one. */
  'settings:connect': z.strictObject({
    baseUrl: z.url({ protocol: /^https?$/ }),
    accessToken: z.string().trim().max(4_000),
  }),
  /** Goes back to training mode. */
  'settings:train': nothing,
} as const satisfies Record<RequestChannel, z.ZodType>

export type RequestOf<C extends RequestChannel> = z.input<(typeof requestSchemas)[C]>
export type ParsedRequestOf<C extends RequestChannel> = z.output<(typeof requestSchemas)[C]>
