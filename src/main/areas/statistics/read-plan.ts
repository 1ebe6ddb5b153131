import type { PlanView } from '../../../shared/contract/statistics-views'
import { forecastOf, paceOf } from '../../../shared/domain/statistics/forecast'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { Db } from '../../store/db/database'
import { countOpen, oldestHeldAt } from '../../store/views/outbox-list'
import { dueTimes, packedTimes } from '../../store/views/queue'

/**
 * `afterS`: seconds from purchase until an order is late, if its items do not say; `fromMs` to `toMs`: the day in the
 * station's zone.
 */
export type PlannedDay = { nowMs: number; afterS: number; fromMs: number; toMs: number }

/** Whether the orders of the day leave on time, and when each of those that are packed was. */
export function readPlan(
  db: Db,
  { nowMs, afterS, fromMs, toMs }: PlannedDay,
): { plan: PlanView; packedMs: readonly number[] } {
  const due = { nowS: Math.floor(nowMs / 1_000), afterS }
  const dueMs = dueTimes(db, due, toMs / 1_000 - 1).map((seconds) => seconds * 1_000)
  const late = dueMs.filter((ms) => ms < nowMs)
  const packedMs = packedTimes(db, fromMs)
  const pace = paceOf(packedMs, nowMs)
  const last = packedMs.reduce((latest, ms) => Math.max(latest, ms), 0)
  const plan = {
    due: dueMs.length,
    late: late.length,
    lateSince: late.length === 0 ? null : formatInstant(late.reduce((one, other) => Math.min(one, other))),
    packed: packedMs.length,
    perHour: pace?.perHour ?? null,
    lastPackedAt: last === 0 ? null : formatInstant(last),
    forecast: forecastOf(pace, dueMs, nowMs),
    held: countOpen(db).held,
    heldSince: oldestHeldAt(db),
  }
  return { plan, packedMs }
}
