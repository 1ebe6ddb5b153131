import type { TFunction } from 'i18next'

/** Ages and spans in words of the current language. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Greatest first. A month and a year are averages: nobody counts days in an age of months. */
const AGES = [
  ['years', 365 * DAY_MS],
  ['months', 30.44 * DAY_MS],
  ['days', DAY_MS],
  ['hours', HOUR_MS],
  ['minutes', MINUTE_MS],
  ['seconds', SECOND_MS],
] as const

/**
 * "3 minutes ago": only the greatest unit. The time is in the past, by at least a second; invalid text is returned as
 * it is.
 */
export function ageWords(t: TFunction, iso: string, nowMs: number): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return iso
  const age = Math.max(nowMs - at, SECOND_MS)
  const [unit, size] = AGES.find(([, ms]) => age >= ms) ?? AGES[5]
  return t(`ages.ago.${unit}`, { count: Math.floor(age / size) })
}

/** Older times are easier to place by their date. */
const RECENT_MS = 2 * DAY_MS

/** An age near now, else the time itself. @param absolute how the time is written */
export function recentWords(
  t: TFunction,
  iso: string,
  nowMs: number,
  absolute: (iso: string) => string,
): string {
  return nowMs - Date.parse(iso) < RECENT_MS ? ageWords(t, iso, nowMs) : absolute(iso)
}

/** "3 hours": only the greatest unit, at least a minute; in hours up to two days. */
export function spanWords(t: TFunction, fromMs: number, toMs: number): string {
  const span = Math.max(toMs - fromMs, MINUTE_MS)
  const [unit, size] =
    span < HOUR_MS
      ? (['minutes', MINUTE_MS] as const)
      : span < 2 * DAY_MS
        ? (['hours', HOUR_MS] as const)
        : (['days', DAY_MS] as const)
  return t(`ages.span.${unit}`, { count: Math.floor(span / size) })
}
