import { formatInstant } from '../../../shared/domain/time/timestamps'
import { isNoRoom } from '../../base/no-room'
import { openOrSay } from '../../store/archive/archive'
import { monthsOf } from '../../store/archive/months'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { whenRoom } from '../../store/db/room'
import type { EvidenceLog, NextCopies } from '../../store/evidence/log'
import { MOST_COPIES, type OpCopy } from '../../store/evidence/op-copies'
import { salvagedOp, type SalvagedOp } from '../../store/recovery/salvaged-op'
import { parsedJson, readOpAt } from '../../store/recovery/read-ops'
import { takeNewerOps } from '../../store/recovery/rebuild'
import { addNotice, raiseNotice } from '../../store/tables/notices'
import { endedSeqsAfter, lastOpEvent } from '../../store/tables/op-events'
import { opAtPlace, placesAfter, uidsAmong, uidsFrom } from '../../store/tables/op-places'
import { lastSeq } from '../../store/tables/outbox'
import { writeSetting } from '../../store/tables/settings'
import { bringBack } from '../archive/bring-back'
import type { Station } from '../station/station'
import { recordTaken } from './import-with-evidence'

/**
 * Brings back confirmed steps that are missing from the station's database although they were durable: a disk that lies
 * about flushes, a repair or a cut copy may take the end of a file. The evidence log, which is another file, has a copy
 * of each.
 */

type Account = Station & { evidence: EvidenceLog }

/** Orders with an alarm of their own; a file from weeks ago may lack thousands of steps. */
const MOST_NAMED = 100
/** When the copies are made again, this many of the newest operations have one. */
const NEWEST = 200

/**
 * At the start, before anything is sent: compares the outbox with the copies, takes in what it lacks as operations with
 * an unknown outcome (I10), and alarms people. From then on new operations are copied.
 */
export function takeBackLost(account: Account): void {
  const { db, evidence, events } = account
  whenRoom(db, () => {
    let [copied, again] = [lastSeq(db), false]
    try {
      ;({ copied, again } = compare(account))
    } catch (error) {
      if (isNoRoom(error)) throw error
      // Without the evidence log there is nothing to compare with, and people are told of that already.
      console.error('The outbox cannot be compared with its copies:', error)
    }
    keepCopies(evidence, createNextCopies(db, copied), again)
    events.onEvent(({ kind }) => {
      if (kind === 'outbox_changed') evidence.copies.wake()
    })
  })
}

function keepCopies(evidence: EvidenceLog, next: NextCopies, again: boolean): void {
  try {
    evidence.copies.keep(next, again)
  } catch (error) {
    // The next start finds the old copies, and compares again.
    console.error('The copies of operations cannot be made again:', error)
  }
}

/** @returns up to which operation there are copies that fit, or that all must be made `again` */
function compare(account: Account): { copied: number; again: boolean } {
  const { db, evidence } = account
  const copies = evidence.copies.read()
  const before = lastSeq(db)
  const strange = strangeIn(db, copies)
  const known = knownUids(db, strange)
  const lost = [...strange.filter(({ opUid }) => !known.has(opUid)), ...undoneIn(db, copies)]
  const ops = lost.flatMap(({ op }) => salvagedOp.safeParse(parsedJson(op)).data ?? [])
  if (ops.length > 0) takeBack(account, ops)
  const last = lastSeq(db)
  if (strange.length + lost.length > 0) return { copied: Math.min(before, last - NEWEST), again: true }
  // What was confirmed right before a kill may have no copy yet.
  const newest = copies.length === 0 ? last : Math.max(...copies.map(({ seq }) => seq))
  return { copied: Math.max(newest, last - MOST_COPIES), again: false }
}

/** The last copy of each operation that is not in its place of the outbox. */
function strangeIn(db: Db, copies: readonly OpCopy[]): OpCopy[] {
  const newest = new Map(copies.map((copy) => [copy.opUid, copy]))
  const first = Math.min(...[...newest.values()].map(({ seq }) => seq))
  const here = uidsFrom(db, first)
  const last = lastSeq(db)
  // A row is deleted only when it goes to the archive, and the last one stays.
  return [...newest.values()]
    .filter(({ seq, opUid }) => (here.get(seq) ?? (seq > last ? null : opUid)) !== opUid)
    .sort((left, right) => left.seq - right.seq)
}

/** A restored backup gives operations other places, and the archive has those that ended long ago. */
function knownUids(db: Db, copies: readonly OpCopy[]): ReadonlySet<string> {
  if (copies.length === 0) return new Set()
  const uids = copies.map(({ opUid }) => opUid)
  const files = [db, ...monthsOf(db).flatMap(({ month }) => openOrSay(db, month) ?? [])]
  return new Set(files.flatMap((file) => uidsAmong(file, uids)))
}

/** Operations that a person ended, which is final, and which are open again. */
function undoneIn(db: Db, copies: readonly OpCopy[]): OpCopy[] {
  const isOpenHere = ({ seq, opUid }: OpCopy): boolean => {
    const here = opAtPlace(db, seq)
    return here?.opUid === opUid && here.settledAt === null
  }
  const last = new Map(copies.map((copy) => [copy.opUid, copy]))
  return [...last.values()].filter((copy) => copy.op.includes('"state":"discarded"') && isOpenHere(copy))
}

function takeBack(account: Account, ops: readonly SalvagedOp[]): void {
  const { db, clock } = account
  const at = formatInstant(clock.wallMs())
  for (const orderId of new Set(ops.map((op) => op.orderId)))
    if (orderId !== null) bringBack(account, orderId)
  inTransaction(db, (tx) => {
    takeNewerOps(tx, ops, false, at)
    // What was read after the lost steps was lost with them.
    writeSetting(tx, 'pull.cursor', null)
    writeSetting(tx, 'pull.round', null)
    alarm(tx, ops, at)
  })
  console.error(
    `${db.name} lacks ${ops.length} confirmed steps; they were taken in again from the evidence log: ${ops
      .map(({ opUid }) => opUid)
      .join(', ')}`,
  )
  const record = recordTaken(account)
  for (const op of ops) record(op)
}

/** Each order is named with the parcels concerned, and all steps are counted. */
function alarm(tx: Tx, ops: readonly SalvagedOp[], at: string): void {
  const orders = new Map<number, string[]>()
  for (const { orderId, shipmentUid } of ops) {
    if (orderId === null) continue
    const parcels = orders.get(orderId) ?? []
    orders.set(orderId, shipmentUid === null ? parcels : [...parcels, shipmentUid])
  }
  for (const [orderId, parcels] of [...orders].slice(-MOST_NAMED))
    addNotice(tx, { kind: 'step_lost', orderId, shipmentUids: [...new Set(parcels)], count: null, at })
  raiseNotice(tx, { kind: 'steps_lost', orderId: null, shipmentUids: [], count: ops.length, at })
}

/** @param copied operations up to this place have a copy */
function createNextCopies(db: Db, copied: number): NextCopies {
  let upTo = copied
  let event = lastOpEvent(db)
  const nothing = { copies: [], done: () => {} }
  return () => {
    try {
      if (!db.open || db.inTransaction) return nothing
      const last = lastSeq(db)
      const lastEvent = lastOpEvent(db)
      const ended = endedSeqsAfter(db, event)
      const fresh = placesAfter(db, upTo)
      const copies = [...ended.filter((seq) => seq <= upTo), ...fresh].flatMap((seq) => copyAt(db, seq))
      const done = (): void => {
        upTo = last
        event = lastEvent
      }
      return { copies, done }
    } catch (error) {
      // The next access to the file reports the damage.
      console.error('Operations cannot be copied into the evidence log:', error)
      return nothing
    }
  }
}

function copyAt(db: Db, seq: number): OpCopy[] {
  const op = readOpAt(db, seq)
  return op === null ? [] : [{ seq, opUid: op.opUid, op: JSON.stringify(op) }]
}
