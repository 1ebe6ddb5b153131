import { formatInstant, parseInstant } from '../shared/domain/time/timestamps'
import type { MarketplaceSettings } from './settings'

const UTC_OFFSET = /[+-]00:?00$/
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/
const NO_SECONDS = /T\d{2}:\d{2}Z$/

/**
 * Parses any ISO 8601 UTC timestamp, with or without seconds and fractions, to milliseconds since the epoch; `null`
 * when it is not one. An offset other than zero is not UTC.
 * @see partner-api "General conventions"
 */
export function readInstant(text: string): number | null {
  let normal = text.replace(UTC_OFFSET, 'Z').replace(',', '.')
  if (DATE_ONLY.test(normal)) normal += 'T00:00:00Z'
  if (NO_SECONDS.test(normal)) normal = normal.replace(/Z$/, ':00Z')
  return normal.endsWith('Z') ? parseInstant(normal) : null
}

/** Reduces a moment to the precision that the marketplace stores, by truncating or rounding. */
export function keepPrecision(ms: number, precision: MarketplaceSettings['timestampPrecision']): number {
  if (precision === 'milliseconds') return ms
  return (precision === 'seconds' ? Math.floor(ms / 1000) : Math.round(ms / 1000)) * 1000
}

/** Formats a stored moment as the marketplace shows it. */
export function writeInstant(ms: number, precision: MarketplaceSettings['timestampPrecision']): string {
  const text = formatInstant(ms)
  return precision !== 'milliseconds' ? text.replace(/\.\d{3}Z$/, 'Z') : text
}
