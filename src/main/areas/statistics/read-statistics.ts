import type { RefusalsView, StatisticsView, WorkView } from '../../../shared/contract/statistics'
import { dayBounds, localTimeIn, QUARTER_MS } from '../../../shared/domain/time/day-bounds'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { refusedScans, type RefusedScans } from '../../store/evidence/find'
import type { EvidenceLog } from '../../store/evidence/log'
import { workByOperator, workByQuarter, type WorkSums } from '../../store/evidence/work'
import { dueOf, type DueRules } from '../packing/queue'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'
import { readPlan } from './read-plan'

const DAY_MS = 86_400_000
const QUARTERS_PER_HOUR = 4

/**
 * What was done at the station today and on the days before, in its time zone, from the sums of the evidence log, and
 * whether the orders of today leave on time.
 * @param days how many, including today
 * @throws StationError `evidence_unusable`
 */
export function readStatistics(
  { db: station, clock, titles }: Pick<Station, 'db' | 'clock' | 'titles'>,
  log: Pick<EvidenceLog, 'reading'>,
  days: number,
  queue: DueRules,
): StatisticsView {
  const timeZone =
    readStationSettings({ db: station }).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const nowMs = clock.wallMs()
  const local = localTimeIn(timeZone)
  const today = local(nowMs).day
  const shown = lastDays(today, days)
  // One day more than shown, so that the first day is complete at any hour.
  const from = Math.floor((nowMs - (days + 1) * DAY_MS) / QUARTER_MS)
  const to = Math.ceil((nowMs + DAY_MS) / QUARTER_MS)
  const db = log.reading()
  const byDay = new Map(shown.map((day) => [day, nothing()]))
  const byHour = new Map<number, WorkSums>()
  let [first, end] = [to, from]
  for (const row of workByQuarter(db, from, to)) {
    const { day, hour } = local(row.quarter * QUARTER_MS)
    const ofDay = byDay.get(day)
    if (ofDay === undefined) continue
    first = Math.min(first, row.quarter)
    end = row.quarter + 1
    add(ofDay, row)
    if (day !== today) continue
    const ofHour = byHour.get(hour) ?? nothing()
    byHour.set(hour, ofHour)
    add(ofHour, row)
  }
  const operators = workByOperator(db, first, end).map(({ operator, quarters, ...sums }) => ({
    operator,
    hours: quarters / QUARTERS_PER_HOUR,
    ...shownOf(sums),
  }))
  const [firstAt, endAt] = [first, end].map((quarter) => formatInstant(quarter * QUARTER_MS))
  return {
    timeZone,
    at: formatInstant(nowMs),
    plan: readPlan(station, { ...dueOf(clock, queue), ...dayBounds(nowMs, local) }, titles.known()).plan,
    today: shownOf(byDay.get(today) ?? nothing()),
    hours: workedHours([...byHour.keys()]).map((hour) => ({
      hour: `${String(hour).padStart(2, '0')}:00`,
      ...shownOf(byHour.get(hour) ?? nothing()),
    })),
    days: shown.map((day) => ({ day, ...shownOf(byDay.get(day) ?? nothing()) })),
    operators: operators.toSorted((left, right) => right.lines - left.lines || right.scans - left.scans),
    refusals: byReason(refusedScans(db, firstAt ?? '', endAt ?? '')),
  }
}

/** Most scans first, and within a reason too. */
function byReason(found: readonly RefusedScans[]): RefusalsView[] {
  const reasons = new Map<string, RefusedScans[]>()
  for (const one of found) reasons.set(one.reason, [...(reasons.get(one.reason) ?? []), one])
  return [...reasons]
    .map(([reason, rows]) => ({
      reason,
      scans: rows.reduce((sum, { count }) => sum + count, 0),
      operators: rows.map(({ operator, count }) => ({ operator, scans: count })),
    }))
    .toSorted((left, right) => right.scans - left.scans)
}

/** From the first to the last, including the empty ones in between. */
function workedHours(hours: readonly number[]): number[] {
  if (hours.length === 0) return []
  const first = Math.min(...hours)
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index)
}

function lastDays(today: string, days: number): string[] {
  // Calendar days have no hours, so no DST change can skip one.
  const noon = Date.parse(`${today}T12:00:00.000Z`)
  return Array.from({ length: days }, (_, index) =>
    new Date(noon - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

function nothing(): WorkSums {
  return { scans: 0, refusals: 0, orders: 0, lines: 0, byHand: 0, timed: 0, seconds: 0 }
}

function add(to: WorkSums, row: WorkSums): void {
  to.scans += row.scans
  to.refusals += row.refusals
  to.orders += row.orders
  to.lines += row.lines
  to.byHand += row.byHand
  to.timed += row.timed
  to.seconds += row.seconds
}

function shownOf({ scans, refusals, orders, lines, byHand, timed, seconds }: WorkSums): WorkView {
  const secondsPerOrder = timed === 0 ? null : Math.round(seconds / timed)
  return { scans, refusals, orders, lines, byHand, secondsPerOrder }
}
