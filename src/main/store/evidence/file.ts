import { existsSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../../base/station-error'
import { fileTime } from '../db/files'
import { inOwnTransaction, run, sql, type Db, type DbFile, type Tx } from '../db/database'
import { closeDatabase, openDatabase } from '../db/open'
import { canonicalJson, hashOf, NO_HASH, wellFormed, type EvidenceRow } from './chain'
import { dropCopies } from './op-copies'
import { addToWork, inPayload } from './work'
import type { Migration } from '../db/migrations/migration'

/**
 * The file of the evidence log: a database of its own, which no backup or repair of the station's database rewrites.
 */

/** SQL for the order that an entry names. */
export const ORDER_OF = inPayload('orderId')

const migration0010: Migration = {
  version: 10,
  name: 'evidence',
  up(db) {
    db.exec(`
      CREATE TABLE entries (
        seq       INTEGER PRIMARY KEY,   -- without a gap
        at        TEXT NOT NULL,
        operator  TEXT NOT NULL,
        kind      TEXT NOT NULL,
        payload   TEXT NOT NULL,         -- canonical JSON; never buyers' data, badges, PINs or tokens
        prev_hash TEXT NOT NULL,
        hash      TEXT NOT NULL,
        order_id  INTEGER                -- from the payload, for the index alone: not in the chain
      ) STRICT;
      CREATE INDEX entries_by_order ON entries (${ORDER_OF}, seq);
      CREATE INDEX entries_by_operator ON entries (operator, kind, at);
      CREATE INDEX entries_by_kind ON entries (kind, at);
      CREATE INDEX entries_by_time ON entries (at);
      CREATE INDEX entries_order ON entries (order_id, seq) WHERE kind IN ('scan', 'pack');
      -- Sums of the entries by quarter of an hour, the smallest step between time zones; not in the chain either.
      CREATE TABLE work (
        quarter  INTEGER NOT NULL,       -- since the epoch
        operator TEXT NOT NULL,
        scans    INTEGER NOT NULL DEFAULT 0,
        refusals INTEGER NOT NULL DEFAULT 0,
        orders   INTEGER NOT NULL DEFAULT 0,
        lines    INTEGER NOT NULL DEFAULT 0,
        timed    INTEGER NOT NULL DEFAULT 0,
        seconds  INTEGER NOT NULL DEFAULT 0,
        by_hand  INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (quarter, operator)
      ) STRICT, WITHOUT ROWID;
      -- See op-copies.ts.
      CREATE TABLE op_copies (
        copy   INTEGER PRIMARY KEY,      -- in the order in which they were written: the last one of an operation counts
        seq    INTEGER NOT NULL,
        op_uid TEXT NOT NULL,
        op     TEXT NOT NULL
      ) STRICT;
      -- Says whether the file was closed on purpose, as in the station's database.
      CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    `)
  },
}

/**
 * Opens the file for this process alone.
 * @throws StartError `database_corrupt`, `newer_schema`, `database_unusable`, also while another process has it
 */
export function openEvidenceFile(file: string): DbFile {
  const db = openDatabase(file, [migration0010])
  try {
    // Two writers would each continue the same chain.
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN IMMEDIATE; COMMIT')
    return db
  } catch (error) {
    db.close()
    throw new StartError('database_unusable', `${file} is in use by another program.`, { cause: error })
  }
}

/** Forgets the copies of operations: the account's data is gone on purpose. @throws StartError as `openEvidenceFile` */
export function forgetCopies(file: string): void {
  if (!existsSync(file)) return
  const db = openEvidenceFile(file)
  try {
    inOwnTransaction(db, dropCopies)
  } finally {
    closeDatabase(db)
  }
}

/** Sets a damaged file aside, with the files that belong to it. @returns its new name */
export function moveAside(file: string, wallMs: number): string {
  const name = `evidence-${fileTime(wallMs)}-damaged.sqlite`
  for (const ending of ['', '-wal', '-shm'])
    if (existsSync(`${file}${ending}`)) renameSync(`${file}${ending}`, join(dirname(file), name + ending))
  return name
}

export const ROW = `seq, at, operator, kind, payload, prev_hash AS prevHash, hash`

export function lastRow(db: Db): EvidenceRow | null {
  return (
    (sql(db, `SELECT ${ROW} FROM entries ORDER BY seq DESC LIMIT 1`).get() as EvidenceRow | undefined) ?? null
  )
}

export function rowAt(db: Db, seq: number): EvidenceRow | null {
  return (sql(db, `SELECT ${ROW} FROM entries WHERE seq = ?`).get(seq) as EvidenceRow | undefined) ?? null
}

/** Rows after `seq` up to `upTo`, oldest first. */
export function rowsAfter(db: Db, seq: number, upTo: number, limit: number): EvidenceRow[] {
  const text = `SELECT ${ROW} FROM entries WHERE seq > +? AND seq <= +? ORDER BY seq LIMIT +?`
  return sql(db, text).all(seq, upTo, limit) as EvidenceRow[]
}

/** Newest first. */
export function rowsBefore(db: Db, seq: number, limit: number): EvidenceRow[] {
  const text = `SELECT ${ROW} FROM entries WHERE seq < +? ORDER BY seq DESC LIMIT +?`
  return sql(db, text).all(seq, limit) as EvidenceRow[]
}

export type NewEvidence = {
  /** When it was recorded, ISO 8601 UTC. */
  at: string
  operator: string
  kind: string
  /** Plain values only. */
  payload: Readonly<Record<string, unknown>>
}

const INSERT = `
  INSERT INTO entries (seq, at, operator, kind, payload, prev_hash, hash, order_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

/**
 * Appends in one durable commit; nothing is stored when it throws.
 * @param also runs in the same commit; gets the number of the last row
 * @returns the last row
 */
export function appendRows(
  file: DbFile,
  last: Pick<EvidenceRow, 'seq' | 'hash'> | null,
  entries: readonly NewEvidence[],
  also: (tx: Tx, seq: number) => void = () => {},
): Pick<EvidenceRow, 'seq' | 'hash'> | null {
  let head = last
  inOwnTransaction(file, (tx) => {
    for (const entry of entries) {
      const payload = canonicalJson(entry.payload)
      const operator = wellFormed(entry.operator)
      const row = { ...entry, operator, payload, seq: (head?.seq ?? 0) + 1, prevHash: head?.hash ?? NO_HASH }
      const hash = hashOf(row)
      const { orderId, refused } = entry.payload
      // A refused step changed nothing in the order.
      const order = typeof orderId === 'number' && refused === undefined ? orderId : null
      run(tx, INSERT, row.seq, row.at, operator, row.kind, payload, row.prevHash, hash, order)
      addToWork(tx, { ...entry, operator, seq: row.seq, orderId: order })
      head = { seq: row.seq, hash }
    }
    also(tx, head?.seq ?? 0)
  })
  return head
}
