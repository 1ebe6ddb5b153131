import type { OrderMoney } from '../domain/orders/order-money'
import type { MergedTimeline } from '../domain/orders/timeline-facts'

/** An order beyond its goods: what the marketplace sent, field by field, and what happened to it. */

/** By the names of the Partner API. */
export type MarketplaceFields = Readonly<Record<string, unknown>>

/**
 * An order as last read from the marketplace, with every field: those that this version does not know, too. What waits
 * in the outbox is not in it.
 */
export type OrderCopy = {
  /** The order's own, without its lists and its buyer. */
  order: MarketplaceFields
  /** Fields of the order that this version does not know, and of the records of its buyer. */
  unknown: MarketplaceFields
  payments: readonly MarketplaceFields[]
  lines: readonly MarketplaceFields[]
  shipments: readonly MarketplaceFields[]
  refunds: readonly MarketplaceFields[]
  money: OrderMoney
}

export type OrderTimeline = MergedTimeline & {
  /** `not_allowed`: this person may not read the evidence log. `unusable`: it cannot be read now. */
  evidence: 'shown' | 'not_allowed' | 'unusable'
  /** How many older entries of the evidence log are left out, because there are too many. */
  evidenceLeftOut: number
}
