/**
 * The next number of the station's revision, which counts what is announced and what is read. Main does one thing at a
 * time, so of two reads the later has the higher number and knows all that was announced before.
 */
export type NextRevision = () => number

/** One count for the whole program: an account that takes over continues it. Starts at 1. */
export function countRevisions(): NextRevision {
  let latest = 0
  return () => (latest += 1)
}
