import type { Clock } from '../../src/main/base/clock'

/** Real time that can be hurried: waits of minutes pass in seconds once nothing has to connect any more. */
export type PacedClock = Clock & {
  setPace(times: number): void
  /** The hub's clock, were it hurried, too. */
  hurried(wallMs: number): number
}

type Timer = { dueMs: number; callback: () => void; handle: NodeJS.Timeout | null }

export function createPacedClock(): PacedClock {
  let pace = 1
  let began = { atMs: performance.now(), monotonicMs: performance.now() }
  /** How far it was ahead of real time when each pace was set. */
  const paces = [{ wallMs: 0, aheadMs: 0, pace }]
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
    hurried(at) {
      const since = paces.findLast(({ wallMs }) => wallMs <= at)
      return since === undefined ? at : at + since.aheadMs + (at - since.wallMs) * (since.pace - 1)
    },
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
      paces.push({ wallMs: Date.now(), aheadMs: began.monotonicMs - began.atMs, pace })
      for (const timer of timers) arm(timer)
    },
  }
}
