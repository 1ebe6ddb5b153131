import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QueueFilter, QueueView } from '../../../shared/domain/orders/order-queue'
import type { QueueList } from '../../../shared/contract/views'
import { sql, type Db } from '../db/database'
import { DAY_S, newestFirst, queueRows, type Due, type QueueChoice } from './queue'
import { takeTouched } from '../db/touched-orders'

/**
 * Search as you type. The texts of all orders are kept in memory in list order, about 200 bytes each: searching a
 * hundred thousand takes a few milliseconds there, and several times as long in the file, where they are spread among
 * other data. An index over words would not do, because people also type the end of a number.
 */

type Entry = {
  orderId: number
  purchasedAt: string | null
  purchasedS: number | null
  dueDays: number | null
  canceled: 0 | 1
  goods: number
  unpacked: number
  packed: number
  shipped: number
  onHold: 0 | 1
  text: string
}

/** The same choices as in the SQL of `queue.ts`; a test compares the two. */
const IN_VIEW: Readonly<Record<QueueView, (entry: Entry) => boolean>> = {
  to_pack: ({ unpacked, canceled, onHold }) => unpacked > 0 && canceled === 0 && onHold === 0,
  to_ship: ({ packed }) => packed > 0,
  to_deliver: ({ shipped }) => shipped > 0,
  on_hold: ({ onHold }) => onHold === 1,
  all: () => true,
}
const IN_FILTER: Readonly<Record<QueueFilter, (entry: Entry, due: Due) => boolean>> = {
  any: () => true,
  late: ({ purchasedS, dueDays }, { nowS, afterS }) =>
    purchasedS !== null && purchasedS + (dueDays === null ? afterS : dueDays * DAY_S) < nowS,
  one_item: ({ goods }) => goods === 1,
  begun: ({ goods, unpacked }) => unpacked > 0 && unpacked < goods,
}

const COLUMNS = `order_id AS orderId, purchased_at AS purchasedAt, unixepoch(purchased_at) AS purchasedS,
  due_days AS dueDays, canceled, goods_lines AS goods, unpacked_lines AS unpacked, packed_shipments AS packed,
  shipped_shipments AS shipped, order_id IN (SELECT order_id FROM order_holds) AS onHold,
  search_text || ' ' || coalesce((
    SELECT lower(group_concat(tracking_number, ' ')) FROM shipments s WHERE s.order_id = orders.order_id), '') AS text`
/** Orders read before other work gets its turn: a few milliseconds. */
const READ_AT_ONCE = 1_000
/** Beyond this, reading all of them again is faster than inserting each in its place. */
const MOST_MOVED = 2_000

type Index = { entries: Entry[]; byId: Map<number, Entry> }

const indexes = new WeakMap<Db, Promise<Index>>()

/** A window of the chosen orders whose text contains every word of `search`, in list order. */
export async function searchOrders(
  db: Db,
  choice: QueueChoice,
  search: string,
  offset: number,
  limit: number,
): Promise<QueueList> {
  const index = await upToDate(db)
  // The account may have been closed meanwhile.
  if (index === null) return { total: 0, rows: [] }
  const found = matching(index.entries, choice, wordsOf(search))
  return { total: found.length, rows: queueRows(db, found.slice(offset, offset + limit), choice.due) }
}

function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
}

function matching(entries: readonly Entry[], { view, filter, due }: QueueChoice, words: string[]): number[] {
  const [inView, inFilter] = [IN_VIEW[view], IN_FILTER[filter]]
  const found: number[] = []
  for (const entry of entries)
    if (inView(entry) && inFilter(entry, due) && words.every((word) => entry.text.includes(word)))
      found.push(entry.orderId)
  return newestFirst(view) ? found.reverse() : found
}

async function upToDate(db: Db): Promise<Index | null> {
  if (!indexes.has(db)) readAnew(db)
  const index = await indexes.get(db)
  if (index === undefined || !db.open) return null
  const touched = takeTouched(db)
  if (touched.size > MOST_MOVED) {
    readAnew(db)
    return upToDate(db)
  }
  for (const orderId of touched) bringUpToDate(db, index, orderId)
  return index
}

function readAnew(db: Db): void {
  takeTouched(db)
  indexes.set(db, readAll(db))
}

async function readAll(db: Db): Promise<Index> {
  const undated = sql(db, `SELECT ${COLUMNS} FROM orders WHERE purchased_at IS NULL ORDER BY order_id`)
  const entries = undated.all() as Entry[]
  let last: Pick<Entry, 'purchasedAt' | 'orderId'> = { purchasedAt: '', orderId: 0 }
  for (;;) {
    const part = sql(
      db,
      `SELECT ${COLUMNS} FROM orders WHERE (purchased_at, order_id) > (@purchasedAt, @orderId)
        ORDER BY purchased_at, order_id LIMIT ${READ_AT_ONCE}`,
    ).all({ purchasedAt: last.purchasedAt, orderId: last.orderId }) as Entry[]
    entries.push(...part)
    last = part.at(-1) ?? last
    if (part.length < READ_AT_ONCE) break
    await nextTurn()
    if (!db.open) break
  }
  return { entries, byId: new Map(entries.map((entry) => [entry.orderId, entry])) }
}

function bringUpToDate(db: Db, { entries, byId }: Index, orderId: number): void {
  const now = sql(db, `SELECT ${COLUMNS} FROM orders WHERE order_id = ?`).get(orderId) as Entry | undefined
  const before = byId.get(orderId)
  if (now !== undefined && before?.purchasedAt === now.purchasedAt) {
    Object.assign(before, now)
    return
  }
  if (before !== undefined) entries.splice(placeOf(entries, before), 1)
  byId.delete(orderId)
  if (now === undefined) return
  entries.splice(placeOf(entries, now), 0, now)
  byId.set(orderId, now)
}

/** The entry's present or future position: by age, undated first, then by number. */
function placeOf(entries: readonly Entry[], entry: Entry): number {
  let [from, to] = [0, entries.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const other = entries[middle]
    if (other !== undefined && isBefore(other, entry)) from = middle + 1
    else to = middle
  }
  return from
}

function isBefore(one: Entry, other: Entry): boolean {
  const [a, b] = [one.purchasedAt ?? '', other.purchasedAt ?? '']
  return a === b ? one.orderId < other.orderId : a < b
}
