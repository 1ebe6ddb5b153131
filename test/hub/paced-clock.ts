import type { Clock } from '../../src/main/base/clock'

/** Real time that can be hurried: waits of minutes pass in seconds once nothing has to connect any more. */
export type PacedClock = Clock & { setPace(times: number): void }

type Timer = { dueMs: number; callback: () => void; handle: NodeJS.Timeout | null }

export function createPacedClock(): PacedClock {
  let pace = 1
  let began = { atMs: performance.now(), monotonicMs: performance.now() }
  const timers = new Set<Timer>()
  const nowMs = (): number => began.monotonicMs + (performance.now() - began.atMs) * pace
  const arm = (timer: Timer): void => {
    if (timer.handle !== null) clearTimeout(timer.handle)
    timer.handle = setTimeout(
      () => {
        timers.delete(timer)
        timer.callback()
      },
      Math.min(Math.max(0, timer.dueMs - nowMs()) / pace, 2 ** 31 - 1),
    )
  }
  return {
    wallMs: () => Date.now(),
    monotonicMs: nowMs,
    after(delayMs, callback) {
      const timer: Timer = { dueMs: nowMs() + delayMs, callback, handle: null }
      timers.add(timer)
      arm(timer)
      return () => {
        timers.delete(timer)
        if (timer.handle !== null) clearTimeout(timer.handle)
      }
    },
    setPace(times) {
      began = { monotonicMs: nowMs(), atMs: performance.now() }
      pace = times
      for (const timer of timers) arm(timer)
    },
  }
}
