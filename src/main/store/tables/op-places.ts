import { sql, type Db } from '../db/database'

/** Which op is at which place (`seq`) of the outbox, for comparing it with copies of ops that are kept elsewhere. */

/** The op at a place; `settledAt`: when it ended, ISO 8601 UTC. `null` if the outbox has none there. */
export function opAtPlace(db: Db, seq: number): { opUid: string; settledAt: string | null } | null {
  const row = sql(db, 'SELECT op_uid AS opUid, settled_at AS settledAt FROM outbox WHERE seq = ?').get(seq)
  return (row as { opUid: string; settledAt: string | null } | undefined) ?? null
}

/** The uid at each place from `seq` on. */
export function uidsFrom(db: Db, seq: number): Map<number, string> {
  return new Map(
    sql(db, 'SELECT seq, op_uid FROM outbox WHERE seq >= ?').raw().all(seq) as [number, string][],
  )
}

/** Those of the uids that the outbox has, at whatever place. */
export function uidsAmong(db: Db, opUids: readonly string[]): string[] {
  const text = 'SELECT op_uid FROM outbox WHERE op_uid IN (SELECT value FROM json_each(?))'
  return sql(db, text).pluck().all(JSON.stringify(opUids)) as string[]
}

/** The places after `seq`, in order. */
export function placesAfter(db: Db, seq: number): number[] {
  return sql(db, 'SELECT seq FROM outbox WHERE seq > ? ORDER BY seq').pluck().all(seq) as number[]
}
