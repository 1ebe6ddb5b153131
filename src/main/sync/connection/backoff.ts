/**
 * How long to wait before the next try, in milliseconds: full jitter, so that forty stations that lost the network
 * together do not come back together.
 * @param failures consecutive failures, from 1
 * @param random in [0, 1)
 */
export function backoffMs(
  failures: number,
  random: number,
  limits = { firstMs: 1_000, longestMs: 60_000 },
): number {
  const ceiling = Math.min(limits.longestMs, limits.firstMs * 2 ** Math.min(failures - 1, 20))
  return Math.round(ceiling * (0.2 + 0.8 * random))
}

/** What restarts, as a gateway or a service of tokens does, is back within a minute or two. */
const ASK_FIRST_MS = 60_000
/** Lockout rules count refusals over minutes: four an hour trigger none, and a shift still notices the end soon. */
const ASK_LONGEST_MS = 15 * 60_000

/**
 * How long to wait before the one request that finds out whether a refusal is over, in milliseconds: 1, 2, 4, 8, 15 and again
 * 15 minutes, each up to a fifth longer, never shorter.
 * @param times consecutive refusals, from 1
 * @param random in [0, 1)
 */
export function askAgainMs(times: number, random: number): number {
  const least = Math.min(ASK_LONGEST_MS, ASK_FIRST_MS * 2 ** Math.min(times - 1, 20))
  return Math.round(least * (1 + 0.2 * random))
}
