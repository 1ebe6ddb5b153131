import type { ShipmentMove } from '../shipments/shipment'

/**
 * Rules for the times of a shipment. All moments are milliseconds since the epoch, all texts ISO 8601 in UTC.
 * @see partner-api "POST /api/v1.0/orders/{order_id}/shipments/{shipment_id}"
 */

/** Stored in refusals and shown as texts by the renderer; never rename. */
export const TIME_PROBLEMS = [
  'missing',
  'unparsable',
  'in_future',
  'too_old',
  'before_packed',
  'before_shipped',
  'after_next_step',
  'too_far',
] as const
export type TimeProblem = (typeof TIME_PROBLEMS)[number]

export type TimeField = 'packedAt' | 'shippedAt' | 'expectedToDeliverAt' | 'deliveredAt' | 'canceledAt'
/** The Partner API's name for each time. */
export const TIME_API_NAMES: Readonly<Record<TimeField, string>> = {
  packedAt: 'packed_at',
  shippedAt: 'shipped_at',
  expectedToDeliverAt: 'expected_to_deliver_at',
  deliveredAt: 'delivered_at',
  canceledAt: 'canceled_at',
}
export const TIME_FIELDS = Object.keys(TIME_API_NAMES) as readonly TimeField[]
export type TimeProblems = Partial<Record<TimeField, TimeProblem>>

/** The time problems in a refusal's fields; other fields and unknown codes are left out. */
export function timeProblemsIn(fields: Readonly<Record<string, string>> | undefined): TimeProblems {
  const problems: TimeProblems = {}
  for (const field of TIME_FIELDS) {
    const code = TIME_PROBLEMS.find((problem) => problem === fields?.[field])
    if (code !== undefined) problems[field] = code
  }
  return problems
}

/** What is already known of the shipment; `null` where it has not happened. */
export type KnownTimes = {
  packedAt: string | null
  shippedAt: string | null
  deliveredAt?: string | null
  canceledAt?: string | null
}

/** A typing clock and a station clock differ a little; a time this far ahead still counts as now. */
export const FUTURE_TOLERANCE_MS = 60_000
/** An event further back counts as a typing error. */
export const OLDEST_EVENT_MS = 366 * 24 * 3_600_000
/** A delivery promised further ahead counts as a typing error. */
export const FARTHEST_PROMISE_MS = 366 * 24 * 3_600_000

/** @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/i
const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.\d{1,9})?Z$/
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/**
 * Reads a timestamp of RFC 3339, in any of its forms, to milliseconds since the epoch; `null` when it is not one, or names
 * a day that does not exist (30 February), which `Date.parse` would shift silently. A leap second, which only the end of
 * a day of UTC can have, is the moment at which the next day begins.
 */
export function parseInstant(text: string): number | null {
  const match = RFC_3339.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const [offsetHours, offsetMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59) return null
  const midnight = new Date(0)
  // Unlike `Date.UTC`, which takes the year 50 for 1950.
  midnight.setUTCFullYear(year, month - 1, day)
  if (midnight.getUTCMonth() + 1 !== month || midnight.getUTCDate() !== day) return null
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes)
  const minuteOfUtc = hour * 60 + minute - offset
  const isLastOfDay = (minuteOfUtc + 2 * DAY_MINUTES) % DAY_MINUTES === DAY_MINUTES - 1
  if (second === 60 && !isLastOfDay) return null
  const fractionMs = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1_000)
  return midnight.getTime() + minuteOfUtc * MINUTE_MS + second * 1_000 + fractionMs
}

/**
 * The same moment as ISO 8601 UTC, which sorts as text and which SQLite reads. What is in this form, or no timestamp, stays
 * as it is.
 */
export function utcOf(text: string | null | undefined): string | null {
  if (text == null || ISO_UTC.test(text)) return text ?? null
  const ms = parseInstant(text)
  return ms === null ? text : formatInstant(ms)
}

/**
 * Reads a time of the marketplace to milliseconds since the epoch: also ISO 8601 that RFC 3339 leaves out, without seconds
 * for example. `NaN`, for which every comparison is false, when it is missing or no time.
 */
export function readMoment(text: string | null | undefined): number {
  return text == null ? Number.NaN : (parseInstant(text) ?? Date.parse(text))
}

/** Writes milliseconds since the epoch as ISO 8601 UTC with milliseconds. */
export function formatInstant(ms: number): string {
  return new Date(ms).toISOString()
}

/**
 * The same day and hour `months` earlier by the calendar of UTC; the last day of that month where it has no such day.
 * All in milliseconds since the epoch.
 */
export function monthsBefore(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months)
  // 31 March minus one month would overflow into March again.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

/** People type whole seconds: a time within the second of the previous event means right after it. */
export function inOrder(iso: string | null, floor: string | null): string | null {
  const ms = parseInstant(iso ?? '')
  const floorMs = parseInstant(floor ?? '')
  if (ms === null || floorMs === null) return iso
  const sameSecond = Math.floor(ms / 1_000) === Math.floor(floorMs / 1_000)
  return sameSecond && ms < floorMs ? formatInstant(floorMs) : iso
}

type Requirement = { field: TimeField; text: string | null | undefined }

/**
 * Judges the times given for a move and returns a problem per field; an empty object when all are possible.
 * Keeps packed <= shipped <= delivered. An event cannot lie in the future; an expected delivery can.
 */
export function checkMoveTimes(
  move: ShipmentMove | 'pack',
  given: Partial<Record<TimeField, string | null>>,
  known: KnownTimes,
  nowMs: number,
): TimeProblems {
  const problems: TimeProblems = {}
  const event = (field: TimeField): number | null => {
    const ms = readRequired({ field, text: given[field] }, problems)
    if (ms === null) return null
    if (ms > nowMs + FUTURE_TOLERANCE_MS) problems[field] = 'in_future'
    else if (ms < nowMs - OLDEST_EVENT_MS) problems[field] = 'too_old'
    return ms
  }
  const notBefore = (field: TimeField, ms: number | null, floor: string | null, problem: TimeProblem) => {
    const floorMs = floor === null ? null : parseInstant(floor)
    if (ms !== null && floorMs !== null && ms < floorMs) problems[field] ??= problem
  }
  /** For correcting a step that has later steps. */
  const notAfter = (field: TimeField, ms: number | null, ...ceilings: (string | null | undefined)[]) => {
    for (const ceiling of ceilings) {
      const ceilingMs = ceiling === null || ceiling === undefined ? null : parseInstant(ceiling)
      if (ms !== null && ceilingMs !== null && ms > ceilingMs) problems[field] ??= 'after_next_step'
    }
  }

  switch (move) {
    case 'pack':
      notAfter('packedAt', event('packedAt'), known.shippedAt, known.deliveredAt, known.canceledAt)
      break
    case 'ship': {
      const shippedMs = event('shippedAt')
      notBefore('shippedAt', shippedMs, known.packedAt, 'before_packed')
      notAfter('shippedAt', shippedMs, known.deliveredAt)
      const expectedMs = readRequired(
        { field: 'expectedToDeliverAt', text: given.expectedToDeliverAt },
        problems,
      )
      if (expectedMs !== null && expectedMs > nowMs + FARTHEST_PROMISE_MS)
        problems.expectedToDeliverAt = 'too_far'
      notBefore('expectedToDeliverAt', expectedMs, given.shippedAt ?? null, 'before_shipped')
      break
    }
    case 'deliver': {
      const deliveredMs = event('deliveredAt')
      notBefore('deliveredAt', deliveredMs, known.shippedAt, 'before_shipped')
      notBefore('deliveredAt', deliveredMs, known.packedAt, 'before_packed')
      break
    }
    case 'cancel':
      notBefore('canceledAt', event('canceledAt'), known.packedAt, 'before_packed')
      break
  }
  return problems
}

function readRequired({ field, text }: Requirement, problems: TimeProblems): number | null {
  if (text === null || text === undefined || text.trim() === '') {
    problems[field] = 'missing'
    return null
  }
  // It is sent as it is, and the marketplace asks for UTC.
  const ms = ISO_UTC.test(text) ? parseInstant(text) : null
  if (ms === null) problems[field] = 'unparsable'
  return ms
}
