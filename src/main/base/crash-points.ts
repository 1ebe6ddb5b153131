import type { OpEvent } from '../../shared/domain/outbox/operation'

/**
 * Places where a test can kill the process, to prove that nothing is lost (I4). A call costs one comparison. The
 * product never sets a watcher, and no flag or environment variable can: only code that imports this file.
 */
export type CrashPoint =
  /** Inside a transaction that is not committed yet. */
  | OpEvent
  | 'enqueue'
  | 'baseline'
  /** Right after a transaction became durable. */
  | 'committed'
  /** Right before the first byte of a write, and when its answer has arrived but is not recorded. */
  | 'write'
  | 'answered'

let watcher: ((point: CrashPoint) => void) | null = null

/** The process is at this point. */
export function crashPoint(point: CrashPoint): void {
  watcher?.(point)
}

/** For tests only: `watch` is called at every point from now on. */
export function watchCrashPoints(watch: (point: CrashPoint) => void): void {
  watcher = watch
}
