import type { Db, DbFile } from './handle'

/**
 * Reads JSON that is stored in a row. A text that is none, or has another form, must stop nothing but its own row (I7,
 * I8): it is read as nothing, and named once in the log, in the status bar's count and in Diagnostics.
 */

/** Where JSON is stored, by table: the key that names a row, and the columns. Settings have it under some of their keys. */
export const JSON_COLUMNS: Readonly<Record<string, { key: string; columns: readonly string[] }>> = {
  bulk_jobs: { key: 'job_id', columns: ['source', 'spec', 'capture'] },
  bulk_rows: { key: `job_id || '/' || job_row`, columns: ['cells', 'before_values', 'body', 'problems'] },
  handover_scans: { key: 'shipment_uid', columns: ['refusal'] },
  item_copies: { key: 'item_id', columns: ['server_copy'] },
  notices: { key: 'notice_id', columns: ['shipment_uids'] },
  order_lines: { key: `order_id || '/' || line_id`, columns: ['server_copy'] },
  orders: { key: 'order_id', columns: ['changes', 'rest'] },
  outbox: { key: 'seq', columns: ['body', 'baseline', 'finding', 'known'] },
  set_aside: { key: `source || '/' || record`, columns: ['raw', 'fields'] },
  shipments: { key: 'shipment_uid', columns: ['server_copy', 'line_ids', 'by_hand', 'scans'] },
}

/** SQL: the column's JSON, or NULL if it is none. SQLite keeps a parsed text, so that asking first costs next to nothing. */
export function jsonIn(column: string): string {
  return `iif(json_valid(${column}), ${column}, NULL)`
}

/** A file that is all noise must not fill the memory. */
const MOST_NOTED = 1_000
const noted = new WeakMap<Db, { now: Set<string>; ever: Set<string> }>()

/** Notes that a value cannot be read. SECURITY: names its place, never what is there. @param column `table.column` */
export function noteUnreadable(db: Db, column: string, row: number | string): void {
  const known = noted.get(db) ?? { now: new Set<string>(), ever: new Set<string>() }
  noted.set(db, known)
  const place = placeOf(column, row)
  if (known.ever.size < MOST_NOTED || known.ever.has(place)) known.now.add(place)
  if (known.ever.has(place) || known.ever.size >= MOST_NOTED) return
  known.ever.add(place)
  console.error(`${place} cannot be read; it is left out, and everything else goes on (${db.name})`)
}

/** Takes a note back: the value can be read now, or no longer exists. */
export function noteReadable(db: Db, column: string, row: number | string): void {
  noted.get(db)?.now.delete(placeOf(column, row))
}

function placeOf(column: string, row: number | string): string {
  return `${column} of ${row}`
}

/** What this process could not read of the open file when it last tried: `table.column of row`. */
export function unreadableSoFar(db: Db): readonly string[] {
  return [...(noted.get(db)?.now ?? [])]
}

/** As many of a column are named, the others are like them. */
const NAMED = 5

/** The same of the whole file, which is read through for it. */
export function unreadableIn(db: Db): string[] {
  return Object.entries(JSON_COLUMNS).flatMap(([table, { key, columns }]) =>
    columns.flatMap((column) => {
      const text = `SELECT ${key} FROM ${table} WHERE NOT json_valid(${column}) LIMIT ${NAMED}`
      const rows = (db as DbFile).prepare(text).pluck().all() as (number | string)[]
      return rows.map((row) => placeOf(`${table}.${column}`, row))
    }),
  )
}

/** The parsed text; `undefined` if it is no JSON. @param column `table.column` */
export function storedJson(db: Db, text: string, column: string, row: number | string): unknown {
  try {
    const value = JSON.parse(text) as unknown
    if (noted.has(db)) noteReadable(db, column, row)
    return value
  } catch {
    noteUnreadable(db, column, row)
    return undefined
  }
}

/** The fields of a stored object; none if there is no text, or it is something else. */
export function storedFields(
  db: Db,
  text: string | null,
  column: string,
  row: number | string,
): Record<string, unknown> {
  const value = text === null ? {} : storedJson(db, text, column, row)
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  if (value !== undefined) noteUnreadable(db, column, row)
  return {}
}

/** The elements of a stored list that are of this type; `null` if the text is no such list. */
export function storedList<T extends 'number' | 'string'>(
  db: Db,
  text: string,
  type: T,
  column: string,
  row: number | string,
): (T extends 'number' ? number : string)[] | null {
  const value = storedJson(db, text, column, row)
  if (Array.isArray(value) && value.every((element) => typeof element === type))
    return value as (T extends 'number' ? number : string)[]
  if (value !== undefined) noteUnreadable(db, column, row)
  return null
}
