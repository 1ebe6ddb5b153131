import { z } from 'zod'
import { sql, type Db, type Tx } from '../db/database'
import { OPEN } from './outbox'
import { readSetting, writeSetting } from './settings'

/** How far the copies of this outbox at the warehouse's hub are, and which operations they need next. */

/** Stored in a setting of its own for each account at the hub; never rename. */
const savedPlace = z.object({ upTo: z.int().nonnegative(), stream: z.string().nullable() })
export type SavedPlace = z.output<typeof savedPlace>

const STEM = 'hub.journal.'
const NOWHERE: SavedPlace = { upTo: 0, stream: null }

/** @param account what names the account at the hub */
export function readJournalPlace(db: Db, account: string): SavedPlace {
  const text = readSetting(db, STEM + account)
  if (text === null) return NOWHERE
  try {
    return savedPlace.parse(JSON.parse(text))
  } catch {
    // The hub says what it has.
    return NOWHERE
  }
}

export function saveJournalPlace(tx: Tx, account: string, place: SavedPlace): void {
  writeSetting(tx, STEM + account, JSON.stringify(place))
}

/** What names this account at the hub now, and what did with earlier tokens. */
export function accountsInJournal(db: Db): string[] {
  const keys = sql(db, `SELECT key FROM settings WHERE key >= ? AND key < ? ORDER BY key`).pluck()
  return (keys.all(STEM, `${STEM}~`) as string[]).map((key) => key.slice(STEM.length))
}

/** Open operations after `seq`, oldest first. */
export function openSeqsAfter(db: Db, seq: number, limit: number): number[] {
  const text = `SELECT seq FROM outbox INDEXED BY outbox_open WHERE ${OPEN} AND seq > ? ORDER BY seq LIMIT ?`
  return sql(db, text).pluck().all(seq, limit) as number[]
}

export function countOpenAfter(db: Db, seq: number): number {
  const text = `SELECT count(*) FROM outbox INDEXED BY outbox_open WHERE ${OPEN} AND seq > ?`
  return sql(db, text).pluck().get(seq) as number
}

/** The ops of the events after `event`, and the last of these events. */
export function opsWithEventsAfter(db: Db, event: number, limit: number): { seqs: number[]; event: number } {
  const text = 'SELECT event_id AS event, seq FROM op_events WHERE event_id > ? ORDER BY event_id LIMIT ?'
  const rows = sql(db, text).all(event, limit) as { event: number; seq: number }[]
  return { seqs: [...new Set(rows.map(({ seq }) => seq))], event: rows.at(-1)?.event ?? event }
}
