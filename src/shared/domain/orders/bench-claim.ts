/** Which of several stations has an order on its bench. Stations that know the same claims name the same station. */

export type BenchClaim = {
  stationId: string
  /** 0 for opening the order; a takeover is one more than every claim that it overrides. */
  turn: number
  /** When the order was put on the bench, in milliseconds of the stations' common time; see `reckon`. */
  sinceMs: number
}

/** The winning claim: the latest takeover, else the oldest; a tie goes by the station's id. */
export function holderOf<Claim extends BenchClaim>(claims: Iterable<Claim>): Claim | null {
  let holder: Claim | null = null
  for (const claim of claims) if (holder === null || goesBefore(claim, holder)) holder = claim
  return holder
}

function goesBefore(one: BenchClaim, other: BenchClaim): boolean {
  if (one.turn !== other.turn) return one.turn > other.turn
  if (one.sinceMs !== other.sinceMs) return one.sinceMs < other.sinceMs
  return one.stationId < other.stationId
}

/** The turn of a takeover that overrides all of them. */
export function turnAfter(claims: Iterable<BenchClaim>): number {
  let last = -1
  for (const { turn } of claims) last = Math.max(last, turn)
  return last + 1
}

/**
 * The stations' common time: not a PC's clock, which may be wrong, but the count of the station that has run longest.
 * A station that hears a later time continues from it, so that all agree except for the travel time of messages.
 */
export type Reckoning = {
  /** Common minus own monotonic time in milliseconds. */
  aheadMs: number
}

/** A larger step means that two groups of stations have met, not that messages were slow. */
const MEETING_MS = 1_000

/**
 * The effect of hearing `heardMs`. Add `movedMs` to own stamps, so that their age stays the same; small steps move
 * none, so that all stations keep comparing the same numbers.
 */
export function reckon(
  { aheadMs }: Reckoning,
  monotonicMs: number,
  heardMs: number,
): Reckoning & { movedMs: number } {
  const stepMs = Math.max(0, heardMs - (monotonicMs + aheadMs))
  return { aheadMs: aheadMs + stepMs, movedMs: stepMs >= MEETING_MS ? stepMs : 0 }
}
