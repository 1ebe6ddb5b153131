import type { Clock } from '../../src/main/base/clock'

/** A clock that stands still until a test moves it. Timers fire in order as it advances. */
export type ManualClock = Clock & {
  /** Advances wall and monotonic time and fires due timers. */
  advance(ms: number): void
  /** Sets only the wall clock, as a person or a time server would. */
  setWall(ms: number): void
  /** How many timers are waiting. */
  pending(): number
}

/** @param wallMs initial wall time */
export function createManualClock(wallMs = Date.parse('2026-11-20T09:00:00.000Z')): ManualClock {
  let wall = wallMs
  let monotonic = 0
  let timers: { dueMs: number; callback: () => void }[] = []

  const next = (untilMs: number) =>
    timers.filter(({ dueMs }) => dueMs <= untilMs).sort((left, right) => left.dueMs - right.dueMs)[0]

  return {
    wallMs: () => wall,
    monotonicMs: () => monotonic,
    after(delayMs, callback) {
      const timer = { dueMs: monotonic + Math.max(0, delayMs), callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(ms) {
      const untilMs = monotonic + ms
      for (let timer = next(untilMs); timer !== undefined; timer = next(untilMs)) {
        const due = timer
        timers = timers.filter((other) => other !== due)
        wall += due.dueMs - monotonic
        monotonic = due.dueMs
        due.callback()
      }
      wall += untilMs - monotonic
      monotonic = untilMs
    },
    setWall(ms) {
      wall = ms
    },
    pending: () => timers.length,
  }
}

/** Real time, `times` as fast: for waits of minutes in a process that a test cannot step through. */
export function createHurriedClock(times: number): Clock {
  return {
    wallMs: () => Date.now(),
    monotonicMs: () => performance.now() * times,
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs / times)
      return () => clearTimeout(timer)
    },
  }
}
