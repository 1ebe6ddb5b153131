/** Calendar days in a time zone. */

/** The smallest step between time zones, and so between the beginnings of their days. */
export const QUARTER_MS = 900_000

export type LocalTime = {
  /** ISO 8601: `2026-11-21`. */
  day: string
  hour: number
}

/** A function that tells the day and hour that a moment has in the zone. @param timeZone IANA name */
export function localTimeIn(timeZone: string): (ms: number) => LocalTime {
  // The Swedish locale writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const known = new Map<number, LocalTime>()
  return (ms) => {
    const found = known.get(ms)
    if (found !== undefined) return found
    const [day = '', hour = '0'] = format.format(ms).split(' ')
    const local = { day, hour: Number(hour) }
    known.set(ms, local)
    return local
  }
}

/** When the day of a moment begins and when the next one does: 23 to 25 hours later, or half an hour more or less. */
export function dayBounds(
  ms: number,
  localTime: (ms: number) => LocalTime,
): { fromMs: number; toMs: number } {
  const { day } = localTime(ms)
  let fromMs = Math.floor(ms / QUARTER_MS) * QUARTER_MS
  let toMs = fromMs + QUARTER_MS
  while (localTime(fromMs - QUARTER_MS).day === day) fromMs -= QUARTER_MS
  while (localTime(toMs).day === day) toMs += QUARTER_MS
  return { fromMs, toMs }
}

const DAY_MS = 86_400_000

/** When the first of so many days began, the day of `ms` being the last. */
export function beginOfDays(ms: number, days: number, localTime: (ms: number) => LocalTime): number {
  // From noon, no day of 23 or 25 hours leads into another one.
  const noonMs = dayBounds(ms, localTime).fromMs + DAY_MS / 2
  return dayBounds(noonMs - (days - 1) * DAY_MS, localTime).fromMs
}

/** When a day begins and when the next one does; `null` for a day that the zone left out. @param day ISO 8601 */
export function boundsOfDay(
  day: string,
  localTime: (ms: number) => LocalTime,
): { fromMs: number; toMs: number } | null {
  const noonMs = Date.parse(`${day}T12:00:00.000Z`)
  const within = [noonMs, noonMs - DAY_MS, noonMs + DAY_MS].find((ms) => localTime(ms).day === day)
  return within === undefined ? null : dayBounds(within, localTime)
}

/** The days from one to another, both included. @param from ISO 8601 */
export function daysBetween(from: string, to: string): string[] {
  // Calendar days have no hours, so no DST change can skip one.
  const [firstMs, lastMs] = [from, to].map((day) => Date.parse(`${day}T12:00:00.000Z`))
  const days: string[] = []
  for (let ms = firstMs ?? Number.NaN; ms <= (lastMs ?? Number.NaN); ms += DAY_MS)
    days.push(new Date(ms).toISOString().slice(0, 10))
  return days
}
