import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { sql } from '../db/database'

/**
 * Keeps a record of the marketplace that could not be read, so that it is counted and can be looked at (I8). The same
 * record read again is kept once.
 */
export function setAside(db: Database, source: string, raw: unknown, problem: string, seenAt: string): void {
  const text = JSON.stringify(raw) ?? 'null'
  const fingerprint = createHash('sha256').update(source).update('\0').update(text).digest('hex')
  sql(
    db,
    `INSERT INTO set_aside (fingerprint, source, raw, problem, seen_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (fingerprint) DO UPDATE SET seen_at = excluded.seen_at`,
  ).run(fingerprint, source, text, problem, seenAt)
}

/** How many records were set aside. */
export function countSetAside(db: Database): number {
  return sql(db, 'SELECT count(*) FROM set_aside').pluck().get() as number
}
