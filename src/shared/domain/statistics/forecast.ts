/** Whether the orders of a day leave on time at the rate of the last hour of work. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A longer gap between two packed orders is a pause, and says nothing about the rate. */
export const PAUSE_MS = 15 * MINUTE_MS
/** Fewer orders in less than an hour, or less time, is chance and not a rate. */
const LEAST_ORDERS = 5
const LEAST_MS = 10 * MINUTE_MS

/** Orders per hour of work; `lastMs` is when the last of them was packed. */
export type Pace = { perHour: number; lastMs: number }

/**
 * The rate of the last hour of work, pauses left out; `null` when there is too little to tell. An order counts with the
 * gap before it, in which it was packed: the first one after a pause does not count.
 * @param packedMs when each order was packed, in any sequence; moments after `nowMs` are left out
 */
export function paceOf(packedMs: readonly number[], nowMs: number): Pace | null {
  const moments = packedMs.filter((ms) => ms <= nowMs).toSorted((one, other) => other - one)
  let [orders, workMs] = [0, 0]
  for (const [index, ms] of moments.entries()) {
    const before = moments[index + 1]
    if (before === undefined || workMs >= HOUR_MS) break
    if (ms - before > PAUSE_MS) continue
    orders += 1
    workMs += ms - before
  }
  const [lastMs] = moments
  if (lastMs === undefined || workMs < (orders < LEAST_ORDERS ? HOUR_MS : LEAST_MS)) return null
  return { perHour: (orders / workMs) * HOUR_MS, lastMs }
}

/** How many whole orders are packed between two moments at this rate, if work goes on without a pause. */
export function packedUntil({ perHour }: Pick<Pace, 'perHour'>, nowMs: number, untilMs: number): number {
  return Math.max(0, Math.floor((perHour * (untilMs - nowMs)) / HOUR_MS))
}

/**
 * `nothing_due`: nothing that is due is left to pack; `too_little`: no rate can be told yet; `on_time`: all are packed by `doneMs`, none
 * late; `late`: so many that are not late yet will be; `only_late`: what is left is late already, in whole or in part,
 * and nothing joins it.
 */
export type Forecast =
  | { kind: 'nothing_due' }
  | { kind: 'too_little' }
  | { kind: 'on_time' | 'only_late'; doneMs: number }
  | { kind: 'late'; orders: number; doneMs: number }

/**
 * What becomes of the orders at this rate if work goes on from now without a pause, the most urgent order first. It
 * knows neither the end of the shift nor orders that arrive later.
 * @param dueMs when each order that is left has to leave
 */
export function forecastOf(pace: Pace | null, dueMs: readonly number[], nowMs: number): Forecast {
  if (dueMs.length === 0) return { kind: 'nothing_due' }
  if (pace === null) return { kind: 'too_little' }
  const eachMs = HOUR_MS / pace.perHour
  const urgent = dueMs.toSorted((one, other) => one - other)
  const doneMs = nowMs + urgent.length * eachMs
  const orders = urgent.filter((ms, index) => ms >= nowMs && nowMs + (index + 1) * eachMs > ms).length
  if (orders > 0) return { kind: 'late', orders, doneMs }
  return { kind: urgent.some((ms) => ms < nowMs) ? 'only_late' : 'on_time', doneMs }
}
