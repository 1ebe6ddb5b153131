import type { Core } from '../core'
import { keepPrecision } from '../instants'
import { Refusal } from '../refusal'
import { linesOf, touchOrder, type OrderRow } from '../tables/orders'
import { addRefund, refundedTotal } from '../tables/refunds'

/** Starts a pending refund of `amountCents` and returns its ID. @see partner-api "POST /api/v1.0/orders/{id}/refund" */
export function createRefund(core: Core, order: OrderRow, amountCents: number): number {
  const bound = refundBound(core, order)
  if (bound !== null && amountCents > bound)
    throw new Refusal('unprocessable', `amount: above the ${bound} cents that may be refunded`)
  return startRefund(core, order, { type: 'order_refund', source: 'dropshipper', amountCents })
}

/** The largest possible refund in cents; `null` when unlimited. */
function refundBound(core: Core, order: OrderRow): number | null {
  switch (core.settings.refundBound) {
    case 'none':
      return null
    case 'amount':
      return order.amount
    case 'remaining':
      return order.amount - refundedTotal(core.db, order.id)
  }
}

/** Starts a refund of any kind; the background job completes it. Returns its ID. */
export function startRefund(
  core: Core,
  order: OrderRow,
  refund: { type: string; source: string; amountCents: number },
): number {
  const id = addRefund(
    core.db,
    {
      order_id: order.id,
      type: refund.type,
      source: refund.source,
      state: 'pending',
      total_refunded: refund.amountCents,
      due_at: core.now() + core.settings.refundDelayMs,
    },
    spread(core, order, refund.amountCents),
  )
  touchOrder(core.db, order.id, keepPrecision(core.now(), core.settings.timestampPrecision))
  return id
}

/** Spreads an amount over the goods lines, first line first, each up to what the buyer paid for it. */
function spread(core: Core, order: OrderRow, amountCents: number) {
  const parts: { order_line_id: number; amount: number; description: null }[] = []
  let left = amountCents
  for (const line of linesOf(core.db, order.id)) {
    const part = line.is_shipping_fee ? 0 : Math.min(left, line.amount + line.tax)
    if (part > 0) parts.push({ order_line_id: line.id, amount: part, description: null })
    left -= part
  }
  return parts
}
