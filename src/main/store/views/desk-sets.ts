import { setImmediate as nextTurn } from 'node:timers/promises'
import { tidyCode } from '../../../shared/domain/carriers/number-pattern'
import { MOST_SEARCHED } from '../../../shared/domain/orders/order-desk'
import { hasWords, typedWords } from '../../../shared/domain/orders/search-words'
import { sql, type Db } from '../db/database'
import { ordersByLabelStart } from '../tables/labels'
import { ordersWith } from './order-search'
import { CANCELING } from '../tables/outbox'
import { dueValues, LATE, type Due } from './queue'

/**
 * Numbers of orders that share something which is not in `order_facts`, because a pack changes it or because it has an
 * index of its own. Each is read in parts of a few milliseconds.
 */

/** Entries of an index read before other work gets its turn. */
const READ_AT_ONCE = 10_000
const LOOKED_UP_AT_ONCE = 500
/** Orders of a common word that turn out to have another ending. */
const MOST_LOOKED_UP = 8_000
const SHORTEST_LABEL = 3

const WANTED = `canceled = 0 AND order_id NOT IN (${CANCELING})`
const IN_WORK = {
  to_pack: `orders INDEXED BY orders_to_pack WHERE unpacked_lines > 0 AND ${WANTED}`,
  to_ship: `orders INDEXED BY orders_to_ship WHERE packed_shipments > 0 AND ${WANTED}`,
  to_deliver: 'orders INDEXED BY orders_to_deliver WHERE shipped_shipments > 0',
} as const

/** Orders with that work left, the ones on hold included. */
export async function inWork(db: Db, work: keyof typeof IN_WORK): Promise<number[]> {
  const part = `SELECT order_id FROM ${IN_WORK[work]} ORDER BY purchased_at, order_id LIMIT +? OFFSET +?`
  return inParts(db, (limit, offset) => sql(db, part).pluck().all(limit, offset) as number[])
}

async function inParts(db: Db, read: (limit: number, offset: number) => number[]): Promise<number[]> {
  const found: number[] = []
  for (let more = true; more && db.open;) {
    const orderIds = read(READ_AT_ONCE, found.length)
    for (const orderId of orderIds) found.push(orderId)
    more = orderIds.length === READ_AT_ONCE
    if (more) await nextTurn()
  }
  return found
}

/** Orders that are late. */
export async function lateOrders(db: Db, due: Due): Promise<number[]> {
  const part = `SELECT o.order_id FROM orders o INDEXED BY orders_to_pack WHERE ${LATE}
     ORDER BY o.purchased_at, o.order_id LIMIT +@limit OFFSET +@offset`
  return inParts(
    db,
    (limit, offset) =>
      sql(db, part)
        .pluck()
        .all({ ...dueValues(due), limit, offset }) as number[],
  )
}

export function onHold(db: Db): number[] {
  return sql(db, 'SELECT order_id FROM order_holds').pluck().all() as number[]
}

/** Orders with an operation that waits for a person. */
export function heldOrders(db: Db): number[] {
  return sql(
    db,
    `SELECT DISTINCT order_id FROM outbox INDEXED BY outbox_held WHERE state = 'held' AND order_id IS NOT NULL`,
  )
    .pluck()
    .all() as number[]
}

/** Those of the orders that are neither canceled nor have anything left to pack, ship or deliver. */
export function doneAmong(db: Db, orderIds: readonly number[]): Set<number> {
  const text = `SELECT o.order_id FROM json_each(?) j CROSS JOIN orders o ON o.order_id = j.value
      WHERE o.canceled = 0 AND o.unpacked_lines = 0 AND o.packed_shipments = 0 AND o.shipped_shipments = 0`
  return new Set(sql(db, text).pluck().all(JSON.stringify(orderIds)) as number[])
}

const IS_ONE = 'carrier COLLATE NOCASE IN (SELECT value FROM json_each(@names))'

/** Those of the orders that have a shipment, in whatever state, with one of the carriers. */
export function carriedAmong(db: Db, carriers: readonly string[], orderIds: readonly number[]): Set<number> {
  const text = `SELECT s.order_id FROM json_each(@orderIds) j CROSS JOIN shipments s ON s.order_id = j.value
      WHERE ${IS_ONE}`
  const given = { orderIds: JSON.stringify(orderIds), names: JSON.stringify(carriers) }
  return new Set(sql(db, text).pluck().all(given) as number[])
}

/** All orders that have one. */
export async function carriedBy(db: Db, carriers: readonly string[]): Promise<number[]> {
  const names = JSON.stringify(carriers)
  const undated = `SELECT order_id FROM shipments WHERE packed_at IS NULL AND ${IS_ONE}`
  const dated = `SELECT order_id FROM shipments WHERE packed_at > @from AND packed_at <= @to AND ${IS_ONE}`
  const found = sql(db, undated).pluck().all({ names }) as number[]
  for (let from: string | null = ''; from !== null;) {
    const end = packedAtAfter(db, from)
    const part = sql(db, dated)
      .pluck()
      .all({ names, from, to: end ?? LAST_TIME }) as number[]
    for (const orderId of part) found.push(orderId)
    from = end
    if (from !== null) await nextTurn()
    if (!db.open) return []
  }
  return found
}

/** Behind every time as text. */
const LAST_TIME = '~'

/** The time of packing up to which a part goes; `null`: to the end. */
function packedAtAfter(db: Db, from: string): string | null {
  const text = 'SELECT packed_at FROM shipments WHERE packed_at > ? ORDER BY packed_at LIMIT 1 OFFSET +?'
  return (sql(db, text).pluck().get(from, READ_AT_ONCE) as string | undefined) ?? null
}

/** The carriers of the parcels packed last, as they are spelled, the most frequent first. */
export function recentCarriers(db: Db): string[] {
  const text = `SELECT carrier FROM
      (SELECT carrier FROM shipments WHERE packed_at IS NOT NULL ORDER BY packed_at DESC LIMIT +?)
     WHERE carrier <> '' GROUP BY carrier ORDER BY count(*) DESC, carrier`
  return sql(db, text).pluck().all(READ_AT_ONCE) as string[]
}

/** The states that orders have now, in alphabetical order: jumps from one to the next in the index. */
export function orderStates(db: Db): string[] {
  const text = `WITH RECURSIVE present(value) AS (
      SELECT min(state) FROM order_facts
      UNION ALL
      SELECT (SELECT min(state) FROM order_facts WHERE state > present.value) FROM present WHERE present.value IS NOT NULL)
    SELECT value FROM present WHERE value IS NOT NULL`
  return sql(db, text).pluck().all() as string[]
}

/** The newest orders with all the words, or with a tracking number that begins so. `cut`: there may be older ones. */
export async function foundBy(db: Db, search: string): Promise<{ orderIds: number[]; cut: boolean }> {
  const words = typedWords(search)
  const label = tidyCode(search)
  const labeled = label.length < SHORTEST_LABEL ? [] : ordersByLabelStart(db, label, LOOKED_UP_AT_ONCE)
  const found = new Set(labeled)
  let [last, looked]: [number | null, number] = [null, 0]
  while (words.length > 0 && db.open) {
    const part = ordersWith(db, words, { view: 'all' }, last, LOOKED_UP_AT_ONCE)
    // The index may know only how a word begins.
    for (const [orderId, text] of textsOf(db, part)) if (hasWords(text, words)) found.add(orderId)
    if (part.length < LOOKED_UP_AT_ONCE) break
    looked += part.length
    if (found.size >= MOST_SEARCHED || looked >= MOST_LOOKED_UP) return { orderIds: [...found], cut: true }
    last = part.at(-1) ?? null
    await nextTurn()
  }
  return { orderIds: [...found], cut: false }
}

function textsOf(db: Db, orderIds: readonly number[]): [orderId: number, text: string][] {
  const text = `SELECT o.order_id, o.search_text FROM json_each(?) j CROSS JOIN orders o ON o.order_id = j.value`
  return sql(db, text).raw().all(JSON.stringify(orderIds)) as [number, string][]
}
