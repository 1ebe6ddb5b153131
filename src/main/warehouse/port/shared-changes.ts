/** Changes that people make at one station of an account and that all of its stations take in: the hub carries and orders them. */

/** A making of the hub's bucket, and the last revision that is in it. */
export type ChangesPlace = { name: string; created: string; last: number }

/** An account's side of it. */
export type SharedChanges<Change> = {
  /** @returns the first revision that this station has not heard; 0: it has heard nothing of this place */
  begin(place: ChangesPlace): number
  /** Stores what was said up to `revision`, oldest first. */
  take(changes: readonly Change[], revision: number): void
  /** Some of what the hub does not have, in a fixed order; none when that was all. @param after the last of those before */
  untold(after: Change | null): Change[]
  end(): void
}
