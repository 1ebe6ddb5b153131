import { indexedWords } from '../../../shared/domain/orders/search-words'
import { run, sql, type Db, type Tx } from '../db/database'

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

function indexWords(tx: Tx, orderId: number, searchText: string): void {
  run(
    tx,
    'INSERT OR REPLACE INTO order_search (rowid, words) VALUES (?, ?)',
    orderId,
    indexedWords(searchText),
  )
}
