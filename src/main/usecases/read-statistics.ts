import type { StatisticsView, WorkView } from '../../shared/contract/evidence-views'
import type { EvidenceLog } from '../store/evidence-log'
import { QUARTER_MS, readWork, type WorkRow, type WorkSums } from '../store/evidence-work'
import { readStationSettings } from './settings'
import type { Station } from './station'

const DAY_MS = 86_400_000

/**
 * What was done at the station today and on the days before, in its time zone, from the sums of the evidence log.
 * @param days how many, with today
 * @throws StationError `evidence_unusable`
 */
export function readStatistics(
  { db, clock }: Pick<Station, 'db' | 'clock'>,
  log: Pick<EvidenceLog, 'reading'>,
  days: number,
): StatisticsView {
  const timeZone = readStationSettings({ db }).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const nowMs = clock.wallMs()
  const local = localTime(timeZone)
  const today = local(nowMs).day
  const shown = lastDays(today, days)
  // A day more than asked: the first one may have begun before the same hour of today's.
  const rows = readWork(log.reading(), nowMs - (days + 1) * DAY_MS, nowMs + DAY_MS).flatMap((row) => {
    const { day, hour } = local(row.quarter * QUARTER_MS)
    return shown.includes(day) ? [{ ...row, day, hour }] : []
  })
  const ofToday = rows.filter(({ day }) => day === today)
  const operators = [...new Set(rows.map(({ operator }) => operator))].map((operator) => ({
    operator,
    ...sum(rows.filter((row) => row.operator === operator)),
  }))
  return {
    timeZone,
    today: sum(ofToday),
    hours: workedHours(ofToday.map(({ hour }) => hour)).map((hour) => ({
      hour: `${String(hour).padStart(2, '0')}:00`,
      ...sum(ofToday.filter((row) => row.hour === hour)),
    })),
    days: shown.map((day) => ({ day, ...sum(rows.filter((row) => row.day === day)) })),
    operators: operators.toSorted((left, right) => right.lines - left.lines || right.scans - left.scans),
  }
}

/** From the first to the last, with the empty ones in between. */
function workedHours(hours: readonly number[]): number[] {
  if (hours.length === 0) return []
  const first = Math.min(...hours)
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index)
}

function lastDays(today: string, days: number): string[] {
  // Calendar days have no hours, so that no change of the clocks can skip one.
  const noon = Date.parse(`${today}T12:00:00.000Z`)
  return Array.from({ length: days }, (_, index) =>
    new Date(noon - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** The calendar day and the hour that a moment has in the zone. */
function localTime(timeZone: string): (ms: number) => { day: string; hour: number } {
  // Sweden writes dates as ISO 8601 does.
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

function sum(rows: readonly WorkRow[]): WorkView {
  const total = (column: keyof WorkSums): number => rows.reduce((sofar, row) => sofar + row[column], 0)
  const timed = total('timed')
  return {
    scans: total('scans'),
    refusals: total('refusals'),
    orders: total('orders'),
    lines: total('lines'),
    secondsPerOrder: timed === 0 ? null : Math.round(total('seconds') / timed),
  }
}
