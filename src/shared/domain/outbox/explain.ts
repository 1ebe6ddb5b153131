import { isCanceled } from '../orders/order'
import { refundedCents, refundProblem } from '../orders/refund-rest'
import { isCanceledShipment, isLive, isOnItsWay, isShipmentState } from '../shipments/shipment'
import type { OpKind } from './operation'
import type { Order } from '../../partner-api/order'
import type { Shipment } from '../../partner-api/shipment'

/**
 * Explains a refusal without a reason: the marketplace's errors carry no body, so the order is compared with its
 * earlier copy and with the document's rules.
 * @see partner-api "Errors"
 */

/** A difference in an order. Ids are the marketplace's; `null` for the whole order. */
export type OrderChange = {
  what:
    | 'order_state'
    | 'order_canceled'
    | 'shipment_added'
    | 'shipment_gone'
    | 'shipment_state'
    | 'line_moved'
    | 'line_item'
    | 'line_added'
    | 'line_gone'
    | 'refund_added'
    | 'amount'
  id: number | null
  from: string | null
  to: string | null
}

/** A change and when it was first seen, ISO 8601 UTC. Stored; never rename. */
export type SeenChange = OrderChange & { seenAt: string }

/** A rule that the operation breaks, given the order now. Stored; never rename. */
export type Explanation = {
  why:
    | 'order_canceled'
    | 'line_taken'
    | 'line_gone'
    | 'line_is_fee'
    | 'shipment_gone'
    | 'shipment_shipped'
    | 'shipment_canceled'
    | 'carrier_locked'
    | 'order_shipped'
    | 'parcel_unknown'
    | 'refund_above_rest'
    | 'refund_rest_unknown'
    | 'unexplained'
  /** The line, shipment or amount concerned. */
  id: number | null
}

/** The changes from `before` to `after`, in the order of the document's fields. */
export function orderChanges(before: Order, after: Order): OrderChange[] {
  const changes: OrderChange[] = []
  if (before.state !== after.state)
    changes.push({ what: 'order_state', id: null, from: before.state, to: after.state })
  if (!isCanceled(before) && isCanceled(after))
    changes.push({ what: 'order_canceled', id: null, from: null, to: after.cancelation_reason ?? null })
  if (before.amount !== after.amount)
    changes.push({ what: 'amount', id: null, from: text(before.amount), to: text(after.amount) })
  return [
    ...changes,
    ...lineChanges(before, after),
    ...shipmentChanges(before, after),
    ...after.refunds
      .filter(({ id }) => !before.refunds.some((refund) => refund.id === id))
      .map((refund) => ({
        what: 'refund_added' as const,
        id: refund.id,
        from: null,
        to: text(refundedCents([refund])),
      })),
  ]
}

function lineChanges(before: Order, after: Order): OrderChange[] {
  const now = new Map(after.order_lines.map((line) => [line.id, line]))
  const then = new Map(before.order_lines.map((line) => [line.id, line]))
  const changes: OrderChange[] = []
  for (const [id, line] of then) {
    const present = now.get(id)
    const [from, to] = partedCodes(line, present)
    if (from !== to) changes.push({ what: 'line_item', id, from, to })
    if (present === undefined) changes.push({ what: 'line_gone', id, from: null, to: null })
    else if ((present.shipment_id ?? null) !== (line.shipment_id ?? null))
      changes.push({ what: 'line_moved', id, from: text(line.shipment_id), to: text(present.shipment_id) })
  }
  for (const id of now.keys())
    if (!then.has(id)) changes.push({ what: 'line_added', id, from: null, to: null })
  return changes
}

const CODES = ['item_number', 'external_id', 'mpn'] as const

/** The first of the line's codes that differs, before and after. */
function partedCodes(
  before: OrderLine,
  after: OrderLine | undefined,
): readonly [string | null, string | null] {
  if (after === undefined) return [null, null]
  const key = CODES.find((name) => (before[name] ?? null) !== (after[name] ?? null))
  return key === undefined ? [null, null] : [before[key] ?? null, after[key] ?? null]
}

type OrderLine = Order['order_lines'][number]

function shipmentChanges(before: Order, after: Order): OrderChange[] {
  const now = new Map(after.shipments.map((shipment) => [shipment.id, shipment]))
  const then = new Map(before.shipments.map((shipment) => [shipment.id, shipment]))
  const changes: OrderChange[] = []
  for (const [id, { state }] of then) {
    const present = now.get(id)
    if (present === undefined) changes.push({ what: 'shipment_gone', id, from: state, to: null })
    else if (present.state !== state)
      changes.push({ what: 'shipment_state', id, from: state, to: present.state })
  }
  for (const [id, { state }] of now)
    if (!then.has(id)) changes.push({ what: 'shipment_added', id, from: null, to: state })
  return changes
}

/** An operation's request, as far as the rules need it. */
export type RequestFacts = {
  kind: OpKind
  lineIds: readonly number[]
  /** The marketplace's id of the shipment that is to move. */
  serverId: number | null
  carrier: { carrier: string | null; tracking_number: string | null; tracking_url: string | null } | null
  amountCents: number | null
  /** What may be refunded without it, by the order as it is now; `null` if that is not known. */
  restCents: number | null
}

/** The document's rules that the operation breaks, given `order` now; `unexplained` if none. */
export function explain(asked: RequestFacts, order: Order): Explanation[] {
  const found = rulesBroken(asked, order)
  return found.length > 0 ? found : [{ why: 'unexplained', id: null }]
}

function rulesBroken(asked: RequestFacts, order: Order): Explanation[] {
  const canceled: Explanation[] = isCanceled(order) ? [{ why: 'order_canceled', id: null }] : []
  switch (asked.kind) {
    case 'create_shipment':
      return [...canceled, ...asked.lineIds.flatMap((id) => lineProblem(order, id))]
    case 'ship_shipment':
    case 'deliver_shipment':
    case 'cancel_shipment':
      return [...(asked.kind === 'ship_shipment' ? canceled : []), ...shipmentProblem(asked, order)]
    case 'cancel_order': {
      const shipped = order.shipments.find(({ state }) => isOnItsWay(state))
      return [
        ...canceled,
        ...(shipped === undefined ? [] : [{ why: 'order_shipped' as const, id: shipped.id }]),
        ...order.shipments
          .filter(({ state }) => !isShipmentState(state))
          .map(({ id }) => ({ why: 'parcel_unknown' as const, id })),
      ]
    }
    case 'create_refund':
      return [...canceled, ...moneyProblem(asked)]
    default:
      return []
  }
}

function lineProblem(order: Order, lineId: number): Explanation[] {
  const line = order.order_lines.find(({ id }) => id === lineId)
  if (line === undefined) return [{ why: 'line_gone', id: lineId }]
  if (line.is_shipping_fee === true) return [{ why: 'line_is_fee', id: lineId }]
  const carrying = order.shipments.find(({ id }) => id === line.shipment_id)
  return carrying !== undefined && isLive(carrying.state) ? [{ why: 'line_taken', id: lineId }] : []
}

function shipmentProblem({ kind, serverId, carrier }: RequestFacts, order: Order): Explanation[] {
  const shipment = order.shipments.find(({ id }) => id === serverId)
  if (shipment === undefined) return [{ why: 'shipment_gone', id: serverId }]
  const shipped = isOnItsWay(shipment.state)
  if (shipped && kind !== 'deliver_shipment') return [{ why: 'shipment_shipped', id: shipment.id }]
  if (isCanceledShipment(shipment.state)) return [{ why: 'shipment_canceled', id: shipment.id }]
  const wasShipped = shipped || Boolean(shipment.shipped_at)
  return carrier !== null && wasShipped && !sameCarrier(carrier, shipment)
    ? [{ why: 'carrier_locked', id: shipment.id }]
    : []
}

function sameCarrier(asked: NonNullable<RequestFacts['carrier']>, shipment: Shipment): boolean {
  return (['carrier', 'tracking_number', 'tracking_url'] as const).every(
    (field) => asked[field] === null || asked[field] === (shipment[field] ?? ''),
  )
}

function moneyProblem({ amountCents, restCents }: RequestFacts): Explanation[] {
  const problem = amountCents === null ? null : refundProblem(amountCents, restCents)
  if (problem === 'above_rest') return [{ why: 'refund_above_rest', id: restCents }]
  return problem === 'rest_unknown' ? [{ why: 'refund_rest_unknown', id: null }] : []
}

function text(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}
