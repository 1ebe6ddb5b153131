import { crashPoint } from '../../base/crash-points'
import { run, sql, writeOne, type Db, type Tx } from '../db/database'
import { noteReadable, storedFields } from '../db/stored-json'
import { OPEN, orderLane, type Op } from './outbox'

/**
 * Columns of an op's row that are written outside its state transitions. This module and `outbox.ts` write the table;
 * so does `salvage.ts`, which adds rows from another database.
 */

/** Records why an op is stuck; its state does not change. */
export function noteError(tx: Tx, seq: number, error: { code: string; status: number | null }): void {
  writeOne(
    tx,
    'UPDATE outbox SET error_code = ?, error_status = ? WHERE seq = ?',
    error.code,
    error.status,
    seq,
  )
}

/**
 * Notes since when the marketplace has failed with it; later calls keep the first time.
 * @returns since when, ISO 8601 UTC
 */
export function noteFailing(tx: Tx, seq: number, at: string): string {
  writeOne(tx, 'UPDATE outbox SET failing_since = coalesce(failing_since, ?) WHERE seq = ?', at, seq)
  return failingSince(tx, seq) ?? at
}

/** Since when the marketplace fails with it, or `null`. */
export function failingSince(db: Db, seq: number): string | null {
  return (sql(db, 'SELECT failing_since FROM outbox WHERE seq = ?').pluck().get(seq) as string | null) ?? null
}

/** At start: the outcome of ops that were being sent is unknown. @returns how many there were */
export function forgetSending(tx: Tx): number {
  return run(tx, `UPDATE outbox SET state = 'unknown' WHERE ${OPEN} AND state = 'sending'`).changes
}

type Baseline = readonly (number | string)[] | null

/**
 * Takes back a send that provably never left the station: it does not count as an attempt, and its baseline is void,
 * because until the next send others may create something that looks like it.
 * @param earlier the baseline before that send: that of an earlier one that may have arrived, or `null`
 */
export function takeSendBack(tx: Tx, seq: number, earlier: Baseline): void {
  writeOne(
    tx,
    'UPDATE outbox SET attempts = attempts - 1, baseline = ? WHERE seq = ?',
    earlier === null ? null : JSON.stringify(earlier),
    seq,
  )
}

/**
 * Stores the IDs that existed before the first send of a create that may have arrived; later calls change nothing,
 * because that send may still turn up.
 */
export function keepBaseline(tx: Tx, seq: number, ids: readonly (number | string)[]): void {
  run(tx, 'UPDATE outbox SET baseline = ? WHERE seq = ? AND baseline IS NULL', JSON.stringify(ids), seq)
  crashPoint('baseline')
}

/**
 * Takes what cannot be read out of an op's row, so that a person's check can work on it. A pack without a baseline would
 * count as never sent; with an empty one, all that looks like it is looked at. For every other kind, knowing of none is
 * what leaves the decision to a person.
 * @returns what was there, for the history
 */
export function takeOutUnreadable(tx: Tx, { seq, kind, unreadable }: Op): string {
  const row = sql(tx, 'SELECT state, baseline, known, captured_at FROM outbox WHERE seq = ?').get(
    seq,
  ) as Record<string, string | null>
  if (unreadable.includes('baseline'))
    writeOne(
      tx,
      'UPDATE outbox SET baseline = ? WHERE seq = ?',
      kind === 'create_shipment' ? '[]' : null,
      seq,
    )
  // Open, or it would not be worked on; it may have been sent.
  if (unreadable.includes('state')) writeOne(tx, `UPDATE outbox SET state = 'unknown' WHERE seq = ?`, seq)
  if (unreadable.includes('known')) writeOne(tx, 'UPDATE outbox SET known = NULL WHERE seq = ?', seq)
  for (const column of ['state', 'baseline', 'known'] as const) noteReadable(tx, `outbox.${column}`, seq)
  return unreadable.map((column) => `${column}: ${row[column] ?? ''}`).join('; ')
}

/** Replaces the body of an op that was never sent. */
export function rewriteBody(tx: Tx, seq: number, body: string): void {
  writeOne(tx, 'UPDATE outbox SET body = ? WHERE seq = ? AND attempts = 0', body, seq)
}

/** What was found when the op was held; nothing if it was not, or cannot be read. */
export function findingOf(db: Db, seq: number): Record<string, unknown> {
  const text = sql(db, 'SELECT finding FROM outbox WHERE seq = ?').pluck().get(seq)
  return storedFields(db, (text as string | null | undefined) ?? null, 'outbox.finding', seq)
}

/** The same for every open op of a lane, oldest first. */
export function findingsOfLane(db: Db, lane: string): { seq: number; finding: Record<string, unknown> }[] {
  const rows = sql(db, `SELECT seq, finding FROM outbox WHERE lane = +? AND ${OPEN} ORDER BY seq`)
    .raw()
    .all(lane)
  return (rows as [number, string | null][]).map(([seq, text]) => ({
    seq,
    finding: storedFields(db, text, 'outbox.finding', seq),
  }))
}

/** Stores what was found for an open op: JSON text. */
export function saveFinding(tx: Tx, seq: number, finding: string): void {
  writeOne(tx, `UPDATE outbox SET finding = ? WHERE seq = ? AND ${OPEN}`, finding, seq)
}

/** Notes that the marketplace shows the op's effect. @param at ISO 8601 UTC */
export function markShown(tx: Tx, seq: number, at: string): void {
  writeOne(tx, 'UPDATE outbox SET shown_at = ? WHERE seq = ?', at, seq)
}

/** Notes a look in vain. @returns how many there have been */
export function countLook(tx: Tx, seq: number): number {
  writeOne(tx, 'UPDATE outbox SET looks = looks + 1 WHERE seq = ?', seq)
  return sql(tx, 'SELECT looks FROM outbox WHERE seq = ?').pluck().get(seq) as number
}

/** Removes part of a body that nothing is recognized by. */
export function replaceBody(tx: Tx, seq: number, body: string): void {
  writeOne(tx, 'UPDATE outbox SET body = ? WHERE seq = ?', body, seq)
}

/** Moves the ops of an order's shipment that appeared twice to the row that stays. */
export function moveOpsTo(tx: Tx, orderId: number, shipmentUid: string, twinUid: string): void {
  run(
    tx,
    'UPDATE outbox SET shipment_uid = ? WHERE lane = ? AND shipment_uid = ?',
    shipmentUid,
    orderLane(orderId),
    twinUid,
  )
}

/** Records what a newer file says about the sends of an op from an older one, or doubts about it (I10). */
export function noteRestored(
  tx: Tx,
  seq: number,
  sends: { attempts: number; baseline: string | null },
): void {
  writeOne(
    tx,
    'UPDATE outbox SET attempts = ?, baseline = ? WHERE seq = ?',
    sends.attempts,
    sends.baseline,
    seq,
  )
}

/** Takes over the state of an op from the newer file that sent it. */
export function takeNewer(
  tx: Tx,
  seq: number,
  newer: { body: string; serverRef: string | null; sentAt: string | null; claims: number },
): void {
  writeOne(
    tx,
    'UPDATE outbox SET body = ?, server_ref = ?, sent_at = ?, claims = ? WHERE seq = ?',
    newer.body,
    newer.serverRef,
    newer.sentAt,
    newer.claims,
    seq,
  )
}
