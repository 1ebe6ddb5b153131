import { z } from 'zod'
import { HELD_REASONS, OP_STATES } from '../../../shared/domain/outbox/operation'

/** What an op carries from one database to another, as JSON if need be. */

const text = z.string().nullable().default(null)
const integer = z.int().nullable().default(null)

/** A shipment as the station that the op comes from sees it; no buyer's data is in it. */
export const carriedShipment = z.object({
  shipmentUid: z.string().min(1),
  orderId: z.int(),
  serverId: integer,
  state: z.string(),
  carrier: text,
  trackingNumber: text,
  trackingUrl: text,
  warehouseId: integer,
  packedAt: text,
  shippedAt: text,
  expectedToDeliverAt: text,
  deliveredAt: text,
  canceledAt: text,
  packedHere: z.int().default(1),
  serverCopy: text,
  lineIds: z.array(z.int()),
})

/** One op with all it needs elsewhere, safe to write as JSON; parse what comes from a file with it. */
export const carriedOp = z
  .object({
    opUid: z.string().min(1),
    /** Any text: a kind that only a newer version knows is held there, not lost. */
    kind: z.string().min(1),
    /** `null` for ops on items. */
    orderId: integer,
    itemKey: text,
    shipmentUid: text,
    body: z.string(),
    /** What it was where it comes from. */
    state: z.enum(OP_STATES),
    attempts: z.int().nonnegative(),
    /** JSON: ids that were there before the first send. */
    baseline: text,
    serverRef: text,
    claims: z.int().nonnegative().default(0),
    /** JSON: what the station that it comes from knew of what it changes. */
    known: text,
    heldReason: z.enum(HELD_REASONS).nullable().default(null).catch(null),
    finding: text,
    errorCode: text,
    errorStatus: integer,
    fromFile: z.int().default(0),
    capturedAt: z.string(),
    capturedBy: z.string().default(''),
    capturedMonoMs: integer,
    clockOffsetMs: integer,
    sentAt: text,
    settledAt: text,
    discardReason: text,
    /** `null` for ops without a shipment, and where it could not be read. */
    shipment: carriedShipment.nullable(),
    /** What never changes of its order, as the account shows it that the op belongs to; in files alone. */
    ofOrder: z.object({ purchasedAt: text, lineIds: z.array(z.int()) }).optional(),
  })
  .refine(({ orderId, itemKey }) => orderId !== null || itemKey !== null)
export type CarriedOp = z.infer<typeof carriedOp>
export type CarriedShipment = z.infer<typeof carriedShipment>
