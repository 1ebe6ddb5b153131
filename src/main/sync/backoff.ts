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
