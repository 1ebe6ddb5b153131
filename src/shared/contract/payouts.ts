import { z } from 'zod'
import { call, typed } from './call'
import { table, type SavedTable } from './tables'
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

const DAY_MS = 86_400_000
const MOST_DAYS = 1_100

const day = z.iso.date()
const period = { from: day, to: day }

/** What orders bring: for those who may see the account's money. */
export const payoutCalls = {
  'statistics:payouts': call({
    request: z
      .strictObject(period)
      .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS),
    value: typed<PayoutView>(),
    errors: ['archive_unusable'],
    needs: 'see_money',
    records: 'nothing',
  }),
  /** Saves a table of the window as CSV. */
  'statistics:save-payouts': call({
    request: z.strictObject({ name: z.enum(['days', 'categories']), ...period, table }),
    value: typed<SavedTable>(),
    errors: [],
    needs: 'see_money',
    records: {
      kind: 'list_export',
      asked: ({ from, to, table: { rows } }) => ({ list: 'payouts', from, to, count: rows.length }),
    },
  }),
}
