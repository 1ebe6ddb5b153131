/**
 * Whether a server may forget what it has acknowledged, in a power cut. JetStream acknowledges before it has flushed to the
 * disk, and flushes every two minutes, unless it is told `sync_interval: always`, which only newer ones know. A server
 * does not tell a station how it is configured.
 */
export type Flush = 'late' | 'unknown'

/** The first one that can wait for its disk. */
const KNOWS_ALWAYS = [2, 10, 17] as const

/** @param version as the server says it. @returns `late`: it may forget two minutes; `unknown`: it depends on its configuration */
export function flushOf(version: string): Flush {
  const numbers = version.split('.').map((part) => Number.parseInt(part, 10))
  for (const [index, least] of KNOWS_ALWAYS.entries()) {
    const number = numbers[index] ?? 0
    if (Number.isNaN(number) || number > least) return 'unknown'
    if (number < least) return 'late'
  }
  return 'unknown'
}

/** For the doctor and the log. */
export function flushWords(version: string): string {
  return flushOf(version) === 'late'
    ? `NATS ${version} may forget the last two minutes in a power cut`
    : `NATS ${version} may forget the last two minutes in a power cut unless it has sync_interval: always, which it does not tell`
}
