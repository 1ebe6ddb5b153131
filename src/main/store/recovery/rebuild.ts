import { constants, copyFileSync, existsSync } from 'node:fs'
import { z } from 'zod'
import { NOTICE_KINDS, type NoticeKind } from '../../../shared/contract/views'
import { MOST_TURNS } from '../../../shared/domain/labels/shared-number'
import { isKnown, renewOrder, restoredAttempts, restoredBaseline, salvageOps } from './salvage'
import { type SalvagedOp, type SalvagedShipment } from './salvaged-op'
import { readTolerantly } from './damaged-rows'
import { parsedJson, readOpenOps, type ReadOps } from './read-ops'
import { deleteBuyer } from '../tables/buyers'
import { dropOutdatedChanges } from '../tables/outdated-changes'
import { emptyLog, inTransaction, sql, type Db, type DbFile, type Tx } from '../db/database'
import { closeDatabase, openDatabase } from '../db/open'
import { freshFile, removeDatabase } from './file-swap'
import { raiseNotice } from '../tables/notices'
import { noteRestored, takeNewer } from '../tables/op-notes'
import { advance, OPEN, type Op } from '../tables/outbox'
import { countOpen } from '../views/outbox-list'
import { salvageJobs } from './salvage-jobs'
import {
  dropGivenNumbers,
  GIVEN_ROW,
  givenRow,
  keepNumber,
  NUMBERS_HEARD,
  SHARED_ROW,
} from '../tables/given-numbers'
import { keepPrintedLabel, PRINTED_LABEL_ROW, printedLabelRow } from '../tables/printed-labels'
import { readSecret, writeSecret, writeSetting } from '../tables/settings'
import { putIn, putRow } from '../tables/put-wall'
import { readHeard } from '../tables/heard-hub'
import { CODES_HEARD, mergeTaught, takenBackRow, TAUGHT_ROW, taughtRow } from '../tables/taught-codes'
import { nextMark, writeMark } from './station-mark'
import { dropShipment, findShipment, mapServerId, saveShipment, type ShipmentRow } from '../tables/shipments'

/**
 * Builds the database that replaces the present one: from a backup, or empty, with every op that is open in the backup
 * or in the present file as `unknown` (I10). The present file's version of an op is newer and wins over the backup's:
 * ops confirmed, discarded or held since stay so, even those that the backup does not know.
 */

export type Rebuild = {
  /** Path of the present database; the new one is built in the same folder. */
  file: string
  /** The backup to start from; `null` starts empty. */
  backup: string | null
  /** The present database, open for reading; `null` when nothing in it can be read. */
  present: Db | null
  kind: Extract<NoticeKind, 'data_salvaged' | 'data_restored'>
  /** ISO 8601 UTC. */
  at: string
}

/** @returns how many ops are open in the new database, and how many rows of the present one could not be read */
export function rebuild({ file, backup, present, kind, at }: Rebuild): { open: number; unread: number } {
  const fresh = freshFile(file)
  removeDatabase(fresh)
  if (backup !== null) copyFileSync(backup, fresh, constants.COPYFILE_FICLONE)
  const db = openDatabase(fresh)
  try {
    const result = inTransaction(db, (tx) => {
      const unread = takePresentOps(tx, present, kind === 'data_salvaged', at)
      if (present !== null) takeOverRest(tx, present, kind === 'data_salvaged')
      // Whatever was done meanwhile comes back from the marketplace with a first import.
      writeSetting(tx, 'pull.cursor', null)
      writeSetting(tx, 'pull.round', null)
      writeSetting(tx, 'shown.before', null)
      // Higher than every earlier file's, so that none of them passes for the present one.
      writeMark(tx, nextMark(file, present, tx))
      const { waiting, held } = countOpen(tx)
      raiseNotice(tx, { kind, orderId: null, shipmentUids: [], count: waiting + held, at })
      return { open: waiting + held, unread }
    })
    closeWhole(db)
    return result
  } catch (error) {
    db.close()
    removeDatabase(fresh)
    throw error
  }
}

/** Closes it as one file without a log, so that a single rename moves all of it. */
function closeWhole(db: DbFile): void {
  emptyLog(db)
  closeDatabase(db)
  if (existsSync(`${db.name}-wal`))
    throw new Error('the log of the new database could not be written into it')
}

type Place = Pick<Op, 'seq' | 'opUid' | 'kind' | 'state' | 'attempts'> & { baseline: string | null }

/** @returns how many rows of the present database could not be read */
function takePresentOps(tx: Tx, present: Db | null, damaged: boolean, at: string): number {
  const also = new Set(placesIn(tx).map(({ opUid }) => opUid))
  const finishedExcept = new Set(sql(tx, 'SELECT op_uid FROM outbox').pluck().all() as string[])
  const { ops: rows, unread } =
    present === null ? NOTHING : readOpenOps(present, { also, finishedExcept, damaged })
  takeNewerOps(tx, rows, damaged, at)
  return unread
}

function placesIn(db: Db): Place[] {
  return sql(
    db,
    `SELECT seq, op_uid AS opUid, kind, state, attempts, baseline FROM outbox WHERE ${OPEN} ORDER BY seq`,
  ).all() as Place[]
}

/**
 * Makes every open op `unknown` and takes in what something newer knows (I10): its version of an op wins, and ops that
 * only it has are appended in its order.
 * @param rows by the order of the newer outbox
 * @param damaged the newer one is, so that an op that was held in it is looked at again
 */
export function takeNewerOps(tx: Tx, rows: readonly SalvagedOp[], damaged: boolean, at: string): void {
  const places = placesIn(tx)
  const ops = lastRows(rows)
  const newer = new Map(ops.map((op) => [op.opUid, op]))
  for (const place of places) reopen(tx, place, newer.get(place.opUid), damaged, at)
  // A held op of a damaged file is looked at again: the reason against it may be on a lost page.
  salvageOps(tx, damaged ? ops.filter(({ state }) => state !== 'held') : ops, at, null, true)
  if (damaged) salvageOps(tx, ops, at)
  takeShipments(tx, ops, damaged)
  dropOutdatedChanges(tx, 'seq', at)
}

/** An op that left in a file and came back has a row for each time; the last one counts, in its place. */
function lastRows(rows: readonly SalvagedOp[]): readonly SalvagedOp[] {
  const last = new Map<string, SalvagedOp>()
  for (const row of rows) {
    last.delete(row.opUid)
    last.set(row.opUid, row)
  }
  return [...last.values()]
}

const NOTHING: ReadOps = { ops: [], unread: 0 }

function reopen(tx: Tx, place: Place, newer: SalvagedOp | undefined, damaged: boolean, at: string): void {
  advance(tx, place, 'restore', { at })
  const { seq } = place
  const latest = newer ?? place
  const known = newer !== undefined && isKnown(newer) && !(damaged && newer.state === 'held')
  const attempts = known ? newer.attempts : restoredAttempts(latest)
  const baseline = known ? newer.baseline : restoredBaseline(latest)
  noteRestored(tx, seq, { attempts, baseline })
  if (newer === undefined) return
  takeNewer(tx, seq, newer)
  if (known) endAsKnown(tx, { seq, state: 'unknown', attempts }, newer, at)
}

function endAsKnown(tx: Tx, op: Pick<Op, 'seq' | 'state' | 'attempts'>, newer: SalvagedOp, at: string): void {
  const { settledAt, discardReason, heldReason, finding, errorCode, errorStatus } = newer
  if (newer.state === 'confirmed') advance(tx, op, 'confirm', { at: settledAt ?? at })
  else if (newer.state === 'discarded')
    advance(tx, op, 'follow', { at: settledAt ?? at, discardReason: discardReason ?? '' })
  else
    advance(tx, op, 'hold', {
      at,
      heldReason: heldReason ?? 'unconfirmed',
      ...(finding === null ? {} : { finding }),
      ...(errorCode === null ? {} : { errorCode, errorStatus }),
    })
}

/** Takes over the present file's shipments of the ops: it is newer than the backup. */
function takeShipments(tx: Tx, ops: readonly SalvagedOp[], damaged: boolean): void {
  for (const { orderId, shipmentUid, shipment, state } of ops) {
    const here = shipmentUid === null ? null : findShipment(tx, shipmentUid)
    if (here === null || orderId === null) continue
    if (shipment !== null) takeShipment(tx, here, shipment)
    // If its create was discarded, it never came to be.
    else if (!damaged && state === 'discarded' && here.serverId === null) dropShipment(tx, here)
    renewOrder(tx, orderId)
  }
}

function takeShipment(tx: Tx, here: ShipmentRow, shipment: SalvagedShipment): void {
  saveShipment(tx, { ...here, ...shipment, packedHere: here.packedHere })
  if (shipment.serverId !== null) mapServerId(tx, here.shipmentUid, here.orderId, shipment.serverId)
}

/**
 * Settings about the old file: how far it had read the marketplace, and that it is in use. Neither is true of the new
 * one.
 */
const OF_THE_FILE: ReadonlySet<unknown> = new Set([
  'station.open',
  'station.mark',
  'pull.cursor',
  'pull.round',
  'pull.settled',
  'shown.before',
  CODES_HEARD,
  NUMBERS_HEARD,
])

/** @param all also takes over the settings: nobody wanted older ones */
function takeOverRest(tx: Tx, present: Db, all: boolean): void {
  for (const { name, sealed } of rowsOf(present, 'SELECT name, sealed FROM secrets')) {
    // The backup's data is sealed with the key stored in the same backup.
    const keep = name === 'buyer-key' && readSecret(tx, name) !== null
    if (!keep && typeof name === 'string' && Buffer.isBuffer(sealed)) writeSecret(tx, name, sealed)
  }
  for (const { key, value } of rowsOf(present, 'SELECT key, value FROM settings')) {
    const wanted = key === 'token.replaces' || (all && !OF_THE_FILE.has(key))
    if (wanted && typeof key === 'string' && typeof value === 'string') writeSetting(tx, key, value)
  }
  // A copy from before the request still has the buyer.
  for (const { orderId, at } of rowsOf(
    present,
    'SELECT order_id AS orderId, deleted_at AS "at" FROM deleted_buyers',
  ))
    if (typeof orderId === 'number' && typeof at === 'string') deleteBuyer(tx, orderId, at)
  takeOverNotices(tx, present)
  takeOverTaught(tx, present)
  takeOverPutWall(tx, present)
  takeOverPrinted(tx, present)
  takeOverNumbers(tx, present, all)
  salvageJobs(tx, present)
}

const taughtAtHub = taughtRow.extend({ atHub: z.int() })

/** What people have taught and taken back: perhaps nobody else has it. */
function takeOverTaught(tx: Tx, present: Db): void {
  const codes = (atHub: string) =>
    rowsOf(present, `SELECT ${TAUGHT_ROW}, ${atHub} AS atHub FROM taught_codes`)
  const known = codes('at_hub')
  // A file that this version has never opened knows of no hub.
  const taught = known.length > 0 ? known : codes('0')
  const takenBack = rowsOf(present, 'SELECT code, by, value, size FROM taught_codes_taken_back')
  mergeTaught(
    tx,
    {
      taught: taught.flatMap((row) => taughtAtHub.safeParse(row).data ?? []),
      takenBack: takenBack.flatMap((row) => takenBackRow.safeParse(row).data ?? []),
    },
    sameHub(tx, present, CODES_HEARD),
  )
}

/** Whether both have heard the same making of the hub. @param setting where it is stored */
function sameHub(tx: Tx, present: Db, setting: string): boolean {
  const [here, there] = [tx, present].map((db) => {
    const heard = readTolerantly(() => readHeard(db, setting))
    return heard === 'broken' || heard === null ? null : `${heard.name} ${heard.created} ${heard.round}`
  })
  return here !== null && here === there
}

/** The items are still in their slots. */
function takeOverPutWall(tx: Tx, present: Db): void {
  const rows = rowsOf(
    present,
    'SELECT order_id AS orderId, line_id AS lineId, slot, code, put_at AS putAt FROM put_wall',
  )
  for (const row of rows) {
    const put = putRow.safeParse(row).data
    if (put !== undefined) putIn(tx, put)
  }
}

/** Or labels would be printed again. */
function takeOverPrinted(tx: Tx, present: Db): void {
  for (const row of rowsOf(present, `SELECT ${PRINTED_LABEL_ROW} FROM printed_labels`)) {
    const printed = printedLabelRow.safeParse(row).data
    if (printed !== undefined) keepPrintedLabel(tx, printed)
  }
}

/** As strict as the hub's values are: one strange number would spoil the hundred that are told with it. */
const numberAtHub = givenRow.extend({
  takenBack: z.int(),
  turn: z.int().positive().max(MOST_TURNS),
  atHub: z.int(),
})

/** What was taken back since the backup stays so, as far as the present file can be read. */
function takeOverNumbers(tx: Tx, present: Db, damaged: boolean): void {
  if (!damaged) dropGivenNumbers(tx)
  const numbers = (row: string) => rowsOf(present, `SELECT ${row} FROM given_numbers`)
  const known = numbers(SHARED_ROW)
  const isSame = sameHub(tx, present, NUMBERS_HEARD)
  // A file that this version has never opened knows of no hub.
  for (const row of known.length > 0
    ? known
    : numbers(`${GIVEN_ROW}, 0 AS takenBack, 1 AS turn, 0 AS atHub`)) {
    const { data } = numberAtHub.safeParse(row)
    if (data === undefined) continue
    const { takenBack, atHub, ...given } = data
    keepNumber(tx, { ...given, isTakenBack: takenBack !== 0 }, isSame ? atHub : 0)
  }
}

const carriedNotice = z.object({
  kind: z.enum(NOTICE_KINDS),
  orderId: z.int(),
  shipmentUids: z.string().transform((text) => z.array(z.string()).catch([]).parse(parsedJson(text))),
  at: z.string(),
})

/** Alarms about orders that nobody has acknowledged yet. */
function takeOverNotices(tx: Tx, present: Db): void {
  const rows = rowsOf(
    present,
    `SELECT kind, order_id AS orderId, shipment_uids AS shipmentUids, raised_at AS "at" FROM notices
      WHERE acknowledged_at IS NULL AND order_id IS NOT NULL ORDER BY notice_id`,
  )
  for (const row of rows) {
    const notice = carriedNotice.safeParse(row).data
    if (notice !== undefined) raiseNotice(tx, { ...notice, count: null })
  }
}

/** The rows that a query yields before it meets a broken page. */
function rowsOf(db: Db, query: string): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = []
  readTolerantly(() => {
    for (const row of sql(db, query).iterate()) rows.push(row as Record<string, unknown>)
  })
  return rows
}
