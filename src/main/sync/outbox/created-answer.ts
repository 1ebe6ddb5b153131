import { readShipment, type CreateShipmentBody } from '../../../shared/partner-api/shipment'
import { STATE_AFTER_CREATE } from '../../../shared/domain/shipments/shipment'
import { looksLike, sameSet } from '../copies/reconcile'

/**
 * Whether the content of a 201 can be the answer to this create. The document promises only an ID, so extra fields are
 * tolerated, but not a contradiction of the request: a proxy or a cache may return somebody else's answer. Doubt costs
 * one read of the order; a wrong ID would be trusted for good.
 */

type Answer = Readonly<Record<string, unknown>>

/** Fields that an order, a refund or an item has, and a shipment has not. */
const NOT_OF_A_SHIPMENT = [
  'order_lines',
  'order_payments',
  'shipments',
  'refunds',
  'refund_lines',
  'total_refunded',
  'item_number',
]
/** Fields that an order, a shipment or an item has, and a refund has not. */
const NOT_OF_A_REFUND = [
  'order_lines',
  'order_payments',
  'shipments',
  'refunds',
  'packed_at',
  'tracking_number',
  'item_number',
]
/** Fields that an order, a shipment or a refund has, and an item has not. */
const NOT_OF_AN_ITEM = ['order_lines', 'packed_at', 'tracking_number', 'total_refunded', 'refund_lines']

export function isOurShipment(answer: Answer, orderId: number, asked: CreateShipmentBody): boolean {
  if (!isOfOrder(answer, orderId) || NOT_OF_A_SHIPMENT.some((field) => field in answer)) return false
  if (!sameLines(answer['order_line_ids'], asked.order_line_ids)) return false
  // A create makes a packed one; fields missing from the answer say nothing.
  const shown = readShipment.safeParse({ state: STATE_AFTER_CREATE, ...asked, ...answer })
  return shown.success && shown.data.state === STATE_AFTER_CREATE && looksLike(shown.data, asked)
}

export function isOurRefund(answer: Answer, orderId: number, amountCents: number): boolean {
  if (!isOfOrder(answer, orderId) || NOT_OF_A_REFUND.some((field) => field in answer)) return false
  const { type, amount, total_refunded: total } = answer
  return (
    type !== 'cancellation' &&
    isOrAbsent(sizeOf(amount), amountCents) &&
    isOrAbsent(sizeOf(total), amountCents)
  )
}

/** The document does not say whether money that leaves has a sign. */
function sizeOf(shown: unknown): unknown {
  return typeof shown === 'number' ? Math.abs(shown) : shown
}

export function isOurItem(answer: Answer, externalId: string | undefined): boolean {
  if (saysError(answer) || NOT_OF_AN_ITEM.some((field) => field in answer)) return false
  return isOrAbsent(answer['external_id'], externalId)
}

function isOfOrder(answer: Answer, orderId: number): boolean {
  return !saysError(answer) && isOrAbsent(answer['order_id'], orderId)
}

/** An ID next to an error is not a success. */
function saysError({ error, errors }: Answer): boolean {
  return Boolean(error) || (Array.isArray(errors) ? errors.length > 0 : Boolean(errors))
}

function isOrAbsent(shown: unknown, asked: unknown): boolean {
  return shown === undefined || shown === null || shown === asked
}

function sameLines(shown: unknown, asked: readonly number[]): boolean {
  if (shown === undefined || shown === null) return true
  return Array.isArray(shown) && sameSet(shown as number[], asked)
}
