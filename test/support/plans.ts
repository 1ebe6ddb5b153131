import BetterSqlite3 from 'better-sqlite3'
import { MIGRATIONS } from '../../src/main/store/db/migrations/all'

/**
 * How SQLite carries out the program's statements. A table that grows for years is not read through: not for a scan, a
 * pack, an operation, a poll or an event.
 */

const GROWING = [
  ...['orders', 'order_facts', 'order_lines', 'shipments', 'outbox', 'op_events'],
  ...['items', 'item_copies', 'item_changes'],
] as const

/** Indexes of rows that are work: they grow with what is open, not with what is done. */
const WORK =
  /USING (?:COVERING )?INDEX (?:outbox_open|outbox_open_items|outbox_job_open|outbox_job_sent|outbox_held|orders_to_(?:pack|ship|deliver))\b/

/** Statements that may read a growing table through, by how they begin. */
const EXCEPTIONS: readonly (readonly [text: RegExp, reason: string])[] = [
  [
    /\bLIMIT (?:1|\+?\?|\+?@limit|\d+)/,
    'reads in the order of an index or of the table, as far as the list is shown',
  ],
  [
    /^SELECT (?:item_id|count\(\*\)) FROM items WHERE \+state/,
    'a filter that no index fits: one reading of slim rows',
  ],
  [/^SELECT op_uid FROM outbox/, 'recovery: which operations a file has; the import of a file of operations'],
  [/^SELECT seq(?:, op_uid)? FROM outbox/, 'recovery: reads a damaged file row by row'],
]

/** The growing tables that each statement reads through, as `SQLite’s words: the statement`. */
export function wholeReads(texts: Iterable<string>): string[] {
  const db = newest()
  return [...texts].flatMap((text) => {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (EXCEPTIONS.some(([pattern]) => pattern.test(plain))) return []
    return planOf(db, text)
      .filter((step) => isWholeRead(step, plain))
      .map((step) => `${step}: ${plain}`)
  })
}

let made: BetterSqlite3.Database | null = null

/** An empty database of this version, made once: a run has hundreds of files of tests. */
function newest(): BetterSqlite3.Database {
  if (made !== null) return made
  made = new BetterSqlite3(':memory:')
  for (const migration of MIGRATIONS) migration.up(made)
  return made
}

function planOf(db: BetterSqlite3.Database, text: string): string[] {
  const names = [...text.matchAll(/[@:]([a-z]\w*)/gi)].map(([, name = '']) => [name, null] as const)
  const places = Array<null>(text.split('?').length - 1).fill(null)
  try {
    const values = names.length === 0 ? places : [...places, Object.fromEntries(names)]
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values) as { detail: string }[]
    return steps.map(({ detail }) => detail)
  } catch (error) {
    // The evidence log has a file of its own.
    if (error instanceof BetterSqlite3.SqliteError) return []
    throw error
  }
}

function isWholeRead(step: string, text: string): boolean {
  const name = /^SCAN (\w+)/.exec(step)?.[1]
  if (name === undefined || WORK.test(step)) return false
  return GROWING.some((table) => name === table || new RegExp(`\\b${table} (?:AS )?${name}\\b`).test(text))
}
