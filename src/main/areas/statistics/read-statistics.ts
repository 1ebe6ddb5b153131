import type { StatisticsView, WorkView } from '../../../shared/contract/evidence-views'
import type { EvidenceLog } from '../../store/evidence/log'
import { QUARTER_MS, workByOperator, workByQuarter, type WorkSums } from '../../store/evidence/work'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'

const DAY_MS = 86_400_000

/**
 * What was done at the station today and on the days before, in its time zone, from the sums of the evidence log.
 * @param days how many, including today
 * @throws StationError `evidence_unusable`
 */
export function readStatistics(
  { db: settings, clock }: Pick<Station, 'db' | 'clock'>,
  log: Pick<EvidenceLog, 'reading'>,
  days: number,
): StatisticsView {
  const timeZone =
    readStationSettings({ db: settings }).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const nowMs = clock.wallMs()
  const local = localTime(timeZone)
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
  const operators = workByOperator(db, first, end).map(({ operator, ...sums }) => ({
    operator,
    ...shownOf(sums),
  }))
  return {
    timeZone,
    today: shownOf(byDay.get(today) ?? nothing()),
    hours: workedHours([...byHour.keys()]).map((hour) => ({
      hour: `${String(hour).padStart(2, '0')}:00`,
      ...shownOf(byHour.get(hour) ?? nothing()),
    })),
    days: shown.map((day) => ({ day, ...shownOf(byDay.get(day) ?? nothing()) })),
    operators: operators.toSorted((left, right) => right.lines - left.lines || right.scans - left.scans),
  }
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

/** The calendar day and the hour that a moment has in the zone. */
function localTime(timeZone: string): (ms: number) => { day: string; hour: number } {
  // The Swedish locale writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const known = new Map<number, { day: string; hour: number }>()
  return (ms) => {
    const found = known.get(ms)
    if (found !== undefined) return found
    const [day = '', hour = '0'] = format.format(ms).split(' ')
    const local = { day, hour: Number(hour) }
    known.set(ms, local)
    return local
  }
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
