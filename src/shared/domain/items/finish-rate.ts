/**
 * How fast a long job progresses, judged by what was finished in the last minutes, not by what a limit would allow.
 */

/** How many were finished, and the clock that nobody sets, in milliseconds. */
export type RateSample = { ms: number; finished: number }

/** Older samples do not count, or a pause an hour ago would. */
const COUNTED_MS = 180_000
/** Before that, one quick or slow answer would be all there is. */
const SHORTEST_MS = 4_000
/** Between two samples that are kept. */
const APART_MS = 500

/** The samples with one more; those that no longer count are left out. */
export function addSample(samples: readonly RateSample[], sample: RateSample): readonly RateSample[] {
  const last = samples.at(-1)
  const before = samples.at(-2)
  // The last one always shows the latest state.
  const kept = last !== undefined && before !== undefined && last.ms - before.ms < APART_MS
  const earlier = kept ? samples.slice(0, -1) : samples
  const first = earlier.findIndex(({ ms }) => ms >= sample.ms - COUNTED_MS)
  return [...(first < 0 ? [] : earlier.slice(first)), sample]
}

/** Finished a minute, as of `nowMs`; `null` while too little has been seen. */
export function ratePerMinute(samples: readonly RateSample[], nowMs: number): number | null {
  const [first] = samples
  const last = samples.at(-1)
  if (first === undefined || last === undefined) return null
  const ms = nowMs - first.ms
  const finished = last.finished - first.finished
  return ms < SHORTEST_MS || finished <= 0 ? null : (finished * 60_000) / ms
}
