import { reasonsEndedBy } from '../../../shared/domain/outbox/held-reason'
import { sql, type Db, type Tx } from '../db/database'
import { addOpEvent } from './op-events'
import { itemLane, OPEN, orderLane, toOp, type Op, type StoredOp } from './outbox'

/** Ops that the marketplace has confirmed, and whether it has shown their effect since (I13). */

export type ConfirmedOp = Op & {
  sentAt: string | null
  settledAt: string | null
  /** When the marketplace first showed its effect, ISO 8601 UTC; `null` if it never has. */
  shownAt: string | null
  /** How often it was looked for in vain. */
  looks: number
  /** The marketplace's time by which it had taken effect, ISO 8601 UTC; `null` if no answer showed its clock. */
  effectiveBy: string | null
}

/** Confirmed ops on the order, and those reopened because the marketplace does not show them. */
export function confirmedOfOrder(db: Db, orderId: number): ConfirmedOp[] {
  const rows = sql(
    db,
    `SELECT * FROM outbox
      WHERE lane = +? AND (state = 'confirmed'
         OR (state = 'held' AND held_reason IN (SELECT value FROM json_each(?)))) ORDER BY seq`,
  ).all(orderLane(orderId), JSON.stringify(reasonsEndedBy('copy'))) as StoredOp[]
  return rows.map((row) => toConfirmed(db, row))
}

/** Confirmed ops on the order that the marketplace has not shown yet, oldest first. */
export function unshownOfOrder(db: Db, orderId: number): ConfirmedOp[] {
  const rows = sql(
    db,
    `SELECT * FROM outbox WHERE lane = +? AND state = 'confirmed' AND shown_at IS NULL ORDER BY seq`,
  ).all(orderLane(orderId)) as StoredOp[]
  return rows.map((row) => toConfirmed(db, row))
}

/** Confirmed ops on the item, by its number or its external ID, that the marketplace has not shown yet, oldest first. */
export function unshownOfItem(db: Db, itemKeys: readonly string[]): ConfirmedOp[] {
  const rows = sql(
    db,
    `SELECT * FROM outbox WHERE lane IN (SELECT value FROM json_each(?)) AND state = 'confirmed' AND shown_at IS NULL
      ORDER BY seq`,
  ).all(JSON.stringify(itemKeys.map(itemLane))) as StoredOp[]
  return rows.map((row) => toConfirmed(db, row))
}

/** The order's shipments with an op that is open, or confirmed and not shown yet. */
export function shipmentsInWork(db: Db, orderId: number): ReadonlySet<string> {
  const uids = sql(
    db,
    `SELECT shipment_uid FROM outbox WHERE lane = +? AND shipment_uid IS NOT NULL
       AND (${OPEN} OR (state = 'confirmed' AND shown_at IS NULL))`,
  ).pluck()
  return new Set(uids.all(orderLane(orderId)) as string[])
}

/** The op if it is confirmed and was never shown, else `null`. */
export function findUnshown(db: Db, seq: number): ConfirmedOp | null {
  const row = sql(db, `SELECT * FROM outbox WHERE seq = ? AND state = 'confirmed' AND shown_at IS NULL`).get(
    seq,
  ) as StoredOp | undefined
  return row === undefined ? null : toConfirmed(db, row)
}

/**
 * The first `most` ops from seq `from` up to but not including `below` that are confirmed and were never shown, and how
 * often each was looked for. Reads each row.
 */
export function unshownBetween(
  db: Db,
  from: number,
  below: number,
  most: number,
): { seq: number; looks: number }[] {
  return sql(
    db,
    `SELECT seq, looks FROM outbox WHERE seq >= +? AND seq < +? AND state = 'confirmed' AND shown_at IS NULL
      ORDER BY seq LIMIT +?`,
  ).all(from, below, most) as { seq: number; looks: number }[]
}

/** The seq of the first open op, or one past the last op. */
export function firstOpenSeq(db: Db): number {
  return sql(
    db,
    `SELECT coalesce((SELECT min(seq) FROM outbox WHERE ${OPEN}), (SELECT max(seq) + 1 FROM outbox), 1)`,
  )
    .pluck()
    .get() as number
}

/** One past the seq of the last op. */
export function endOfOutbox(db: Db): number {
  return sql(db, 'SELECT coalesce(max(seq), 0) + 1 FROM outbox').pluck().get() as number
}

/**
 * Keeps in the history that it was sent and confirmed: the op's own row shows that only while it is the op's final
 * state.
 */
export function keepConfirmation(tx: Tx, { seq, settledAt, sentAt }: ConfirmedOp): void {
  const told = sql(tx, `SELECT 1 FROM op_events WHERE seq = +? AND event IN ('confirm', 'adopt')`).get(seq)
  if (told !== undefined || settledAt === null) return
  if (sentAt !== null) addOpEvent(tx, seq, 'claim', { at: sentAt })
  addOpEvent(tx, seq, 'confirm', { at: settledAt })
}

/** Whether a later op of one of these kinds exists in the same lane and was not discarded. */
export function laterOnItem(db: Db, op: Op, kinds: readonly string[]): boolean {
  const found = sql(
    db,
    `SELECT 1 FROM outbox WHERE lane = +? AND seq > +? AND state <> 'discarded'
       AND kind IN (SELECT value FROM json_each(?))`,
  ).get(op.lane, op.seq, JSON.stringify(kinds))
  return found !== undefined
}

function toConfirmed(db: Db, row: StoredOp): ConfirmedOp {
  return {
    ...toOp(db, row),
    sentAt: row.sent_at,
    settledAt: row.settled_at,
    shownAt: row.shown_at,
    looks: row.looks,
    effectiveBy: row.effective_by,
  }
}
