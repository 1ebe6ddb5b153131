import type { Db } from '../db/database'

/**
 * Ops confirmed since the last call of `takeUnshown` that the marketplace has not shown yet, so that the history need
 * not be searched for them while the process lives. An op whose transaction was rolled back may be among them.
 */
const noted = new WeakMap<Db, Set<number>>()

/** Call it for every confirmation that rests on an answer alone. */
export function noteUnshown(db: Db, seq: number): void {
  const seqs = noted.get(db)
  if (seqs === undefined) noted.set(db, new Set([seq]))
  else seqs.add(seq)
}

/** The ops noted since the last call. */
export function takeUnshown(db: Db): ReadonlySet<number> {
  const seqs = noted.get(db) ?? new Set<number>()
  noted.delete(db)
  return seqs
}
