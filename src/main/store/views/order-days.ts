import { sql, type Db } from '../db/database'

/** How many orders there are and where one of them is, by the counts of each day: no list is walked from its top. */

/** Which orders are counted. */
export type CountedFilter = 'any' | 'one_item'

const COUNT: Readonly<Record<CountedFilter, string>> = { any: 'orders', one_item: 'one_item' }

/** How many orders there are. */
export function countOrders(db: Db, filter: CountedFilter): number {
  return sql(db, `SELECT coalesce(sum(${COUNT[filter]}), 0) FROM order_days`).pluck().get() as number
}

/** The newest purchase day whose orders a window may begin with, and how many of them come before it. */
type DayPlace = {
  /** As `order_days` has it; empty: the orders without a purchase time. */
  day: string
  skip: number
}

/** Where the order at `offset`, newest first, is; `null` if there are not so many. */
export function placeOf(db: Db, filter: CountedFilter, offset: number): DayPlace | null {
  const days = sql(db, `SELECT day, ${COUNT[filter]} FROM order_days ORDER BY day DESC`).raw()
  let skip = offset
  for (const [day, orders] of days.iterate() as IterableIterator<[string, number]>) {
    if (skip < orders) return { day, skip }
    skip -= orders
  }
  return null
}
