import type { PlanView } from '../../../shared/contract/statistics-views'
import { forecastOf, paceOf } from '../../../shared/domain/statistics/forecast'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { Db } from '../../store/db/database'
import { countOpen, oldestHeldAt } from '../../store/views/outbox-list'
import { dueTimes, packedTimes, type Due } from '../../store/views/queue'

/** When orders are late, and the day in the station's zone. */
export type PlannedDay = Due & { fromMs: number; toMs: number }

/** Whether the orders of the day leave on time, and when each of those that are packed was. */
export function readPlan(
  db: Db,
  { nowMs, afterMs, fromMs, toMs }: PlannedDay,
): { plan: PlanView; packedMs: readonly number[] } {
  const { dueMs, lateMs } = dueTimes(db, { nowMs, afterMs }, toMs)
  const packedMs = packedTimes(db, fromMs)
  const pace = paceOf(packedMs, nowMs)
  const last = packedMs.reduce((latest, ms) => Math.max(latest, ms), 0)
  const plan = {
    due: dueMs.length,
    late: lateMs.length,
    lateSince:
      lateMs.length === 0 ? null : formatInstant(lateMs.reduce((one, other) => Math.min(one, other))),
    packed: packedMs.length,
    perHour: pace?.perHour ?? null,
    lastPackedAt: last === 0 ? null : formatInstant(last),
    forecast: forecastOf(pace, dueMs, nowMs),
    held: countOpen(db).held,
    heldSince: oldestHeldAt(db),
  }
  return { plan, packedMs }
}
