/** What the clocks on the walls of a time zone show, and when they show it. */

const DAY_MS = 86_400_000

export type WallClock = {
  /** The day that a moment has in the zone, ISO 8601. */
  dayAt(ms: number): string
  /** The time that a moment has in the zone, `16:30`. */
  timeAt(ms: number): string
  /**
   * When the clocks show a time on a day, in milliseconds since the epoch. A time that fall repeats is the first one. A
   * time that spring skips is as long after midnight as on any other day.
   * @param day ISO 8601
   * @param time `16:30`
   */
  momentOf(day: string, time: string): number
}

const clocks = new Map<string, WallClock>()

/** @param timeZone IANA name @throws RangeError when there is no such zone */
export function wallClockIn(timeZone: string): WallClock {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

/** Making its format takes 60 µs, and using it 1. */
function makeClock(timeZone: string): WallClock {
  // The Swedish locale writes times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const offsetAt = (ms: number): number => {
    const minuteMs = Math.floor(ms / 60_000) * 60_000
    return Date.parse(`${format.format(minuteMs).replace(' ', 'T')}:00.000Z`) - minuteMs
  }
  return {
    dayAt: (ms) => format.format(ms).slice(0, 10),
    timeAt: (ms) => format.format(ms).slice(11, 16),
    momentOf(day, time) {
      const wallMs = Date.parse(`${day}T${time}:00.000Z`)
      const before = wallMs - offsetAt(wallMs - DAY_MS)
      const after = wallMs - offsetAt(wallMs + DAY_MS)
      const shown = [before, after].filter((ms) => ms + offsetAt(ms) === wallMs)
      return shown.length === 0 ? before : Math.min(...shown)
    },
  }
}
