import type { Clock } from '../../src/main/base/clock'

/** Real time, `speed` times as fast, since a moment of the real epoch; processes with the same values agree on it. */
export type ScaledTime = { beganMs: number; speed: number }

/** A clock on scaled time. */
export function scaledClock({ beganMs, speed }: ScaledTime): Clock {
  const elapsed = (): number => (Date.now() - beganMs) * speed
  return {
    wallMs: () => beganMs + elapsed(),
    monotonicMs: () => performance.now() * speed,
    after(delayMs, callback) {
      const timer = setTimeout(callback, Math.min(delayMs / speed, 2 ** 31 - 1))
      return () => clearTimeout(timer)
    },
  }
}
