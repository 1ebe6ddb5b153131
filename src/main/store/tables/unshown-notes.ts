import type { Db } from '../db/database'

/**
 * Ops confirmed since the last call of `takeUnshown` that the marketplace has not shown yet, so that the history need
 * not be searched for them while the process lives. An op whose transaction was rolled back may be among them.
 */
export type UnshownNotes = {
  seqs: ReadonlySet<number>
  /** More were confirmed than are noted: the others are in the outbox, from this seq on; `null` if there are none. */
  othersFrom: number | null
}

/** A drain may confirm many times as many while one look waits for its answer. */
const MOST_NOTED = 5_000

type Notes = { seqs: Set<number>; othersFrom: number | null }
const notes = new WeakMap<Db, Notes>()

/** Call it for every confirmation that rests on an answer alone. */
export function noteUnshown(db: Db, seq: number): void {
  let noted = notes.get(db)
  if (noted === undefined) notes.set(db, (noted = { seqs: new Set(), othersFrom: null }))
  if (noted.seqs.size < MOST_NOTED) noted.seqs.add(seq)
  else noted.othersFrom = Math.min(noted.othersFrom ?? seq, seq)
}

/** The ops noted since the last call. */
export function takeUnshown(db: Db): UnshownNotes {
  const noted = notes.get(db)
  notes.delete(db)
  return noted ?? { seqs: new Set(), othersFrom: null }
}
