/** Whether this PC's clock is known to be wrong, as far as one client can know: certificates then look out of date. */
export type ClockCheck = {
  /** @param date an answer's `Date` header; @param receivedAtMs when it arrived, by this PC's clock */
  compare(date: string | null, receivedAtMs: number): void
  isWrong: () => boolean
}

/** Before this program was written. */
const EARLIEST_MS = Date.UTC(2026, 0, 1)
/** As for times that a wrong clock stamped. */
const TOLERATED_MS = 300_000

export function createClockCheck(nowMs: () => number): ClockCheck {
  let offMs = 0
  return {
    compare(date, receivedAtMs) {
      const ms = Date.parse(date ?? '')
      if (!Number.isNaN(ms)) offMs = ms - receivedAtMs
    },
    isWrong: () => nowMs() < EARLIEST_MS || Math.abs(offMs) >= TOLERATED_MS,
  }
}
