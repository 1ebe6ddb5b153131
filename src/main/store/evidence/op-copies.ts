import { run, sql, type Db, type Tx } from '../db/database'

/**
 * Copies of the newest operations, written in the commits of the evidence log and not part of its chain. They are the
 * second place in which a confirmed step exists: a disk that lies about flushes, a repair or a cut copy may take the
 * end of the station's database, and then they say what was there.
 */

export type OpCopy = {
  seq: number
  opUid: string
  /** JSON, without any buyer's data. */
  op: string
}

/** More than the log of the station's database holds before it is written back into the file. */
export const MOST_COPIES = 2_000

export function appendCopies(tx: Tx, copies: readonly OpCopy[]): void {
  if (copies.length === 0) return
  for (const { seq, opUid, op } of copies)
    run(tx, 'INSERT INTO op_copies (seq, op_uid, op) VALUES (?, ?, ?)', seq, opUid, op)
  run(tx, 'DELETE FROM op_copies WHERE copy <= (SELECT max(copy) FROM op_copies) - ?', MOST_COPIES)
}

export function dropCopies(tx: Tx): void {
  run(tx, 'DELETE FROM op_copies')
}

/** Oldest first. */
export function readCopies(db: Db): OpCopy[] {
  return sql(db, 'SELECT seq, op_uid AS opUid, op FROM op_copies ORDER BY copy').all() as OpCopy[]
}
