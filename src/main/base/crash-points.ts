import type { OpEvent } from '../../shared/domain/outbox/operation'

/**
 * Places where a test lets the process die, to see that nothing is lost there (I4). A call costs one comparison. Nothing
 * in the product gives a watcher, and neither a flag nor the environment can: only code that imports this file.
 */
export type CrashPoint =
  /** Inside a transaction that is not committed yet. */
  | OpEvent
  | 'enqueue'
  | 'baseline'
  /** Right after a transaction became durable. */
  | 'committed'
  /** Right before the first byte of a write is sent, and when its answer is there and not noted yet. */
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
