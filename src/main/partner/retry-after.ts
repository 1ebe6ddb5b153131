/** A longer wait counts as a mistake of the server, in milliseconds. */
export const LONGEST_RETRY_AFTER_MS = 3_600_000

const SECONDS = /^\d+$/
/** The one format that HTTP servers must write. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

export type RetryAfterFacts = { retryAfter: string | null; date: string | null; receivedAtMs: number }

/**
 * The wait that the answer asks for, in milliseconds, from 0 to `LONGEST_RETRY_AFTER_MS`; `null` if absent or
 * unreadable. A date is read against the same answer's `Date` header, because this PC's clock may be wrong; against
 * `receivedAtMs` only if there is none.
 */
export function retryAfterMs({ retryAfter, date, receivedAtMs }: RetryAfterFacts): number | null {
  const text = retryAfter?.trim() ?? ''
  if (SECONDS.test(text)) return clamp(Number(text) * 1_000)
  const until = readHttpDate(text)
  if (until === null) return null
  return clamp(until - (readHttpDate(date?.trim() ?? '') ?? receivedAtMs))
}

function readHttpDate(text: string): number | null {
  if (!HTTP_DATE.test(text)) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS)
}
