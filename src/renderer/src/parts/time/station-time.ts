import { DateTime, IANAZone, Settings } from 'luxon'
import type { DateFormat, Locale } from '../../../../shared/domain/station/locale'
import { formatInstant } from '../../../../shared/domain/time/timestamps'

/** Times between people (the station's time zone) and the bridge (ISO 8601 UTC). */

// Luxon would ask the browser for its language, for which that reads its tables: 10 ms of a start. Nothing here speaks it.
Settings.defaultLocale = 'en'

/** Where the station stands and how it writes days. */
export type StationZone = {
  /** IANA name, or `system` for the PC's own; `zoneName` is what people read. */
  name: string
  dates: DateFormat
}

const DAYS: Readonly<Record<DateFormat, string>> = {
  iso: 'yyyy-MM-dd',
  dotted: 'dd.MM.yyyy',
  slashed: 'dd/MM/yyyy',
  month_first: 'MM/dd/yyyy',
}

const DAYS_OF_LOCALE: Readonly<Record<Locale, DateFormat>> = {
  en: 'iso',
  de: 'dotted',
  fr: 'slashed',
  es: 'slashed',
}

/** The day format that was chosen, else the usual one of the language. */
export function datesOf(setting: DateFormat | null, locale: Locale): DateFormat {
  return setting ?? DAYS_OF_LOCALE[locale]
}

/** The PC's own zone, whatever its name: luxon asks `Date` for it, not the tables of all zones. */
const OF_PC = 'system'
/** What it was called when its name was shown first; from then on it stays, also for what is half typed. */
let ownZone: string | null = null

/** The station's zone: the one set, else the PC's own. An unknown name falls back to that. */
export function stationZone(setting: string | null): string {
  return setting !== null && IANAZone.isValidZone(setting) ? setting : (ownZone ?? OF_PC)
}

/** What a zone is called, as people read it. */
export function zoneName(zone: string): string {
  return zone === OF_PC ? (ownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone) : zone
}

export function isZone(name: string): boolean {
  return IANAZone.isValidZone(name)
}

/** `2026-11-21 14:30:05` in the zone, or the text itself when it is no time. */
export function showTime(iso: string, zone: StationZone): string {
  return show(iso, zone, `${DAYS[zone.dates]} HH:mm:ss`)
}

/** `2026-11-21 14:30` in the zone. */
export function showMinute(iso: string, zone: StationZone): string {
  return show(iso, zone, `${DAYS[zone.dates]} HH:mm`)
}

/** `2026-11-21` as the station writes days; the text itself when it is none. @param day ISO 8601 */
export function showDay(day: string, { dates }: Pick<StationZone, 'dates'>): string {
  const date = DateTime.fromISO(day)
  return date.isValid ? date.toFormat(DAYS[dates]) : day
}

const SHORT_DAYS: Readonly<Record<DateFormat, string>> = {
  iso: 'MM-dd',
  dotted: 'dd.MM.',
  slashed: 'dd/MM',
  month_first: 'MM/dd',
}

/** `11-21`, where the year is plain. @param day ISO 8601 */
export function showShortDay(day: string, { dates }: Pick<StationZone, 'dates'>): string {
  const date = DateTime.fromISO(day)
  return date.isValid ? date.toFormat(SHORT_DAYS[dates]) : day
}

/** `14:30:05` in the zone, for moments of which the day is plain. */
export function showSecond(iso: string, zone: StationZone): string {
  return show(iso, zone, 'HH:mm:ss')
}

/** In autumn an hour comes twice; only then the time says how far from UTC it is, ` +02:00`. */
function show(iso: string, { name }: StationZone, format: string): string {
  const time = DateTime.fromISO(iso, { zone: name })
  if (!time.isValid) return iso
  return time.toFormat(isDoubled(time) ? `${format} ZZ` : format)
}

function isDoubled(time: DateTime): boolean {
  return time.getPossibleOffsets().length > 1
}

/** Whether both moments fall on one day of the zone's calendar. */
export function isSameDay(oneMs: number, otherMs: number, zone: StationZone): boolean {
  return inZone(oneMs, zone).hasSame(inZone(otherMs, zone), 'day')
}

/** `14:30` in the zone. */
export function showClock(ms: number, zone: StationZone): string {
  return inZone(ms, zone).toFormat('HH:mm')
}

/**
 * A time as a form holds it: what is in the field, and the exact moment that a button wrote last, which counts for as
 * long as the field shows it (a scan types into the field and is taken out of it again).
 */
export type TimeEntry = { text: string; exactMs: number | null }

export const NO_TIME: TimeEntry = { text: '', exactMs: null }

/** The entry that a button writes; it keeps the milliseconds that the field does not show. */
export function entryOf(ms: number, zone: StationZone): TimeEntry {
  return { text: showTime(formatInstant(ms), zone), exactMs: ms }
}

/**
 * The entry as ISO 8601 UTC; `null` when the field is empty; the text itself when it names no single moment of the
 * zone, so that the rules for times call it unparsable.
 */
export function entryToIso(entry: TimeEntry, zone: StationZone): string | null {
  const exact = entry.exactMs === null ? null : formatInstant(entry.exactMs)
  if (exact !== null && entry.text === showTime(exact, zone)) return exact
  const text = entry.text.trim()
  if (text === '') return null
  const [only, ...others] = momentsOf(text, zone)
  return only === undefined || others.length > 0 ? text : formatInstant(only)
}

/** What a typed time may mean when its hour comes twice: both moments, the earlier one first; else none. */
export function choicesOf(entry: TimeEntry, zone: StationZone): TimeEntry[] {
  const moments = momentsOf(entry.text.trim(), zone)
  return moments.length > 1 ? moments.map((ms) => entryOf(ms, zone)) : []
}

/** An hour of the zone's calendar that the clocks skip in spring. */
export function isSkipped(text: string, zone: StationZone): boolean {
  return readWall(text.trim(), zone) !== null && momentsOf(text.trim(), zone).length === 0
}

/** How a time is typed, for a hint. */
export function exampleOf(zone: StationZone): string {
  return DateTime.utc(2026, 11, 21, 14, 30).toFormat(`${DAYS[zone.dates]} HH:mm`)
}

/** Every moment that a typed time can be, in milliseconds, in order. */
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
/** Seconds and the distance from UTC may be left out; so may zeros before a digit, and ISO is always understood. */
const TIMES = ['H:m', 'H:m:s'] as const

/** The hands of the clock and the leaf of the calendar as they were typed, and minutes from UTC where they were. */
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

/** `days` later at the same local hour, across changes of the clocks. */
export function addDays(ms: number, days: number, zone: StationZone): number {
  return inZone(ms, zone).plus({ days }).toMillis()
}

function inZone(ms: number, { name }: StationZone): DateTime {
  return DateTime.fromMillis(ms, { zone: name })
}
