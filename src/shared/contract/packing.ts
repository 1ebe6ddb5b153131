import { z } from 'zod'
import { QUEUE_FILTERS, QUEUE_VIEWS } from '../domain/orders/order-queue'
import { PICK_SIZES } from '../domain/orders/pick-list'
import { SHIPMENT_MOVES } from '../domain/shipments/shipment'
import { call, typed } from './call'
import type { DeliveryProposal } from './carriers'
import type { OrderCopy, OrderTimeline } from './copy-views'
import type { Preferences } from './preferences'
import { nothing, orderId, shipmentId, timestamp } from './fields'
import type { OrderView, PickList, QueueCounts, QueueList, ScanResolution } from './views'

/** Orders at the bench: finding, opening, packing and moving their shipments. */

/** An empty field means "not given". */
const carrierText = z
  .string()
  .trim()
  .max(500)
  .transform((text) => (text === '' ? null : text))
  .nullable()
const carrierFields = { carrier: carrierText, trackingNumber: carrierText, trackingUrl: carrierText }
/** The number is on another order's parcel too, and a person has said to use it. */
const labelConfirmed = z.boolean().optional()
const lineIds = z.array(z.int()).max(10_000)

/** The lines of a parcel of which main saw no scan, or that the window says were ticked. */
function tickedIn({ shipments }: OrderView, shipmentId: string): { byHand?: readonly number[] } {
  const byHand = shipments.find((one) => one.shipmentId === shipmentId)?.byHand ?? []
  return byHand.length === 0 ? {} : { byHand }
}

export const packingCalls = {
  'packing:queue': call({
    request: z.strictObject({
      view: z.enum(QUEUE_VIEWS),
      filter: z.enum(QUEUE_FILTERS).default('any'),
      /** Each word must occur in the order's number, its items' codes and titles, or its tracking numbers. */
      search: z.string().max(200),
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(500),
    }),
    value: typed<QueueList>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'packing:counts': call({
    request: z.strictObject({ view: z.enum(QUEUE_VIEWS) }),
    value: typed<QueueCounts>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** What to fetch for the next orders to pack, by item. */
  'packing:picks': call({
    request: z.strictObject({ orders: z.literal(PICK_SIZES), filter: z.enum(QUEUE_FILTERS) }),
    value: typed<PickList>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** The order to go on with after that one, or with none on the bench; `null` if there is no other. */
  'packing:next': call({
    request: z.strictObject({ after: orderId.nullable() }),
    value: typed<number | null>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'packing:open': call({
    request: z.strictObject({ orderId }),
    value: typed<OrderView>(),
    errors: ['order_not_found', 'order_unreadable'],
    needs: 'look',
    records: 'nothing',
  }),
  /** Every field of the order as the marketplace last sent it. */
  'packing:copy': call({
    request: z.strictObject({ orderId }),
    value: typed<OrderCopy>(),
    errors: ['order_not_found'],
    needs: 'look',
    records: 'nothing',
  }),
  /** What happened to the order, wherever the station keeps it: nothing moves. */
  'packing:timeline': call({
    request: z.strictObject({ orderId }),
    value: typed<OrderTimeline>(),
    errors: ['order_not_found'],
    needs: 'look',
    records: 'nothing',
  }),
  /** Reads the order from the marketplace again. */
  'packing:refresh': call({
    request: z.strictObject({ orderId }),
    value: typed<OrderView>(),
    errors: ['order_not_found', 'order_unreadable', 'unauthorized', 'unreachable'],
    needs: 'look',
    records: 'nothing',
  }),
  'packing:scan': call({
    /** What one scan may be looked up as, best first: `Scanned.codes`. */
    request: z.strictObject({ codes: z.array(z.string().min(1).max(500)).min(1).max(20) }),
    value: typed<ScanResolution>(),
    errors: ['order_unreadable'],
    needs: 'look',
    records: 'nothing',
  }),
  'packing:pack': call({
    request: z
      .strictObject({
        orderId,
        lineIds,
        /** Those of them that were ticked by hand, in addition to those that main did not see scanned. */
        byHand: lineIds.optional(),
        /** The last of the order's changes that the packer knows of; without it, none. */
        knows: z.int().nonnegative().optional(),
        /** The lines whose instructions were confirmed. */
        followed: lineIds.optional(),
        /** The serial numbers that were scanned, by line. */
        serials: z
          .array(z.strictObject({ lineId: z.int(), code: z.string().min(1).max(500) }))
          .max(10_000)
          .optional(),
        ...carrierFields,
        warehouseId: z.int().positive(),
        labelConfirmed,
      })
      .refine(({ lineIds, byHand }) => byHand?.every((lineId) => lineIds.includes(lineId)) ?? true, {
        path: ['byHand'],
      }),
    /**
     * `allowedBy`: the supervisor who allowed items that were not scanned, where every item must be. `inBoxOf`: the order whose
     * label the parcel shares, because both go to one address.
     */
    value: typed<{
      shipmentId: string
      seq: number
      order: OrderView
      allowedBy?: string
      inBoxOf?: number
    }>(),
    errors: [
      'order_not_found',
      'order_unreadable',
      'order_canceled',
      'order_on_hold',
      'order_elsewhere',
      'order_changed',
      'no_lines',
      'line_unknown',
      'line_is_fee',
      'line_taken',
      'line_elsewhere',
      'not_scanned',
      'instruction_open',
      'serial_missing',
      'tracking_url',
      'label_used',
      'clock_differs',
    ],
    needs: 'pack',
    records: {
      kind: 'pack',
      asked: ({ orderId, lineIds, byHand = [], followed = [], serials = [], ...asked }) => ({
        orderId,
        lineIds: [...new Set(lineIds)],
        ...(byHand.length === 0 ? {} : { byHand: [...new Set(byHand)] }),
        ...(followed.length === 0 ? {} : { followed: [...new Set(followed)] }),
        ...(serials.length === 0 ? {} : { serials: serials.map(({ code }) => code).join(', ') }),
        carrier: asked.carrier,
        trackingNumber: asked.trackingNumber,
        ...(asked.labelConfirmed === true ? { labelConfirmed: true } : {}),
      }),
      done: ({ shipmentId, seq, order, allowedBy, inBoxOf }) => ({
        shipmentId,
        op: seq,
        ...tickedIn(order, shipmentId),
        ...(allowedBy === undefined ? {} : { approvedBy: allowedBy }),
        ...(inBoxOf === undefined ? {} : { inBoxOf }),
        orderDone: order.lines.every(
          ({ isShippingFee, shipmentId: parcel }) => isShippingFee || parcel !== null,
        ),
      }),
    },
  }),
  'packing:move': call({
    request: z.strictObject({
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
      labelConfirmed,
    }),
    value: typed<{ seq: number; order: OrderView }>(),
    errors: [
      'shipment_not_found',
      'move_not_allowed',
      'order_canceled',
      'confirmation_needed',
      'time_problem',
      'carrier_locked',
      'tracking_url',
      'label_used',
      'clock_differs',
    ],
    needs: ({ move, confirmedUnusual }) =>
      move === 'cancel' ? (confirmedUnusual ? 'cancel_delivered' : 'cancel_packed') : move,
    records: {
      kind: ({ move }) => move,
      asked: ({ shipmentId, carrier, trackingNumber, shippedAt, expectedToDeliverAt, ...rest }) => ({
        shipmentId,
        carrier,
        trackingNumber,
        shippedAt,
        expectedToDeliverAt,
        deliveredAt: rest.deliveredAt,
        canceledAt: rest.canceledAt,
        confirmedUnusual: rest.confirmedUnusual,
        ...(rest.labelConfirmed === true ? { labelConfirmed: true } : {}),
      }),
      done: ({ seq, order }) => ({ op: seq, orderId: order.orderId }),
    },
  }),
  /** When a parcel of that carrier may be promised. */
  'packing:propose-carrier': call({
    request: z.strictObject({
      /** As it will be sent, known to the station or not. */
      carrier: z.string().max(500).nullable(),
      /** ISO 8601 UTC. */
      shippedAt: z.string().max(40),
    }),
    value: typed<DeliveryProposal>(),
    errors: ['time_problem'],
    needs: 'look',
    records: 'nothing',
  }),
  /** Remembers the carrier of such numbers, where several have them; nothing where the number leaves no choice. */
  'packing:choose-carrier': call({
    request: z.strictObject({
      carrier: z.string().min(1).max(200),
      trackingNumber: z.string().min(1).max(500),
    }),
    value: typed<Preferences>(),
    errors: ['provisioned'],
    needs: 'pack',
    records: 'nothing',
  }),
  /** Countries whose public holidays are known, as ISO 3166-1 alpha-2. */
  'packing:countries': call({
    request: nothing,
    value: typed<readonly string[]>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Tells the other stations which order is on this bench; `null`: none any more. */
  'packing:put': call({
    request: z.strictObject({ orderId: orderId.nullable() }),
    value: typed<null>(),
    errors: [],
    // Leaving a bench is always allowed.
    needs: ({ orderId }) => (orderId === null ? 'anyone' : 'claim'),
    records: 'nothing',
  }),
  /** Allows these items of an order to be packed by hand, until it is packed or somebody else signs in. */
  'packing:force-scan': call({
    request: z.strictObject({ orderId, lineIds: lineIds.min(1) }),
    value: typed<null>(),
    errors: ['order_not_found'],
    needs: 'force_scan',
    records: { kind: 'force_scan', asked: ({ orderId, lineIds }) => ({ orderId, lineIds }) },
  }),
  'packing:take': call({
    request: z.strictObject({ orderId }),
    /** `from`: the station and operator it was taken from, in words; `null` when no other bench had it. */
    value: typed<{ from: string | null; order: OrderView }>(),
    errors: ['order_not_found'],
    needs: 'claim',
    records: {
      kind: 'take_over',
      asked: ({ orderId }) => ({ orderId }),
      done: ({ from }) => ({ from }),
    },
  }),
}
