import { parseInstant } from '../../shared/domain/timestamps'
import { isLive } from '../../shared/domain/shipment'
import type { Order } from '../../shared/partner-api/order'
import type { CreateShipmentBody, Shipment, UpdateShipmentBody } from '../../shared/partner-api/shipment'

/** Reads an order back and says what became of an op whose answer was lost. Pure: the order in, a finding out. */

export type CreateFinding =
  /** It went through: this is it. */
  | { kind: 'found'; shipment: Shipment }
  /** More than one shipment looks like it. */
  | { kind: 'duplicate' }
  /** Its lines travel in a shipment that is not ours. */
  | { kind: 'taken' }
  | { kind: 'absent' }

/**
 * Looks for the shipment that a create asked for.
 * @param baseline shipment ids of the order before the first send
 * @param mapped ids that belong to other shipments of this station
 */
export function findCreated(
  order: Order,
  body: CreateShipmentBody,
  baseline: readonly (number | string)[],
  mapped: ReadonlySet<number>,
): CreateFinding {
  const fresh = order.shipments.filter(({ id }) => !baseline.includes(id) && !mapped.has(id))
  const alike = fresh.filter((shipment) => looksLike(shipment, body))
  const carrying = alike.filter((shipment) => sameSet(linesOf(order, shipment), body.order_line_ids))
  // A server that accepts a second create moves the lines to it and leaves the first one empty.
  const emptied = alike.filter((shipment) => linesOf(order, shipment).length === 0)
  if (carrying.length + emptied.length > 1) return { kind: 'duplicate' }
  // Somebody canceled it before the answer was missed; then it carries nothing any more and is still the one.
  const one = carrying[0] ?? emptied.find(({ state }) => !isLive(state))
  if (one !== undefined) return { kind: 'found', shipment: one }
  return linesTaken(order, body.order_line_ids) ? { kind: 'taken' } : { kind: 'absent' }
}

/** Whether a live shipment carries one of the lines. */
export function linesTaken(order: Order, lineIds: readonly number[]): boolean {
  const live = new Set(order.shipments.filter(({ state }) => isLive(state)).map(({ id }) => id))
  return order.order_lines.some(
    (line) => lineIds.includes(line.id) && typeof line.shipment_id === 'number' && live.has(line.shipment_id),
  )
}

function linesOf(order: Order, shipment: Shipment): number[] {
  return order.order_lines.filter((line) => line.shipment_id === shipment.id).map((line) => line.id)
}

function looksLike(shipment: Shipment, body: CreateShipmentBody): boolean {
  return (
    shipment.warehouse_id === body.warehouse_id &&
    sameInstant(shipment.packed_at, body.packed_at) &&
    sameText(shipment.carrier, body.carrier) &&
    sameText(shipment.tracking_number, body.tracking_number)
  )
}

/** Whether the shipment shows what the update asked for: the state and each timestamp sent. */
export function updateArrived(shipment: Shipment, body: UpdateShipmentBody): boolean {
  if (shipment.state !== body.state) return false
  switch (body.state) {
    case 'shipped':
      return sameInstant(shipment.shipped_at, body.shipped_at)
    case 'delivered':
      return sameInstant(shipment.delivered_at, body.delivered_at)
    case 'canceled':
      return sameInstant(shipment.canceled_at, body.canceled_at)
  }
}

function sameSet(left: readonly number[], right: readonly number[]): boolean {
  const set = new Set(left)
  return set.size === new Set(right).size && right.every((id) => set.has(id))
}

function sameText(left: string | null | undefined, right: string | null | undefined): boolean {
  return (left ?? '') === (right ?? '')
}

/**
 * Equal at the precision the server kept: the document does not show it, so whole seconds match any fraction of the
 * same second.
 */
export function sameInstant(server: string | null | undefined, asked: string): boolean {
  const askedMs = parseInstant(asked)
  const serverMs = typeof server === 'string' ? Date.parse(server) : Number.NaN
  if (askedMs === null || Number.isNaN(serverMs)) return false
  return serverMs === askedMs || (serverMs % 1_000 === 0 && Math.floor(askedMs / 1_000) * 1_000 === serverMs)
}
