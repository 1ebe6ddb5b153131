/** Days of the calendar, ISO 8601. They have no hours, so no change of the clocks can skip one. */

const DAY_MS = 86_400_000
const WEEK = 7

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00.000Z`)
}

/** `days` later, or earlier if negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(noonOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** The same day `months` later, or earlier if negative; the last day of a month that is shorter. */
export function monthAfter(day: string, months: number): string {
  const date = noonOf(day)
  const wanted = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  // 31 January plus one month would overflow into March.
  if (date.getUTCDate() !== wanted) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}

/** The weeks of the day's month, from Monday to Sunday; the first and the last one complete. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const sinceMonday = (noonOf(first).getUTCDay() + WEEK - 1) % WEEK
  const weeks: string[][] = []
  for (let monday = dayAfter(first, -sinceMonday); monday.slice(0, 7) <= day.slice(0, 7);) {
    weeks.push(Array.from({ length: WEEK }, (_, index) => dayAfter(monday, index)))
    monday = dayAfter(monday, WEEK)
  }
  return weeks
}

/** The day in words. */
export function dayWords(day: string, locale: string, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(noonOf(day))
}
