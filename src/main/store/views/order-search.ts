import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QueueList, QueueRow } from '../../../shared/contract/views'
import { tidyCode } from '../../../shared/domain/carriers/number-pattern'
import { MOST_FOUND } from '../../../shared/domain/orders/order-queue'
import { hasWords, indexQuery, typedWords, type TypedWord } from '../../../shared/domain/orders/search-words'
import { sql, type Db } from '../db/database'
import { ordersByLabelStart } from '../tables/labels'
import {
  chosenOf,
  isByDue,
  lowestNumber,
  newestFirst,
  partOfQueue,
  queueRows,
  type QueueChoice,
  type QueuePart,
} from './queue'

/**
 * Search as you type, by words and by tracking numbers, in indexes on disk. A text that few orders have is looked up
 * there. Of one that many have, `MOST_FOUND` and one more are listed: those that are first by their number, which is as
 * good as by their age.
 */

/** Orders with the words that are compared with the list at once: one to two milliseconds. */
const LOOKED_UP_AT_ONCE = 500
/** If so many have the words and hardly one is in the list, the list is read instead. */
const MOST_LOOKED_UP = 8_000
/** The shortest beginning of a tracking number. */
const SHORTEST_LABEL = 3
/** Orders read before other work gets its turn: a few milliseconds. */
const READ_AT_ONCE = 500

/** A window of the chosen orders that have every word of `search`, or the tracking number, in list order. */
export async function searchOrders(
  db: Db,
  choice: QueueChoice,
  search: string,
  offset: number,
  limit: number,
  mostLookedUp = MOST_LOOKED_UP,
): Promise<QueueList> {
  const found = await findOrders(db, choice, search, mostLookedUp)
  // The account may have been closed meanwhile.
  if (!db.open) return { total: 0, rows: [] }
  const listed = isByDue(choice) ? firstDueFirst(queueRows(db, found, choice.due)) : found
  return { total: found.length, rows: queueRows(db, listed.slice(offset, offset + limit), choice.due) }
}

function firstDueFirst(rows: readonly QueueRow[]): number[] {
  return rows
    .toSorted((one, other) => (one.dueAt ?? '').localeCompare(other.dueAt ?? ''))
    .map(({ orderId }) => orderId)
}

async function findOrders(
  db: Db,
  choice: QueueChoice,
  search: string,
  mostLookedUp: number,
): Promise<number[]> {
  const words = typedWords(search)
  const label = tidyCode(search)
  const labeled = label.length < SHORTEST_LABEL ? [] : ordersByLabelStart(db, label, LOOKED_UP_AT_ONCE)
  const found = new Set(idsOf(chosenOf(db, labeled, choice)))
  let looked = 0
  let last: number | null = null
  while (words.length > 0 && found.size <= MOST_FOUND) {
    const part = ordersWith(db, words, choice, last, LOOKED_UP_AT_ONCE)
    // The index may know only how a word begins.
    const chosen = chosenOf(db, part, choice).filter(({ searchText }) => hasWords(searchText, words))
    for (const orderId of idsOf(chosen)) found.add(orderId)
    looked += part.length
    last = part.at(-1) ?? null
    if (part.length < LOOKED_UP_AT_ONCE) break
    if (looked >= mostLookedUp) {
      const byLabel = new Set(labeled)
      return walk(
        db,
        choice,
        ({ orderId, searchText }) => byLabel.has(orderId) || hasWords(searchText, words),
      )
    }
    await nextTurn()
    if (!db.open) return []
  }
  return idsOf(chosenOf(db, [...found], choice)).slice(0, MOST_FOUND + 1)
}

const idsOf = (orders: QueuePart): number[] => orders.map(({ orderId }) => orderId)

/** Up to `limit` orders that have the words and come after `last`, by their number. */
export function ordersWith(
  db: Db,
  words: readonly TypedWord[],
  { view }: Pick<QueueChoice, 'view'>,
  last: number | null,
  limit: number,
): number[] {
  const query = indexQuery(words)
  const newest = `SELECT rowid FROM order_search WHERE order_search MATCH ? AND rowid < +? ORDER BY rowid DESC LIMIT +?`
  if (newestFirst(view))
    return sql(db, newest)
      .pluck()
      .all(query, last ?? Number.MAX_SAFE_INTEGER, limit) as number[]
  const oldest = `SELECT rowid FROM order_search WHERE order_search MATCH ? AND rowid > +? ORDER BY rowid LIMIT +?`
  return sql(db, oldest)
    .pluck()
    .all(query, last ?? lowestNumber(db, view) - 1, limit) as number[]
}

/** The chosen orders from the first on that are `wanted`, until there are enough. */
async function walk(
  db: Db,
  choice: QueueChoice,
  wanted: (order: QueuePart[number]) => boolean,
): Promise<number[]> {
  const found: number[] = []
  // Orders without a purchase time are the oldest.
  for (const dated of newestFirst(choice.view) ? [true, false] : [false, true]) {
    let last: QueuePart[number] | null = null
    do {
      const part: QueuePart = partOfQueue(db, choice, dated, last, READ_AT_ONCE)
      for (const order of part) if (wanted(order)) found.push(order.orderId)
      last = part.length < READ_AT_ONCE ? null : (part.at(-1) ?? null)
      await nextTurn()
      if (!db.open || found.length > MOST_FOUND) return found.slice(0, MOST_FOUND + 1)
    } while (last !== null)
  }
  return found
}
