import type { Locale } from '../../../../shared/domain/station/locale'
import { isSameDay, showSecond, showTime, type StationZone } from './station-time'

const DAY_MS = 86_400_000

/** "today 14:30:05" and "yesterday 14:30:05", else the date; invalid text is returned as it is. */
export function momentWords(iso: string, zone: StationZone, locale: Locale, nowMs: number): string {
  const ms = Date.parse(iso)
  if (Number.isNaN(ms)) return iso
  const ago = [0, 1].find((days) => isSameDay(ms, nowMs - days * DAY_MS, zone))
  if (ago === undefined) return showTime(iso, zone)
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-ago, 'day')
  return `${day} ${showSecond(iso, zone)}`
}
