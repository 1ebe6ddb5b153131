import { createHash } from 'node:crypto'
import { run, sql, type Db, type Tx } from '../db/database'

/**
 * Stores a marketplace record that could not be read, so that it is counted and can be examined (I8). The same record
 * read again is stored once.
 */
export function setAside(tx: Tx, source: string, raw: unknown, problem: string, seenAt: string): void {
  const text = JSON.stringify(raw) ?? 'null'
  const fingerprint = createHash('sha256').update(source).update('\0').update(text).digest('hex')
  run(
    tx,
    `INSERT INTO set_aside (fingerprint, source, raw, problem, seen_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (fingerprint) DO UPDATE SET seen_at = excluded.seen_at`,
    fingerprint,
    source,
    text,
    problem,
    seenAt,
  )
}

/** How many records were set aside. */
export function countSetAside(db: Db): number {
  return sql(db, 'SELECT count(*) FROM set_aside').pluck().get() as number
}
