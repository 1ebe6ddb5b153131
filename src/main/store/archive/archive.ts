import { z } from 'zod'
import { emptyLog, inTransaction, sql, type Db, type Tx } from '../db/database'
import type { Order } from '../../../shared/partner-api/order'
import { dropLabels, keepLabels, labelsAfter, learnLabels } from '../tables/archived-labels'
import { dropNumbersOf } from '../tables/given-numbers'
import { refreshSummary, sameAsLastRead } from '../tables/orders'
import { staleSlots, unmark } from '../tables/payout-days'
import { readJsonSetting, writeSetting } from '../tables/settings'
import { monthsOf, noteLabels, noteMonth, openMonth, rangeOf, strayMonths } from './months'
import { copyRows, deleteRows, type Moved } from './rows'

/**
 * Moves finished orders and ops to the archive, and back when somebody asks for one or the marketplace changes it. A
 * commit is in one file only, so a move takes three: what is about to move, the copy, and the deletion. Whatever moment
 * the process ends, a row is in the station's own file or in the archive; where it is in both, the own file counts and
 * `settleMoves` deletes the other.
 */

/** What may be in both files, JSON in the station's own; never rename. */
const MOVING = 'archive.moving'
const savedMoves = z.array(
  z.object({ month: z.string(), orderIds: z.array(z.number()), seqs: z.array(z.number()) }),
)
type Move = z.infer<typeof savedMoves>[number]

function movesOf(db: Db): Move[] {
  return readJsonSetting(db, MOVING, savedMoves) ?? []
}

function noteMoves(tx: Tx, moves: readonly Move[]): void {
  writeSetting(tx, MOVING, moves.length === 0 ? null : JSON.stringify(moves))
}

/**
 * Moves orders and ops on items to the archive. Nothing else may happen to them meanwhile: it is one turn of the event
 * loop.
 * @throws StartError when the month's file cannot be used; StationError `disk_full`, `database_error`
 */
export function moveToArchive(db: Db, month: string, { orderIds, seqs }: Moved): void {
  const move: Move = { month, orderIds: [...orderIds], seqs: [...seqs] }
  const before = movesOf(db)
  inTransaction(db, (tx) => noteMoves(tx, [...before, move]))
  inTransaction(openMonth(db, month), (tx) => {
    deleteRows(tx, move)
    copyRows(db, tx, move)
  })
  inTransaction(db, (tx) => {
    keepLabels(tx, orderIds)
    dropNumbersOf(tx, orderIds)
    const stale = new Set(staleSlots(tx))
    deleteRows(tx, move)
    // The orders count as before, wherever they are.
    unmark(
      tx,
      staleSlots(tx).filter((slot) => !stale.has(slot)),
    )
    if (orderIds.length > 0 || !monthsOf(tx).some((known) => known.month === month))
      noteMonth(tx, month, orderIds, true)
    noteMoves(tx, before)
  })
}

/** Deletes from the archive what the station's own file has as well, because a move was cut off or came back. */
export function settleMoves(db: Db): void {
  const moves = movesOf(db)
  if (moves.length === 0) return
  const left = moves.filter((move) => !settle(db, move))
  if (left.length < moves.length) inTransaction(db, (tx) => noteMoves(tx, left))
}

/** @returns false if the month's file cannot be used now; its copy counts for nothing meanwhile */
function settle(db: Db, { month, orderIds, seqs }: Move): boolean {
  const file = openOrSay(db, month)
  if (file === null) return false
  const here = { orderIds: known(db, 'orders', orderIds), seqs: known(db, 'outbox', seqs) }
  inTransaction(file, (tx) => deleteRows(tx, here))
  // The log still has the pages as they were, and a buyer may be deleted from the other file.
  emptyLog(file)
  return true
}

function known(db: Db, table: 'orders' | 'outbox', ids: readonly number[]): number[] {
  const id = table === 'orders' ? 'order_id' : 'seq'
  return sql(db, `SELECT ${id} FROM ${table} WHERE ${id} IN (SELECT value FROM json_each(?))`)
    .pluck()
    .all(JSON.stringify(ids)) as number[]
}

/** Takes in files that the station's own does not know of. */
export function adoptStrayMonths(db: Db): void {
  for (const month of strayMonths(db)) {
    const file = openOrSay(db, month)
    if (file === null) continue
    const range = rangeOf(file)
    inTransaction(db, (tx) =>
      noteMonth(tx, month, range === null ? [] : [range.lowest, range.highest], false),
    )
  }
}

/** Orders whose labels are learned at once: a few milliseconds. */
const LEARNED_AT_ONCE = 200

/**
 * Learns the labels of months that a restored backup did not know. Each `yield` ends a part; what was cut off is learned
 * again.
 */
export function* learnMissingLabels(db: Db): Generator<void> {
  for (const { month } of monthsOf(db).filter(({ labels }) => !labels)) {
    for (let last: number | null = 0; last !== null;) {
      const file = openOrSay(db, month)
      if (file === null) break
      const part = labelsAfter(file, last, LEARNED_AT_ONCE)
      last = part.last
      inTransaction(db, (tx) => {
        learnLabels(tx, part.labels)
        if (part.last === null) noteLabels(tx, month)
      })
      yield
    }
  }
}

/** Whether an order that some file of the archive has is not in the station's own, which counts. */
export function isInArchive(db: Db, orderId: number): boolean {
  return known(db, 'orders', [orderId]).length === 0
}

/** The archive's file with the order; `null` if the station's own has it, or nobody. */
export function findArchived(db: Db, orderId: number): { month: string; file: Db } | null {
  const months = monthsOf(db)
  if (months.length === 0 || !isInArchive(db, orderId)) return null
  for (const { month, lowest, highest } of [...months].reverse()) {
    if (orderId < lowest || orderId > highest) continue
    const file = openOrSay(db, month)
    if (file !== null && known(file, 'orders', [orderId]).length > 0) return { month, file }
  }
  return null
}

/** Whether the archive has the order, and `order` says nothing new about it. */
export function isSameInArchive(db: Db, order: Order): boolean {
  const found = findArchived(db, order.id)
  return found !== null && sameAsLastRead(found.file, order)
}

/** A month that cannot be read must not keep the station from the rest of its work. */
export function openOrSay(db: Db, month: string): Db | null {
  try {
    return openMonth(db, month)
  } catch (error) {
    console.error(`The archive of ${month} cannot be used:`, error instanceof Error ? error.message : error)
    return null
  }
}

/**
 * Takes an order out of the archive, in the commit of what needs it. Its copy there is deleted by `settleMoves`.
 * @returns whether it was there
 */
export function takeBack(tx: Tx, orderId: number): boolean {
  const found = findArchived(tx, orderId)
  if (found === null) return false
  const move: Move = { month: found.month, orderIds: [orderId], seqs: [] }
  copyRows(found.file, tx, move)
  // Its items may have been read since it was moved.
  refreshSummary(tx, orderId)
  dropLabels(tx, move.orderIds)
  noteMoves(tx, [...movesOf(tx), move])
  return true
}
