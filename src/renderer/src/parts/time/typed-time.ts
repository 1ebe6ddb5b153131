import { DateTime, Settings } from 'luxon'
import { formatInstant } from '../../../../shared/domain/time/timestamps'
import { DAYS, showTime, type StationZone } from './station-time'

/** Converts what people type in the station's time zone to times of the bridge (ISO 8601 UTC). */

// Luxon would otherwise ask the browser for its language, which loads its tables: 10 ms. The locale is not used here.
Settings.defaultLocale = 'en'

/** The moments at which a day of the zone begins and the next one does, ISO 8601 UTC. @param day ISO 8601 */
export function dayRange(day: string, { name }: StationZone): { from: string; to: string } | null {
  const start = DateTime.fromISO(day, { zone: name }).startOf('day')
  if (!start.isValid) return null
  const next = start.plus({ days: 1 }).startOf('day')
  return { from: formatInstant(start.toMillis()), to: formatInstant(next.toMillis()) }
}

/**
 * A time as a form holds it: the text of the field, and the exact time that a button wrote last, which counts as long
 * as the field shows it (a scan types into the field and is removed again).
 */
export type TimeEntry = { text: string; exactMs: number | null }

export const NO_TIME: TimeEntry = { text: '', exactMs: null }

/** The entry that a button writes; it keeps the milliseconds that the field does not show. */
export function entryOf(ms: number, zone: StationZone): TimeEntry {
  return { text: showTime(formatInstant(ms), zone), exactMs: ms }
}

/**
 * The entry as ISO 8601 UTC; `null` when the field is empty; the text itself when it does not name exactly one moment
 * in the zone, so that the rules for times call it unparsable.
 */
export function entryToIso(entry: TimeEntry, zone: StationZone): string | null {
  const exact = entry.exactMs === null ? null : formatInstant(entry.exactMs)
  if (exact !== null && entry.text === showTime(exact, zone)) return exact
  const text = entry.text.trim()
  if (text === '') return null
  const [only, ...others] = momentsOf(text, zone)
  return only === undefined || others.length > 0 ? text : formatInstant(only)
}

/** The two possible moments of a typed time whose hour occurs twice, the earlier one first; else none. */
export function choicesOf(entry: TimeEntry, zone: StationZone): TimeEntry[] {
  const moments = momentsOf(entry.text.trim(), zone)
  return moments.length > 1 ? moments.map((ms) => entryOf(ms, zone)) : []
}

/** Whether the time is in the hour that the zone's clocks skip in spring. */
export function isSkipped(text: string, zone: StationZone): boolean {
  return readWall(text.trim(), zone) !== null && momentsOf(text.trim(), zone).length === 0
}

/** How a time is typed, for a hint. */
export function exampleOf(zone: StationZone): string {
  return DateTime.utc(2026, 11, 21, 14, 30).toFormat(`${DAYS[zone.dates]} HH:mm`)
}

const PICKED = "yyyy-MM-dd'T'HH:mm:ss"

/** The time in the field as a picker shows it, without its zone: `2026-11-21T14:30:05`; empty if it is not a time. */
export function pickerValue(text: string, zone: StationZone): string {
  return readWall(text.trim(), zone)?.time.toFormat(PICKED) ?? ''
}

/**
 * A picked time as if typed, so that a skipped or repeated hour is treated alike; `null` if it is not a time.
 * @param value `2026-11-21T14:30:05`
 */
export function pickedEntry(value: string, zone: StationZone): TimeEntry | null {
  const wall = DateTime.fromISO(value, { zone: 'utc' })
  if (!wall.isValid) return null
  return { text: wall.toFormat(`${DAYS[zone.dates]} HH:mm:ss`), exactMs: null }
}

/** Every moment that a typed time can mean, in milliseconds, ascending. */
function momentsOf(text: string, zone: StationZone): number[] {
  const wall = readWall(text, zone)
  if (wall === null) return []
  const local = wall.time.setZone(zone.name, { keepLocalTime: true })
  return local
    .getPossibleOffsets()
    .filter((time) => sameWall(time, wall.time))
    .filter((time) => wall.offset === null || time.offset === wall.offset)
    .map((time) => time.toMillis())
    .toSorted((one, other) => one - other)
}

function sameWall(one: DateTime, other: DateTime): boolean {
  return one.toFormat(WALL) === other.toFormat(WALL)
}

const WALL = 'yyyyMMddHHmmss'
/** Seconds and the UTC offset are optional, as are leading zeros; ISO is always accepted. */
const TIMES = ['H:m', 'H:m:s'] as const

/** The date and time as typed, and the offset from UTC in minutes, if typed. */
function readWall(text: string, { dates }: StationZone): { time: DateTime; offset: number | null } | null {
  for (const format of [dates, 'iso'] as const) {
    const day = DAYS[format].replace('dd', 'd').replace('MM', 'M')
    for (const hours of TIMES) {
      const plain = DateTime.fromFormat(text, `${day} ${hours}`, { zone: 'utc' })
      if (plain.isValid) return { time: plain, offset: null }
      const told = DateTime.fromFormat(text, `${day} ${hours} ZZ`, { setZone: true })
      if (told.isValid) return { time: told, offset: told.offset }
    }
  }
  return null
}

/** `days` later at the same local hour, across DST changes. */
export function addDays(ms: number, days: number, zone: StationZone): number {
  return inZone(ms, zone).plus({ days }).toMillis()
}

function inZone(ms: number, { name }: StationZone): DateTime {
  return DateTime.fromMillis(ms, { zone: name })
}
