import type { Clock } from './clock'

/** When the operator was last active. */
export type IdleWatch = {
  /** Records activity. */
  note(): void
  /** Checks now. */
  judge(): void
  /** Resumes checking by itself. */
  start(): void
  stop(): void
  /** Milliseconds since the epoch. */
  lastWallMs(): number
}

/**
 * Calls `onIdle` after `idleMs()` without activity; 0 never does. The longer of both clocks counts: the monotonic one
 * may stop while the PC sleeps, and setting the wall clock back must not gain time.
 * @param lastSeenMs the last activity before the program started, by the wall clock; a time in the future, or none,
 *   counts as idle
 */
export function createIdleWatch(
  clock: Clock,
  idleMs: () => number,
  onIdle: () => void,
  lastSeenMs: number | null,
): IdleWatch {
  const startedAt = { wall: clock.wallMs(), monotonic: clock.monotonicMs() }
  const beforeStart = lastSeenMs === null ? Infinity : startedAt.wall - lastSeenMs
  const away = beforeStart < 0 ? Infinity : beforeStart
  let last = { wall: startedAt.wall - away, monotonic: startedAt.monotonic - away }
  let cancel: (() => void) | null = null
  const quietMs = (): number => Math.max(clock.monotonicMs() - last.monotonic, clock.wallMs() - last.wall)
  const judge = (): void => {
    if (idleMs() > 0 && quietMs() >= idleMs()) onIdle()
  }
  const arm = (): void => {
    cancel?.()
    const restMs = idleMs() - quietMs()
    cancel = idleMs() === 0 ? null : clock.after(Math.max(restMs, 1), tick)
  }
  const tick = (): void => {
    cancel = null
    const due = quietMs() >= idleMs()
    judge()
    if (!due) arm()
  }
  return {
    note() {
      last = { wall: clock.wallMs(), monotonic: clock.monotonicMs() }
    },
    judge,
    start: arm,
    stop() {
      cancel?.()
      cancel = null
    },
    lastWallMs: () => (Number.isFinite(last.wall) ? last.wall : 0),
  }
}
