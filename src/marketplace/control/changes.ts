import { z } from 'zod'
import type { Core } from '../core'
import { keepPrecision, readInstant } from '../instants'
import { applyCancel } from '../operations/cancel-order'
import { startRefund } from '../operations/refunds'
import { createShipment, updateShipment } from '../operations/shipments'
import { Refusal } from '../refusal'
import { SAMPLE_WAREHOUSE_ID } from '../sample/catalog'
import {
  linesOf,
  removeLine,
  setLineCodes,
  setOrderAddress,
  setOrderState,
  touchOrder,
  type OrderLineRow,
  type OrderRow,
} from '../tables/orders'
import { findShipment, freeLines, updateShipmentRow, type ShipmentRow } from '../tables/shipments'

const DAY_MS = 86_400_000

const time = z
  .string()
  .refine((text) => readInstant(text) !== null, 'not an ISO 8601 UTC timestamp')
  .optional()
const shipmentId = z.int()

/** What another station, the partner's other software or the marketplace itself may do to an order. */
export const orderChangeSchema = z.discriminatedUnion('action', [
  /** Packs the given lines, or all that are free, by the same rules as the endpoint. */
  z.strictObject({
    action: z.literal('pack'),
    lineIds: z.array(z.int()).optional(),
    carrier: z.string().optional(),
    trackingNumber: z.string().optional(),
    trackingUrl: z.string().optional(),
    warehouseId: z.int().optional(),
    packedAt: time,
  }),
  z.strictObject({ action: z.literal('ship'), shipmentId, shippedAt: time, expectedToDeliverAt: time }),
  z.strictObject({ action: z.literal('deliver'), shipmentId, deliveredAt: time }),
  z.strictObject({ action: z.literal('cancelShipment'), shipmentId, canceledAt: time }),
  /** Cancels in any state of the shipments, as the marketplace can. */
  z.strictObject({
    action: z.literal('cancelOrder'),
    state: z.string().optional(),
    reason: z.string().nullable().optional(),
  }),
  z.strictObject({
    action: z.literal('refund'),
    amount: z.int().positive(),
    type: z.string().optional(),
    source: z.string().optional(),
  }),
  /** Any text, including states that the document does not name. */
  z.strictObject({ action: z.literal('setState'), state: z.string() }),
  z.strictObject({ action: z.literal('setShipmentState'), shipmentId, state: z.string() }),
  z.strictObject({
    action: z.literal('setAddress'),
    line1: z.string().optional(),
    line2: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    zip5: z.string().optional(),
    name: z.string().optional(),
  }),
  /** What the line means: its item, or codes of it. */
  z.strictObject({
    action: z.literal('setLine'),
    lineId: z.int(),
    itemNumber: z.string().nullable().optional(),
    externalId: z.string().nullable().optional(),
    mpn: z.string().nullable().optional(),
  }),
  z.strictObject({ action: z.literal('removeLine'), lineId: z.int() }),
  /** Unlinks the shipment's lines; nothing else about it changes. */
  z.strictObject({ action: z.literal('unlinkLines'), shipmentId }),
  /** Changes `updated_at` and nothing else. */
  z.strictObject({ action: z.literal('touch') }),
])
export type OrderChange = z.infer<typeof orderChangeSchema>

/** The IDs of what a change created; `null` if it created nothing. */
export type OrderChangeResult = { shipmentId: number | null; refundId: number | null }

/** Applies a change in one transaction. Throws a `Refusal` with its reason where the API's rules forbid it. */
export function changeOrder(core: Core, order: OrderRow, change: OrderChange): OrderChangeResult {
  return core.db.transaction(() => {
    const made: OrderChangeResult = { shipmentId: null, refundId: null }
    switch (change.action) {
      case 'pack':
        return { ...made, shipmentId: pack(core, order, change) }
      case 'refund': {
        const { type = 'order_refund', source = 'marketplace', amount } = change
        return { ...made, refundId: startRefund(core, order, { type, source, amountCents: amount }) }
      }
      default:
        changeInPlace(core, order, change)
        return made
    }
  })()
}

function pack(core: Core, order: OrderRow, change: Extract<OrderChange, { action: 'pack' }>): number {
  const free = linesOf(core.db, order.id).filter((line) => !line.is_shipping_fee && line.shipment_id === null)
  const lineIds = change.lineIds ?? free.map((line) => line.id)
  if (lineIds.length === 0) throw new Refusal('unprocessable', 'no line is free')
  return createShipment(core, order, {
    carrier: change.carrier ?? null,
    tracking_number: change.trackingNumber ?? null,
    tracking_url: change.trackingUrl ?? null,
    warehouse_id: change.warehouseId ?? core.settings.warehouseIds?.[0] ?? SAMPLE_WAREHOUSE_ID,
    order_line_ids: lineIds,
    packed_at: momentOf(change.packedAt) ?? core.now(),
  })
}

function changeInPlace(
  core: Core,
  order: OrderRow,
  change: Exclude<OrderChange, { action: 'pack' | 'refund' }>,
): void {
  switch (change.action) {
    case 'ship': {
      const shippedMs = momentOf(change.shippedAt) ?? core.now()
      const expectedMs = momentOf(change.expectedToDeliverAt) ?? shippedMs + 3 * DAY_MS
      return updateShipment(core, order, shipmentOf(core, order, change.shipmentId), {
        state: 'shipped',
        shipped_at: shippedMs,
        expected_to_deliver_at: expectedMs,
      })
    }
    case 'deliver':
      return updateShipment(core, order, shipmentOf(core, order, change.shipmentId), {
        state: 'delivered',
        delivered_at: momentOf(change.deliveredAt) ?? core.now(),
      })
    case 'cancelShipment':
      return updateShipment(core, order, shipmentOf(core, order, change.shipmentId), {
        state: 'canceled',
        canceled_at: momentOf(change.canceledAt) ?? core.now(),
      })
    case 'cancelOrder':
      return applyCancel(core, order, {
        state: change.state ?? core.settings.orderStateAfterCancel,
        reason: change.reason === undefined ? 'marketplace_canceled' : change.reason,
      })
    case 'setState':
      setOrderState(core.db, order.id, change.state)
      return touch(core, order)
    case 'setShipmentState':
      updateShipmentRow(core.db, {
        ...shipmentOf(core, order, change.shipmentId),
        state: change.state,
      })
      return touch(core, order)
    case 'setAddress': {
      const { line1, line2, city, state, zip5, name } = change
      setOrderAddress(core.db, order.id, { line1, line2, city, address_state: state, zip5, name })
      return touch(core, order)
    }
    case 'setLine': {
      const { lineId, itemNumber, externalId, mpn } = change
      setLineCodes(core.db, lineOf(core, order, lineId), {
        item_number: itemNumber,
        external_id: externalId,
        mpn,
      })
      return touch(core, order)
    }
    case 'removeLine':
      removeLine(core.db, lineOf(core, order, change.lineId).id)
      return touch(core, order)
    case 'unlinkLines':
      freeLines(core.db, shipmentOf(core, order, change.shipmentId).id)
      return touch(core, order)
    case 'touch':
      return touch(core, order)
  }
}

function touch(core: Core, order: OrderRow): void {
  touchOrder(core.db, order.id, keepPrecision(core.now(), core.settings.timestampPrecision))
}

function shipmentOf(core: Core, order: OrderRow, id: number): ShipmentRow {
  const shipment = findShipment(core.db, order.id, id)
  if (shipment === null) throw new Refusal('not_found', `order ${order.id} has no shipment ${id}`)
  return shipment
}

function lineOf(core: Core, order: OrderRow, id: number): OrderLineRow {
  const line = linesOf(core.db, order.id).find((one) => one.id === id)
  if (line === undefined) throw new Refusal('not_found', `order ${order.id} has no line ${id}`)
  return line
}

function momentOf(text: string | undefined): number | null {
  return text === undefined ? null : readInstant(text)
}
