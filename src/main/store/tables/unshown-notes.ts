import type { Db } from '../db/database'

/**
 * Which ops were confirmed since somebody last asked without the marketplace showing them yet, so that nothing need search
 * the history for them while the process lives. One whose transaction was rolled back may be among them.
 */
const noted = new WeakMap<Db, Set<number>>()

/** Call it with every confirmation that an answer alone brought. */
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
