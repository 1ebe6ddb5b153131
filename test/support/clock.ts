import type { Clock } from '../../src/main/base/clock'

/** A clock that stands still until a test moves it. Timers fire in order while it moves. */
export type ManualClock = Clock & {
  /** Moves wall and monotonic time on together and fires what is due. */
  advance(ms: number): void
  /** Sets the wall clock alone, as a person or a time server would. */
  setWall(ms: number): void
  /** How many timers wait. */
  pending(): number
}

/** @param wallMs where the wall clock begins */
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

/** The real time, of which what waits sees `times` as much: for minutes in a process that cannot be stepped through. */
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
