import type { PayoutCategory, PayoutSums } from '../domain/orders/payout'

/** What the account's orders bring, as the window sees it. Amounts are integer cents, by the day of the purchase. */

/** `orders` includes the `canceled` ones. */
type OrderSums = PayoutSums & { orders: number; canceled: number }

/** `path`: names from the top level down; `null` if the tree does not have it. */
export type CategorySums = PayoutSums & { category: PayoutCategory; path: readonly string[] | null }

export type PayoutView = {
  /** IANA name of the time zone of the days. */
  timeZone: string
  /** ISO 8601 days, both included. */
  from: string
  to: string
  total: OrderSums
  /** Days with orders, oldest first; `day` like `2026-11-21`. */
  days: readonly (OrderSums & { day: string })[]
  /** What sold most first. */
  categories: readonly CategorySums[]
  /** Orders without a purchase time: of no day, and in no sum. */
  undatedOrders: number
  /** Days that are not summed up yet and therefore missing: the next call goes on. */
  daysLeft: number
}
