import { indexedWords } from '../../../shared/domain/orders/search-words'
import { inTransaction, run, sql, type Db, type Tx } from '../db/database'
import { readSetting, writeSetting } from './settings'

/** The words by which orders are found. Neither buyers' data nor tracking numbers are among them: no pack writes any. */

/** Orders whose words are indexed when all orders of a page are taken in. */
const toIndex = new WeakMap<Db, Set<number>>()

/** Indexes an order's words, or notes it where `indexTogether` does so in the end. */
export function indexOrder(tx: Tx, orderId: number, searchText: string): void {
  const later = toIndex.get(tx)
  if (later === undefined) indexWords(tx, orderId, searchText)
  else later.add(orderId)
}

/**
 * Indexes the words of all orders that `work` takes in together: FTS5 writes out what it has at the end of each part of a
 * transaction, and each order is such a part.
 */
export function indexTogether<T>(tx: Tx, work: () => T): T {
  const orderIds = new Set<number>()
  toIndex.set(tx, orderIds)
  let done: T
  try {
    done = work()
  } finally {
    toIndex.delete(tx)
  }
  const text = sql(tx, 'SELECT search_text FROM orders WHERE order_id = ?').pluck()
  for (const orderId of orderIds) {
    // An order whose part was rolled back is not there.
    const searchText = text.get(orderId) as string | undefined
    if (searchText !== undefined) indexWords(tx, orderId, searchText)
  }
  return done
}

/** Below which number the words are still those of an earlier version; settings, never rename. */
const BELOW = { items: 'search.items_below', orders: 'search.orders_below' } as const

/** Whether some words are still those of an earlier version. */
export function isRenewing(db: Db): boolean {
  return Object.values(BELOW).some((key) => readSetting(db, key) !== null)
}

/** Notes that words came in as an earlier version may have made them. */
export function noteRenewing(tx: Tx): void {
  for (const key of Object.values(BELOW)) writeSetting(tx, key, String(Number.MAX_SAFE_INTEGER))
}

export function noteRenewed(db: Db): void {
  inTransaction(db, (tx) => {
    for (const key of Object.values(BELOW)) writeSetting(tx, key, null)
  })
}

/**
 * Makes the words of the next items or orders again, the latest first.
 * @returns whether more are left
 */
export function renewNext(
  db: Db,
  what: keyof typeof BELOW,
  limit: number,
  renew: (tx: Tx, ids: readonly number[]) => void,
): boolean {
  const below = readSetting(db, BELOW[what])
  if (below === null) return false
  return inTransaction(db, (tx) => {
    const id = what === 'items' ? 'item_id' : 'order_id'
    const text = `SELECT ${id} FROM ${what} WHERE ${id} < +? ORDER BY ${id} DESC LIMIT +?`
    const ids = sql(tx, text).pluck().all(Number(below), limit) as number[]
    renew(tx, ids)
    const last = ids.at(-1)
    if (last !== undefined) writeSetting(tx, BELOW[what], String(last))
    return ids.length === limit
  })
}

function indexWords(tx: Tx, orderId: number, searchText: string): void {
  run(
    tx,
    'INSERT OR REPLACE INTO order_search (rowid, words) VALUES (?, ?)',
    orderId,
    indexedWords(searchText),
  )
}
