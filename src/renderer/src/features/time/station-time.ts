import { DateTime, Duration, IANAZone } from 'luxon'
import { formatInstant } from '../../../../shared/domain/timestamps'

/** Times between people (the station's time zone) and the bridge (ISO 8601 UTC). */

/** What a person may type; seconds are optional. The colon and blank are as they are shown. */
const ENTRY_FORMATS = ['yyyy-MM-dd HH:mm', 'yyyy-MM-dd HH:mm:ss'] as const

/** The station's zone: the one set, else the PC's own. An unknown name falls back to the PC's own. */
export function stationZone(setting: string | null): string {
  if (setting !== null && IANAZone.isValidZone(setting)) return setting
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function isZone(name: string): boolean {
  return IANAZone.isValidZone(name)
}

/** `2026-11-21 14:30:05` in the zone, or the text itself when it is no time. */
export function showTime(iso: string, zone: string): string {
  const time = DateTime.fromISO(iso, { zone })
  return time.isValid ? time.toFormat(ENTRY_FORMATS[1]) : iso
}

/** `2026-11-21 14:30` in the zone. */
export function showMinute(iso: string, zone: string): string {
  const time = DateTime.fromISO(iso, { zone })
  return time.isValid ? time.toFormat(ENTRY_FORMATS[0]) : iso
}

/** "3 minutes ago", in words of the locale; the time is past, at least by a second. */
export function showAge(iso: string, nowMs: number, locale: string): string {
  const time = DateTime.fromISO(iso)
  if (!time.isValid) return iso
  return (
    time.toRelative({ base: DateTime.fromMillis(Math.max(nowMs, time.toMillis() + 1_000)), locale }) ?? iso
  )
}

/** "3 hours", in words of the locale: the greatest unit alone, at least a minute. */
export function showSpan(fromMs: number, toMs: number, locale: string): string {
  const minutes = Math.max(1, Math.floor((toMs - fromMs) / 60_000))
  const [unit, count] =
    minutes < 60
      ? (['minutes', minutes] as const)
      : minutes < 60 * 48
        ? (['hours', Math.floor(minutes / 60)] as const)
        : (['days', Math.floor(minutes / 1_440)] as const)
  return Duration.fromObject({ [unit]: count }, { locale }).toHuman()
}

/** Whether both moments fall on one day of the zone's calendar. */
export function isSameDay(oneMs: number, otherMs: number, zone: string): boolean {
  return DateTime.fromMillis(oneMs, { zone }).hasSame(DateTime.fromMillis(otherMs, { zone }), 'day')
}

/** `14:30` in the zone. */
export function showClock(ms: number, zone: string): string {
  return DateTime.fromMillis(ms, { zone }).toFormat('HH:mm')
}

/**
 * A time as a form holds it: what is in the field, and the exact moment that a button wrote last, which counts for as
 * long as the field shows it (a scan types into the field and is taken out of it again).
 */
export type TimeEntry = { text: string; exactMs: number | null }

export const NO_TIME: TimeEntry = { text: '', exactMs: null }

/** The entry that a button writes; it keeps the milliseconds that the field does not show. */
export function entryOf(ms: number, zone: string): TimeEntry {
  return { text: showTime(formatInstant(ms), zone), exactMs: ms }
}

/**
 * The entry as ISO 8601 UTC; `null` when the field is empty; the text itself when it is no time that exists in the
 * zone, so that the rules for times call it unparsable.
 */
export function entryToIso(entry: TimeEntry, zone: string): string | null {
  const exact = entry.exactMs === null ? null : formatInstant(entry.exactMs)
  if (exact !== null && entry.text === showTime(exact, zone)) return exact
  const text = entry.text.trim()
  if (text === '') return null
  for (const format of ENTRY_FORMATS) {
    const time = DateTime.fromFormat(text, format, { zone })
    // A time that the clocks skip in spring is moved by luxon; it does not read back as it was typed.
    if (time.isValid && time.toFormat(format) === text) return formatInstant(time.toMillis())
  }
  return text
}

/** `days` later at the same local hour, across changes of the clocks. */
export function addDays(ms: number, days: number, zone: string): number {
  return DateTime.fromMillis(ms, { zone }).plus({ days }).toMillis()
}
