import { formatInstant, parseInstant, type TimeField } from './timestamps'

/** Times stamped by a wrong clock, and their corrections. All offsets are marketplace minus PC in milliseconds. */

type Times = Partial<Record<TimeField, string>>

/** A time this near to the capture came from the clock; a person typed any other, perhaps from another source. */
const FROM_THE_CLOCK_MS = 10 * 60_000
const DAY_MS = 86_400_000

/**
 * The correct times of an operation captured while the clock was off by `offsetMs`.
 * @param floor the preceding event of the same shipment; no proposal is earlier
 */
export function correctedTimes(
  times: Times,
  { capturedAt, offsetMs, floor }: { capturedAt: string; offsetMs: number; floor: string | null },
): Times {
  const capturedMs = parseInstant(capturedAt) ?? Number.NaN
  const floorMs = parseInstant(floor ?? '') ?? Number.NEGATIVE_INFINITY
  const corrected: Times = {}
  let eventMs = floorMs
  for (const field of ['packedAt', 'shippedAt', 'deliveredAt', 'canceledAt'] as const) {
    const ms = parseInstant(times[field] ?? '')
    if (ms === null) continue
    const fromTheClock = Math.abs(ms - capturedMs) <= FROM_THE_CLOCK_MS
    eventMs = Math.max(floorMs, fromTheClock ? ms + offsetMs : ms)
    corrected[field] = formatInstant(eventMs)
  }
  const expectedMs = parseInstant(times.expectedToDeliverAt ?? '')
  // A promised date is a day: a clock that is hours off does not change it, one that is a year off does.
  if (expectedMs !== null)
    corrected.expectedToDeliverAt = formatInstant(
      Math.max(eventMs, expectedMs + Math.round(offsetMs / DAY_MS) * DAY_MS),
    )
  return corrected
}
