import type { DateFormat, Locale } from '../../../../shared/domain/station/locale'
import { formatInstant, parseInstant } from '../../../../shared/domain/time/timestamps'

/**
 * Shows times of the bridge (ISO 8601 UTC) in the station's time zone. The first screen does; `typed-time.ts` reads what
 * people type, which needs the arithmetic of a library.
 */

/** The station's time zone and date format. */
export type StationZone = {
  /** IANA name, or `system` for the PC's own; `zoneName` is the name for people. */
  name: string
  dates: DateFormat
}

/** How a day is written; also luxon's name for it. */
export const DAYS: Readonly<Record<DateFormat, string>> = {
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

/** The chosen date format, else the language's usual one. */
export function datesOf(setting: DateFormat | null, locale: Locale): DateFormat {
  return setting ?? DAYS_OF_LOCALE[locale]
}

/** The PC's own zone under any name: `Date` knows it without the tables of all zones, whose loading takes 10 ms. */
const OF_PC = 'system'
/** Its name when it was first shown; it then stays the same, so that half-typed times keep their meaning. */
let ownZone: string | null = null

/** The station's zone: the one set, else the PC's own, also for an unknown name. */
export function stationZone(setting: string | null): string {
  return setting !== null && isZone(setting) ? setting : (ownZone ?? OF_PC)
}

/** The name of a zone for people. */
export function zoneName(zone: string): string {
  return zone === OF_PC ? (ownZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone) : zone
}

export function isZone(name: string): boolean {
  try {
    return name !== '' && clockOf(name) !== null
  } catch {
    return false
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError when there is no such zone */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, clock)
  return clock
}

/** How far a named zone is ahead of UTC, by hours in which that does not change: asking its clock takes 10 µs. */
const aheadInHours = new Map<string, Map<number, number>>()
/** So many hours are remembered, of each zone. */
const HOURS_KEPT = 10_000

/** What calendar and clock of the zone show at a moment, as the moment at which those of UTC show it. */
function wallAt(ms: number, zone: string): number {
  // `Date` is fast, and the PC's zone may be changed.
  if (zone === OF_PC) return ms - new Date(ms).getTimezoneOffset() * MINUTE_MS
  const hours = aheadInHours.get(zone) ?? new Map<number, number>()
  aheadInHours.set(zone, hours)
  const hour = Math.floor(ms / HOUR_MS)
  const known = hours.get(hour)
  if (known !== undefined) return ms + known
  const ahead = wallByClock(ms, zone) - ms
  const isSteady = [hour, hour + 1].every((end) => wallByClock(end * HOUR_MS, zone) - end * HOUR_MS === ahead)
  if (hours.size >= HOURS_KEPT) hours.clear()
  if (isSteady) hours.set(hour, ahead)
  return ms + ahead
}

function wallByClock(ms: number, zone: string): number {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of clockOf(zone).formatToParts(ms)) shown[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % SECOND_MS) + SECOND_MS) % SECOND_MS)
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** In fall one hour occurs twice: whether the zone's clock shows the same at another moment. */
function isDoubled(ms: number, zone: string): boolean {
  const wall = wallAt(ms, zone)
  return [ms - DAY_MS, ms + DAY_MS].some((near) => {
    const other = wall - (wallAt(near, zone) - near)
    return other !== ms && wallAt(other, zone) === wall
  })
}

/** ISO 8601 without its zone. */
function textOfWall(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, -1)
}

/** ` +02:00` */
function offsetWords(ms: number, zone: string): string {
  const minutes = Math.round((wallAt(ms, zone) - ms) / MINUTE_MS)
  return ` ${minutes < 0 ? '-' : '+'}${textOfWall(Math.abs(minutes) * MINUTE_MS).slice(11, 16)}`
}

/** `2026-11-21 14:30:05` in the zone; invalid text is returned as it is. */
export function showTime(iso: string, zone: StationZone): string {
  return show(iso, zone, (wall) => `${dayText(wall, DAYS[zone.dates])} ${wall.slice(11, 19)}`)
}

/** `2026-11-21 14:30` in the zone. */
export function showMinute(iso: string, zone: StationZone): string {
  return show(iso, zone, (wall) => `${dayText(wall, DAYS[zone.dates])} ${wall.slice(11, 16)}`)
}

/** `2026-11-21` in the station's date format; invalid text is returned as it is. @param day ISO 8601 */
export function showDay(day: string, { dates }: Pick<StationZone, 'dates'>): string {
  return isDay(day) ? dayText(day, DAYS[dates]) : day
}

const SHORT_DAYS: Readonly<Record<DateFormat, string>> = {
  iso: 'MM-dd',
  dotted: 'dd.MM.',
  slashed: 'dd/MM',
  month_first: 'MM/dd',
}

/** `11-21`, if the year is obvious. @param day ISO 8601 */
export function showShortDay(day: string, { dates }: Pick<StationZone, 'dates'>): string {
  return isDay(day) ? dayText(day, SHORT_DAYS[dates]) : day
}

/** `14:30:05` in the zone, for times whose day is obvious. */
export function showSecond(iso: string, zone: StationZone): string {
  return show(iso, zone, (wall) => wall.slice(11, 19))
}

function isDay(text: string): boolean {
  return parseInstant(`${text}T00:00:00Z`) !== null
}

/** @param iso begins with a day @param format of `DAYS` or `SHORT_DAYS` */
function dayText(iso: string, format: string): string {
  return format
    .replace('yyyy', iso.slice(0, 4))
    .replace('MM', iso.slice(5, 7))
    .replace('dd', iso.slice(8, 10))
}

/** In fall one hour occurs twice; only then the UTC offset is added, ` +02:00`. */
function show(iso: string, { name }: StationZone, textOf: (wall: string) => string): string {
  const ms = parseInstant(iso)
  if (ms === null) return iso
  return textOf(textOfWall(wallAt(ms, name))) + (isDoubled(ms, name) ? offsetWords(ms, name) : '')
}

/** Whether both moments fall on one day of the zone's calendar. */
export function isSameDay(oneMs: number, otherMs: number, zone: StationZone): boolean {
  return Math.floor(wallAt(oneMs, zone.name) / DAY_MS) === Math.floor(wallAt(otherMs, zone.name) / DAY_MS)
}

/** The day that a moment has in the zone, ISO 8601. */
export function dayOf(iso: string, { name }: StationZone): string {
  const ms = parseInstant(iso)
  return ms === null ? '' : textOfWall(wallAt(ms, name)).slice(0, 10)
}

/** `14:30` in the zone. */
export function showClock(ms: number, zone: StationZone): string {
  return textOfWall(wallAt(ms, zone.name)).slice(11, 16)
}

/** `14:30`, and on another day `2026-11-21 14:30`, in the zone. */
export function showMoment(ms: number, nowMs: number, zone: StationZone): string {
  return isSameDay(ms, nowMs, zone) ? showClock(ms, zone) : showMinute(formatInstant(ms), zone)
}
