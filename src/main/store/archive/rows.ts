import { indexedWords } from '../../../shared/domain/orders/search-words'
import { run, sql, type Db, type Tx } from '../db/database'

/** What an order, or an op on an item, consists of: the rows that go to the archive and come back together. */
export type Moved = {
  orderIds: readonly number[]
  /** Ops on items. */
  seqs: readonly number[]
}

const IN_ORDERS = 'order_id IN (SELECT value FROM json_each(@orderIds))'
const OPS_OF_ORDERS = `lane IN (SELECT 'order:' || value FROM json_each(@orderIds))`
const OPS_ON_ITEMS = 'seq IN (SELECT value FROM json_each(@seqs))'
const OPS = `seq IN (SELECT seq FROM outbox WHERE ${OPS_OF_ORDERS} UNION SELECT value FROM json_each(@seqs))`

/** In this order they are written; in the reverse order they are deleted. */
const TABLES = [
  { table: 'orders', where: IN_ORDERS },
  { table: 'order_lines', where: IN_ORDERS },
  { table: 'shipments', where: IN_ORDERS },
  // Their own numbers are given by the file that they are in.
  { table: 'notices', where: IN_ORDERS, numberedBy: 'notice_id' },
  { table: 'outbox', where: `(${OPS_OF_ORDERS} OR ${OPS_ON_ITEMS})` },
  { table: 'op_events', where: OPS, numberedBy: 'event_id' },
] as const

/** Copies the rows from one file into another. */
export function copyRows(from: Db, to: Tx, moved: Moved): void {
  const named = params(moved)
  for (const { table, where, ...more } of TABLES) {
    const numberedBy = 'numberedBy' in more ? more.numberedBy : null
    const columns = columnsOf(from, table).filter((column) => column !== numberedBy)
    const list = columns.join(', ')
    const order = numberedBy === null ? '' : `ORDER BY ${numberedBy}`
    const rows = sql(from, `SELECT ${list} FROM ${table} WHERE ${where} ${order}`).raw()
    const insert = `INSERT INTO ${table} (${list}) VALUES (${columns.map(() => '?').join(', ')})`
    for (const row of rows.all(named) as unknown[][]) run(to, insert, ...row)
  }
  copyTitles(from, to, named)
  const texts = sql(from, `SELECT order_id, search_text FROM orders WHERE ${IN_ORDERS}`).raw()
  for (const [orderId, text] of texts.all(named) as [number, string][])
    run(to, 'INSERT INTO order_search (rowid, words) VALUES (?, ?)', orderId, indexedWords(text))
}

/** Only what lists show of an item; the station's own copies are newer. */
function copyTitles(from: Db, to: Tx, named: Named): void {
  const titles = sql(
    from,
    `SELECT item_number, title, read_at FROM items WHERE title IS NOT NULL
       AND item_number IN (SELECT item_number FROM order_lines WHERE ${IN_ORDERS})`,
  ).raw()
  for (const [itemNumber, title, readAt] of titles.all(named) as [string, string, string][])
    run(
      to,
      'INSERT INTO items (item_number, title, read_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      ...[itemNumber, title, readAt],
    )
}

/** Deletes the rows, and what is left of an earlier copy. */
export function deleteRows(tx: Tx, moved: Moved): void {
  const named = params(moved)
  run(tx, 'DELETE FROM order_search WHERE rowid IN (SELECT value FROM json_each(@orderIds))', named)
  for (const { table, where } of [...TABLES].reverse()) run(tx, `DELETE FROM ${table} WHERE ${where}`, named)
}

type Named = { orderIds: string; seqs: string }

function params({ orderIds, seqs }: Moved): Named {
  return { orderIds: JSON.stringify(orderIds), seqs: JSON.stringify(seqs) }
}

function columnsOf(db: Db, table: string): string[] {
  return sql(db, 'SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
}
