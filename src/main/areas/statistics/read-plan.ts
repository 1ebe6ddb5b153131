import type { PlanView } from '../../../shared/contract/statistics'
import { forecastOf, paceOf, type Pace } from '../../../shared/domain/statistics/forecast'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { Db } from '../../store/db/database'
import { countOpen, oldestHeldAt } from '../../store/views/outbox-list'
import { dueTimes, packedTimes, type Due } from '../../store/views/queue'

/** When orders are late, and the day in the station's zone. */
export type PlannedDay = Due & { fromMs: number; toMs: number }

/**
 * Whether the orders of the day leave on time, and when each of those that are packed was.
 * @param isDueKnown whether all items that say when orders are due were read
 */
export function readPlan(
  db: Db,
  { fromMs, toMs, ...due }: PlannedDay,
  isDueKnown: boolean,
): { plan: PlanView; packedMs: readonly number[] } {
  const { nowMs } = due
  const packedMs = packedTimes(db, fromMs)
  const pace = paceOf(packedMs, nowMs)
  const last = packedMs.reduce((latest, ms) => Math.max(latest, ms), 0)
  const plan = {
    ...(isDueKnown ? dueIn(db, due, toMs, pace) : UNKNOWN),
    packed: packedMs.length,
    perHour: pace?.perHour ?? null,
    lastPackedAt: last === 0 ? null : formatInstant(last),
    held: countOpen(db).held,
    heldSince: oldestHeldAt(db),
  }
  return { plan, packedMs }
}

type DueView = Pick<PlanView, 'due' | 'late' | 'lateSince' | 'forecast'>

const UNKNOWN: DueView = { due: null, late: null, lateSince: null, forecast: null }

function dueIn(db: Db, due: Due, toMs: number, pace: Pace | null): DueView {
  const { dueMs, lateMs } = dueTimes(db, due, toMs)
  return {
    due: dueMs.length,
    late: lateMs.length,
    lateSince:
      lateMs.length === 0 ? null : formatInstant(lateMs.reduce((one, other) => Math.min(one, other))),
    forecast: forecastOf(pace, dueMs, due.nowMs),
  }
}
