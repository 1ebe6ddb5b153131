import { restoredAttempts, restoredBaseline } from './salvage'
import { inTransaction, sql, type Db, type Tx } from '../db/database'
import { raiseNotice } from '../tables/notices'
import { noteRestored } from '../tables/op-notes'
import { advance, OPEN, type Op } from '../tables/outbox'
import { countOpen } from '../views/outbox-list'
import { isNoRoom } from '../../base/no-room'
import { whenRoom } from '../db/room'
import { writeSetting } from '../tables/settings'
import { isOlderThanMark, keepMark, nextMark, writeMark } from './station-mark'

/**
 * Detects a database that somebody put back by hand: a file from a copy of the disk, or a machine from a snapshot
 * (I10).
 */

/** Runs `goOnFrom`; on a full disk as soon as there is space, before anything can be sent. */
export function noticeRollback(db: Db, wallMs: number, log: (line: string) => void): void {
  whenRoom(db, () => goOnFrom(db, wallMs, log))
}

/**
 * Checks whether the open database is older than this station's last known state; if so, treats it like a restored
 * backup. From now on that state is kept.
 * @param wallMs milliseconds since the epoch
 * @param log gets one line for engineers
 */
function goOnFrom(db: Db, wallMs: number, log: (line: string) => void): void {
  if (isOlderThanMark(db)) {
    const open = inTransaction(db, (tx) => {
      // In the same commit, so that the next start does not find it older once more.
      writeMark(tx, nextMark(db.name, tx))
      return goOnAsRestored(tx, new Date(wallMs).toISOString())
    })
    log(
      `${db.name} is older than this station's last known state; ${open} open operations are being checked.`,
    )
  }
  try {
    keepMark(db)
  } catch (error) {
    if (isNoRoom(error)) throw error
    // The station opens anyway, and sends nothing that costs money.
    log(`The state of ${db.name} cannot be saved: ${error instanceof Error ? error.message : String(error)}`)
  }
}

type Row = Pick<Op, 'seq' | 'kind' | 'state' | 'attempts'> & { baseline: string | null }

/**
 * Marks every open op as possibly sent, so that each is looked for before anything goes out, makes the next pull read
 * the whole account, and notifies people. Ops in flight are left alone: their baseline was read just before.
 * @returns how many ops are open
 */
export function goOnAsRestored(tx: Tx, at: string): number {
  const rows = sql(
    tx,
    `SELECT seq, kind, state, attempts, baseline FROM outbox WHERE ${OPEN} AND state <> 'sending' ORDER BY seq`,
  ).all() as Row[]
  for (const row of rows) {
    advance(tx, row, 'restore', { at })
    noteRestored(tx, row.seq, { attempts: restoredAttempts(row), baseline: restoredBaseline(row) })
  }
  writeSetting(tx, 'pull.cursor', null)
  writeSetting(tx, 'pull.round', null)
  const { waiting, held } = countOpen(tx)
  raiseNotice(tx, { kind: 'data_restored', orderId: null, shipmentUids: [], count: waiting + held, at })
  return waiting + held
}
