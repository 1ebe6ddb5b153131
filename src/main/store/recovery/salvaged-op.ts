import { z } from 'zod'
import { HELD_REASONS } from '../../../shared/domain/outbox/held-reason'
import { OP_STATES } from '../../../shared/domain/outbox/operation'
import { clearShipment } from '../tables/order-copy'

/** The form in which an op moves from one database to another; can be written as JSON. */

const text = z.string().nullable().default(null)
const integer = z.int().nullable().default(null)

/** A file may hold anything. */
function isScans(stored: string): boolean {
  try {
    return z.record(z.string(), z.string()).safeParse(JSON.parse(stored)).success
  } catch {
    return false
  }
}

/** SECURITY: a file of an early version, or of a damaged disk, may have fields in it that can be the buyer's. */
function withoutBuyer(serverCopy: string): string {
  try {
    const copy = JSON.parse(serverCopy) as unknown
    if (typeof copy === 'object' && copy !== null) return JSON.stringify(clearShipment({ ...copy }))
  } catch {
    // Kept, and shown as unreadable, until the order is read again.
  }
  return serverCopy
}

/** A shipment as the op's station of origin sees it, without any buyer's data. */
export const salvagedShipment = z.object({
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
  serverCopy: text.transform((copy) => (copy === null ? null : withoutBuyer(copy))),
  lineIds: z.array(z.int()),
  /** Those of them that were ticked by hand; `null` if it is not known which. */
  byHand: z.array(z.int()).nullable().default(null).catch(null),
  /** JSON: by which code each was scanned, by the line's ID. */
  scans: z.string().refine(isScans).nullable().default(null).catch(null),
})

/** One op with everything it needs elsewhere, safe to write as JSON; use it to parse ops from a file. */
export const salvagedOp = z
  .object({
    opUid: z.string().min(1),
    /** Any text: a kind that only a newer version knows is held, not lost. */
    kind: z.string().min(1),
    /** `null` for ops on items. */
    orderId: integer,
    itemKey: text,
    shipmentUid: text,
    body: z.string(),
    /** Its state in the database of origin. */
    state: z.enum(OP_STATES),
    attempts: z.int().nonnegative(),
    /** JSON: IDs that existed before the first send. */
    baseline: text,
    serverRef: text,
    claims: z.int().nonnegative().default(0),
    /** JSON: what the station of origin knew of the record that the op changes. */
    known: text,
    heldReason: z.enum(HELD_REASONS).nullable().default(null).catch(null),
    finding: text,
    errorCode: text,
    errorStatus: integer,
    fromFile: z.int().default(0),
    /** The bulk job that asked for it, and its row there; they mean nothing at another station. */
    jobId: integer,
    jobRow: integer,
    capturedAt: z.string(),
    capturedBy: z.string().default(''),
    capturedMonoMs: integer,
    clockOffsetMs: integer,
    sentAt: text,
    settledAt: text,
    discardReason: text,
    /** `null` for ops without a shipment, and when it could not be read. */
    shipment: salvagedShipment.nullable(),
    /** The unchanging data of its order, as the op's account shows it; only in files. */
    ofOrder: z.object({ purchasedAt: text, lineIds: z.array(z.int()) }).optional(),
  })
  .refine(({ orderId, itemKey }) => orderId !== null || itemKey !== null)
export type SalvagedOp = z.infer<typeof salvagedOp>
export type SalvagedShipment = z.infer<typeof salvagedShipment>
