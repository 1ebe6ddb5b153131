import { wallClockIn } from '../../../shared/domain/time/wall-clock'

/** Counts business days by one country's calendar: Monday to Friday without its public holidays. */

/** The name of the public holiday on a day (`2026-12-25`), or `null`. */
export type HolidayOf = (day: string) => string | null

export type Promised = {
  /** Milliseconds since the epoch: the same local hour as the start, on a business day. */
  ms: number
  /** Public holidays between Monday and Friday that were skipped. */
  holidays: readonly { day: string; name: string }[]
}

/** No calendar has enough days off in a row for a promise to need more. */
const LONGEST_SEARCH_DAYS = 400
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WEEKEND: readonly number[] = [0, 6]

/**
 * The moment `days` business days after the day of the start, at the same local hour, across DST changes; 0 is the day
 * itself, or the first business day after it. An hour that a DST change skips is skipped on that day only.
 * @param zone IANA name
 */
export function addBusinessDays(fromMs: number, days: number, zone: string, holidayOf: HolidayOf): Promised {
  const clock = wallClockIn(zone)
  const start = Date.parse(clock.dayAt(fromMs))
  const time = clock.timeAt(fromMs)
  const dayAfter = (passed: number) => new Date(start + passed * DAY_MS).toISOString().slice(0, 10)
  const momentAfter = (passed: number) =>
    passed === 0 ? fromMs : clock.momentOf(dayAfter(passed), time) + (fromMs % MINUTE_MS)
  const holidays: { day: string; name: string }[] = []
  let left = days
  for (let passed = days === 0 ? 0 : 1; passed <= LONGEST_SEARCH_DAYS; passed++) {
    const day = dayAfter(passed)
    if (WEEKEND.includes(new Date(day).getUTCDay())) continue
    const name = holidayOf(day)
    if (name !== null) holidays.push({ day, name })
    else if (--left <= 0) return { ms: momentAfter(passed), holidays }
  }
  return { ms: momentAfter(days), holidays: [] }
}
