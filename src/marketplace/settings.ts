import { z } from 'zod'

const status = z.int().min(200).max(599)
const delayMs = z.int().min(0)
const acceptOrRefuse = z.enum(['accept', 'refuse'])

/** Validates settings given by a caller or by the control API. README.md gives each choice's reason. */
export const settingsSchema = z.strictObject({
  statusItemCreated: status,
  statusItemUpdated: status,
  statusItemDeleted: status,
  statusShipmentCreated: status,
  statusShipmentUpdated: status,
  statusRefundCreated: status,
  statusOrderCanceled: status,
  statusUnauthorized: status,
  statusNotFound: status,
  /** For a write to an order or shipment that does not exist; the document lists Not Found for reads only. */
  statusNotFoundOnWrite: status,
  statusUnprocessable: status,
  statusTooManyRequests: status,
  /** For a body that is not JSON, or a query value that cannot be read. */
  statusMalformed: status,

  timestampPrecision: z.enum(['milliseconds', 'seconds', 'rounded_seconds']),
  /** Added to the clock, and so to every time stored and to the `Date` header. */
  clockOffsetMs: z.int(),
  dateHeader: z.enum(['sent', 'none']),
  /** Reads of orders come from a copy that is this far behind; 0 for none. */
  replicaLagMs: delayMs,
  /** Which reads of orders the replica answers: all, or every second one. */
  replicaReads: z.enum(['all', 'alternate']),
  /** Orders that lists leave out, although each can be read by itself. */
  ordersMissingFromLists: z.array(z.int()),
  /** How a shipment's carrier is shown, in whatever case it was given. */
  carrierCase: z.enum(['as_given', 'upper', 'lower']),
  /** Whether a shipment's warehouse is shown. */
  warehouseEcho: z.enum(['shown', 'null', 'absent']),
  /** How a shipment's carrier fields are shown until somebody sets them. */
  absentCarrierText: z.enum(['null', 'empty']),
  unknownFields: z.enum(['ignore', 'refuse']),
  linkForm: z.enum(['absolute', 'relative']),
  listSort: z.enum(['id', 'updated_at']),
  pageSizeAboveMaximum: z.enum(['clamp', 'refuse']),
  ordersPageSizeDefault: z.int().min(1),
  ordersPageSizeMaximum: z.int().min(1),

  /** Item writes an account may make per window; further ones get Too many requests. */
  itemWriteLimit: z.int().min(1),
  itemWriteWindowMs: z.int().min(1),
  retryAfter: z.enum(['seconds', 'date', 'none']),
  listingDelayMs: delayMs,
  delistingDelayMs: delayMs,
  discountDelayMs: delayMs,
  defaultItemStatuses: z.array(z.string()),
  soldItemState: z.string().min(1),
  /** What a list answers that is asked for a state that no item has had. */
  unknownItemStatus: z.enum(['ignore', 'refuse']),
  deletedItems: z.enum(['visible', 'gone']),
  deleteNotListed: acceptOrRefuse,
  duplicateExternalId: z.enum(['refuse', 'return_existing']),
  externalIdFreeFrom: z.enum(['deleted', 'ready_to_delete']),
  minPhotos: z.int().min(0),
  /** `null`: any text. */
  qualities: z.array(z.string()).nullable(),
  /** `null`: any integer, for items and shipments. */
  warehouseIds: z.array(z.int()).nullable(),
  /** `null`: any integer. */
  brandIds: z.array(z.int()).nullable(),
  listedPricePercent: z.int().min(1),
  fulfillmentDelayDays: z.int().min(0),

  secondShipmentOnLine: acceptOrRefuse,
  canceledShipmentFreesLines: z.boolean(),
  /** An update to state `packed` of a packed shipment, which changes only carrier fields. */
  packedUpdate: acceptOrRefuse,
  irrelevantTimestamps: z.enum(['store', 'ignore']),
  /** Whether packed <= shipped <= delivered is enforced. */
  timeOrder: z.enum(['ignore', 'refuse']),
  /** `null`: the order's state does not follow its shipments. */
  orderStateWhenShipped: z.string().nullable(),
  orderStateWhenDelivered: z.string().nullable(),

  orderStateAfterCancel: z.string().min(1),
  cancelationReason: z.string().nullable(),
  repeatedCancel: acceptOrRefuse,
  cancelAfterDelivered: acceptOrRefuse,
  cancelOrderCancelsPackedShipments: z.boolean(),
  cancelRefundSource: z.string(),
  /** Largest refund: the rest of the order's amount, the whole amount each time, or no limit. */
  refundBound: z.enum(['remaining', 'amount', 'none']),
  refundDelayMs: delayMs,
  /** How an order's payment is shown: as one charge, as an authorization and its capture, or not at all. */
  paymentsShown: z.enum(['charge', 'authorization_and_capture', 'none']),
  /** The sign with which refunds and their parts are shown. */
  refundSign: z.enum(['plus', 'minus']),

  jobIntervalMs: z.int().min(10),
  maxBodyBytes: z.int().min(1024),
})
export type MarketplaceSettings = z.infer<typeof settingsSchema>

/** How this marketplace behaves by default where the document does not say. */
export const DEFAULT_SETTINGS: Readonly<MarketplaceSettings> = {
  statusItemCreated: 201,
  statusItemUpdated: 202,
  statusItemDeleted: 202,
  statusShipmentCreated: 201,
  statusShipmentUpdated: 204,
  statusRefundCreated: 201,
  statusOrderCanceled: 204,
  statusUnauthorized: 401,
  statusNotFound: 404,
  statusNotFoundOnWrite: 404,
  statusUnprocessable: 422,
  statusTooManyRequests: 429,
  statusMalformed: 422,

  timestampPrecision: 'milliseconds',
  clockOffsetMs: 0,
  dateHeader: 'sent',
  replicaLagMs: 0,
  replicaReads: 'all',
  ordersMissingFromLists: [],
  carrierCase: 'as_given',
  warehouseEcho: 'shown',
  absentCarrierText: 'null',
  unknownFields: 'ignore',
  linkForm: 'absolute',
  listSort: 'id',
  pageSizeAboveMaximum: 'clamp',
  ordersPageSizeDefault: 20,
  ordersPageSizeMaximum: 200,

  itemWriteLimit: 120,
  itemWriteWindowMs: 60_000,
  retryAfter: 'seconds',
  listingDelayMs: 5_000,
  delistingDelayMs: 5_000,
  discountDelayMs: 15 * 60_000,
  defaultItemStatuses: ['listed'],
  soldItemState: 'sold',
  unknownItemStatus: 'ignore',
  deletedItems: 'visible',
  deleteNotListed: 'refuse',
  duplicateExternalId: 'refuse',
  externalIdFreeFrom: 'deleted',
  minPhotos: 0,
  qualities: null,
  warehouseIds: null,
  brandIds: null,
  listedPricePercent: 100,
  fulfillmentDelayDays: 2,

  secondShipmentOnLine: 'refuse',
  canceledShipmentFreesLines: true,
  packedUpdate: 'refuse',
  irrelevantTimestamps: 'store',
  timeOrder: 'ignore',
  orderStateWhenShipped: null,
  orderStateWhenDelivered: null,

  orderStateAfterCancel: 'canceled',
  cancelationReason: 'dropshipper_canceled',
  repeatedCancel: 'accept',
  cancelAfterDelivered: 'accept',
  cancelOrderCancelsPackedShipments: false,
  cancelRefundSource: 'marketplace',
  refundBound: 'remaining',
  refundDelayMs: 10_000,
  paymentsShown: 'charge',
  refundSign: 'plus',

  jobIntervalMs: 1_000,
  maxBodyBytes: 1024 * 1024,
}
