import type { Clock } from '../../src/main/base/clock'

/**
 * Real time that can be hurried: waits of minutes pass in seconds once nothing has to connect any more. Hurried time stands
 * still while the marketplace gets no turn: on a busy machine the settle window would otherwise pass before a request that
 * was sent is read, which no marketplace may take that long for.
 */
export type PacedClock = Clock & {
  setPace(times: number): void
  /** The marketplace has had a turn. */
  pulse(): void
  /** The hub's clock, were it hurried, too. */
  hurried(wallMs: number): number
}

/** How much real time counts without a turn of the marketplace. */
const LEASH_MS = 100

type Timer = { dueMs: number; callback: () => void; handle: NodeJS.Timeout | null }

export function createPacedClock(): PacedClock {
  let pace = 1
  let began = { atMs: performance.now(), monotonicMs: performance.now() }
  /** How far it was ahead of real time when each pace was set. */
  const paces = [{ wallMs: 0, aheadMs: 0, pace }]
  const timers = new Set<Timer>()
  const passed = (realMs: number): number => (pace === 1 ? realMs : Math.min(realMs, LEASH_MS) * pace)
  const nowMs = (): number => began.monotonicMs + passed(performance.now() - began.atMs)
  const begin = (times: number): void => {
    began = { monotonicMs: nowMs(), atMs: performance.now() }
    pace = times
    paces.push({ wallMs: Date.now(), aheadMs: began.monotonicMs - began.atMs, pace })
  }
  const arm = (timer: Timer): void => {
    if (timer.handle !== null) clearTimeout(timer.handle)
    timer.handle = setTimeout(
      () => {
        if (nowMs() < timer.dueMs) return arm(timer)
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
      if (since === undefined) return at
      const realMs = at - since.wallMs
      const hurriedMs = since.pace === 1 ? realMs : Math.min(realMs, LEASH_MS) * since.pace
      return at + since.aheadMs + hurriedMs - realMs
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
      begin(times)
      for (const timer of timers) arm(timer)
    },
    pulse() {
      if (pace !== 1) begin(pace)
    },
  }
}
