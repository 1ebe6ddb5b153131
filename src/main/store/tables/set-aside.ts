import { createHash } from 'node:crypto'
import { run, sql, type Db, type Tx } from '../db/database'
import { storedList } from '../db/stored-json'

/**
 * What of the marketplace's answers cannot be read now (I8): a row for each record, each kind of field, each part of a
 * list. It is gone once it can be read.
 */

/**
 * `orders`, `items`: records that could not be used at all. `order_fields`, `item_fields`: fields that records were read
 * without, with one of these records. `order_windows`, `item_lists`: parts of a list that were left out. `order_pages`,
 * `item_pages`: a list whose links do not end. Stored; never rename.
 */
export type AsideSource =
  | 'orders'
  | 'items'
  | 'order_fields'
  | 'item_fields'
  | 'order_windows'
  | 'item_lists'
  | 'order_pages'
  | 'item_pages'

export type NewAside = {
  source: AsideSource
  /** The record's number, or the field's path; `null` if it has none that can be read. */
  record: string | null
  raw: unknown
  /** In English, without values. */
  problem: string
  /** Paths without places in lists. */
  fields: readonly string[]
}

export type Aside = {
  source: AsideSource
  record: string | null
  raw: string
  problem: string
  fields: string[]
  /** ISO 8601 UTC, like `seenAt`. */
  since: string
  seenAt: string
}

/** What is seen again all the time is not written each time. */
const SEEN_AGAIN_MS = 3_600_000

/**
 * Stores what could not be read, so that it is counted and can be examined.
 * @param seenAt ISO 8601 UTC
 * @returns whether it is new, or cannot be read for another reason than before
 */
export function setAside(tx: Tx, aside: NewAside, seenAt: string): boolean {
  const { source, raw, problem, fields } = aside
  const text = JSON.stringify(raw) ?? 'null'
  const record = aside.record ?? `#${createHash('sha256').update(text).digest('hex')}`
  const before = sql(tx, 'SELECT problem, raw, seen_at FROM set_aside WHERE source = ? AND record = ?').get(
    source,
    record,
  ) as { problem: string; raw: string; seen_at: string } | undefined
  const isSame = before?.problem === problem
  const isRecent = Date.parse(seenAt) - Date.parse(before?.seen_at ?? '') < SEEN_AGAIN_MS
  if (isSame && before.raw === text && isRecent) return false
  run(
    tx,
    `INSERT INTO set_aside (source, record, raw, problem, fields, since, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (source, record) DO UPDATE SET raw = excluded.raw, problem = excluded.problem,
       fields = excluded.fields, seen_at = excluded.seen_at`,
    source,
    record,
    text,
    problem,
    JSON.stringify(fields),
    seenAt,
    seenAt,
  )
  return !isSame
}

/** It can be read now. */
export function takeBackAside(tx: Tx, source: AsideSource, record: string): void {
  // Each order that is read comes by here, and hardly any was set aside.
  if (sql(tx, 'SELECT 1 FROM set_aside WHERE source = ? AND record = ?').get(source, record) === undefined)
    return
  run(tx, 'DELETE FROM set_aside WHERE source = ? AND record = ?', source, record)
}

/** The whole source was read again since `before`, ISO 8601 UTC: what was not seen there no longer exists. */
export function forgetUnseen(tx: Tx, sources: readonly AsideSource[], before: string): void {
  const ms = Date.parse(before) - SEEN_AGAIN_MS
  if (Number.isNaN(ms)) return
  const text = 'DELETE FROM set_aside WHERE source IN (SELECT value FROM json_each(?)) AND seen_at < ?'
  run(tx, text, JSON.stringify(sources), new Date(ms).toISOString())
}

export function forgetSource(tx: Tx, source: AsideSource): void {
  run(tx, 'DELETE FROM set_aside WHERE source = ?', source)
}

/** How many records cannot be read now; a part of a list that was left out hides one at least. */
export function countSetAside(db: Db): number {
  const text = `SELECT count(*) FROM set_aside WHERE source IN ('orders', 'items', 'order_windows', 'item_lists')`
  return sql(db, text).pluck().get() as number
}

/** The record with this number if it cannot be read now, else `null`. */
export function findSetAside(db: Db, source: AsideSource, record: string): Aside | null {
  const row = sql(db, `${SELECT} WHERE source = ? AND record = ?`).get(source, record)
  return row === undefined ? null : asideOf(db, row as Row)
}

/** Orders that cannot be read now, those with a number, the latest first. */
export function ordersSetAside(db: Db, limit: number): (Aside & { record: string })[] {
  const text = `${SELECT} WHERE source = 'orders' AND record NOT LIKE '#%' ORDER BY since DESC, record LIMIT ?`
  return (sql(db, text).all(limit) as Row[]).map((row) => ({ ...asideOf(db, row), record: row.record }))
}

/** What cannot be read now, the latest first. */
export function listSetAside(db: Db, limit: number): Aside[] {
  return (sql(db, `${SELECT} ORDER BY since DESC, source, record LIMIT ?`).all(limit) as Row[]).map((row) =>
    asideOf(db, row),
  )
}

const SELECT = 'SELECT source, record, raw, problem, fields, since, seen_at AS seenAt FROM set_aside'
type Row = Omit<Aside, 'fields' | 'record'> & { fields: string; record: string }

function asideOf(db: Db, row: Row): Aside {
  const record = row.record.startsWith('#') ? null : row.record
  const fields = storedList(db, row.fields, 'string', 'set_aside.fields', `${row.source}/${row.record}`) ?? []
  return { ...row, record, fields }
}
