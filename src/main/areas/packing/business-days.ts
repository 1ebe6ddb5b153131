import { DateTime } from 'luxon'

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
const FRIDAY = 5

/**
 * The moment `days` business days after the day of the start, at the same local hour, across DST changes; 0 is the day
 * itself, or the first business day after it.
 */
export function addBusinessDays(fromMs: number, days: number, zone: string, holidayOf: HolidayOf): Promised {
  const from = DateTime.fromMillis(fromMs, { zone })
  const holidays: { day: string; name: string }[] = []
  let left = days
  for (let passed = days === 0 ? 0 : 1; passed <= LONGEST_SEARCH_DAYS; passed++) {
    // Always from the start: an hour that a DST change skips is skipped on that day only.
    const then = from.plus({ days: passed })
    if (then.weekday > FRIDAY) continue
    const day = then.toFormat('yyyy-MM-dd')
    const name = holidayOf(day)
    if (name !== null) holidays.push({ day, name })
    else if (--left <= 0) return { ms: then.toMillis(), holidays }
  }
  return { ms: from.plus({ days }).toMillis(), holidays: [] }
}
