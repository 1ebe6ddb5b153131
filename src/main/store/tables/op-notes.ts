import { crashPoint } from '../../base/crash-points'
import { run, sql, writeOne, type Db, type Tx } from '../db/database'
import { OPEN } from './outbox'

/**
 * What is noted in an op’s row beside its way through the states. This module and `outbox.ts` write the table; so does
 * `carry-over.ts`, which adds rows that were another database’s.
 */

/** Shows why an op does not get on, while its state stays what it is. */
export function noteError(tx: Tx, seq: number, error: { code: string; status: number | null }): void {
  writeOne(
    tx,
    'UPDATE outbox SET error_code = ?, error_status = ? WHERE seq = ?',
    error.code,
    error.status,
    seq,
  )
}

/** Notes that the marketplace fails with it, from the first time on. @returns since when, ISO 8601 UTC */
export function noteFailing(tx: Tx, seq: number, at: string): string {
  writeOne(tx, 'UPDATE outbox SET failing_since = coalesce(failing_since, ?) WHERE seq = ?', at, seq)
  return failingSince(tx, seq) ?? at
}

/** Since when the marketplace fails with it, or `null`. */
export function failingSince(db: Db, seq: number): string | null {
  return (sql(db, 'SELECT failing_since FROM outbox WHERE seq = ?').pluck().get(seq) as string | null) ?? null
}

type Baseline = readonly (number | string)[] | null

/**
 * Takes a send back that was proven never to have left the station: it does not count as an attempt, and what was there
 * before it says nothing. Until the next send others may create what looks like it.
 * @param earlier the baseline as it was before that send: that of an earlier one that may have arrived, or `null`
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
 * Keeps the ids that were there before the first send of a create that may have arrived; a later call changes nothing,
 * because that one may still turn up.
 */
export function keepBaseline(tx: Tx, seq: number, ids: readonly (number | string)[]): void {
  run(tx, 'UPDATE outbox SET baseline = ? WHERE seq = ? AND baseline IS NULL', JSON.stringify(ids), seq)
  crashPoint('baseline')
}

/** Replaces the body of an op that was never sent. */
export function rewriteBody(tx: Tx, seq: number, body: string): void {
  writeOne(tx, 'UPDATE outbox SET body = ? WHERE seq = ? AND attempts = 0', body, seq)
}

/** What was found when the op was held: JSON text, or `null`. */
export function findingOf(db: Db, seq: number): string | null {
  return (sql(db, 'SELECT finding FROM outbox WHERE seq = ?').pluck().get(seq) as string | null) ?? null
}

/** The same of every open op of a lane, oldest first. */
export function findingsOfLane(db: Db, lane: string): { seq: number; finding: string | null }[] {
  return sql(db, `SELECT seq, finding FROM outbox WHERE lane = +? AND ${OPEN} ORDER BY seq`).all(lane) as {
    seq: number
    finding: string | null
  }[]
}

/** Keeps what was found for an open op: JSON text. */
export function saveFinding(tx: Tx, seq: number, finding: string): void {
  writeOne(tx, `UPDATE outbox SET finding = ? WHERE seq = ? AND ${OPEN}`, finding, seq)
}

/** Notes that the marketplace shows what the op did. @param at ISO 8601 UTC */
export function markShown(tx: Tx, seq: number, at: string): void {
  writeOne(tx, 'UPDATE outbox SET shown_at = ? WHERE seq = ?', at, seq)
}

/** Notes that it was looked for in vain. @returns how often it was by now */
export function countLook(tx: Tx, seq: number): number {
  writeOne(tx, 'UPDATE outbox SET looks = looks + 1 WHERE seq = ?', seq)
  return sql(tx, 'SELECT looks FROM outbox WHERE seq = ?').pluck().get(seq) as number
}

/** Leaves a part of the body that nothing is recognized by. */
export function replaceBody(tx: Tx, seq: number, body: string): void {
  writeOne(tx, 'UPDATE outbox SET body = ? WHERE seq = ?', body, seq)
}

/** The ops of a shipment that showed twice go on under the one that stays. */
export function moveOpsTo(tx: Tx, shipmentUid: string, twinUid: string): void {
  run(tx, 'UPDATE outbox SET shipment_uid = ? WHERE shipment_uid = ?', shipmentUid, twinUid)
}

/** What a newer file, or the doubt about it, says of the sends of an op that came out of an older one (I10). */
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

/** How a newer file has the op that it sent. */
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
