/** Who of several stations has an order on the bench. Whoever knows the same claims names the same station. */

export type BenchClaim = {
  stationId: string
  /** 0 for opening the order; a takeover is one more than every claim it takes the order from. */
  turn: number
  /** When the order was put on the bench, in milliseconds of the stations' common time; see `reckon`. */
  sinceMs: number
}

/** The claim that counts: of the latest takeover, else the oldest; a tie goes by the station's id. */
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

/** What a takeover from all of them needs. */
export function turnAfter(claims: Iterable<BenchClaim>): number {
  let last = -1
  for (const { turn } of claims) last = Math.max(last, turn)
  return last + 1
}

/**
 * The stations' common time: no PC's clock, which may be set wrong, but what the longest running of them has counted up
 * to. Who hears of a later time goes on from there, so that all count alike but for the way of a message.
 */
export type Reckoning = {
  /** Common minus own monotonic time in milliseconds. */
  aheadMs: number
}

/** From here on a step means that two groups of stations have met, not that messages were slow. */
const MEETING_MS = 1_000

/**
 * What hearing `heardMs` changes. `movedMs` is to be added to own stamps, so that they stay as old as they are; small
 * steps move none, so that all go on comparing the same numbers.
 */
export function reckon(
  { aheadMs }: Reckoning,
  monotonicMs: number,
  heardMs: number,
): Reckoning & { movedMs: number } {
  const stepMs = Math.max(0, heardMs - (monotonicMs + aheadMs))
  return { aheadMs: aheadMs + stepMs, movedMs: stepMs >= MEETING_MS ? stepMs : 0 }
}
