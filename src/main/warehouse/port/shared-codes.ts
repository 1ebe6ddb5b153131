import type { TaughtMeaning } from '../../../shared/domain/scanning/taught-code'

/** Taught codes that the stations of an account share: the hub carries and orders them. */

/** One thing that a station says of a code. `taught`: when (ISO 8601 UTC) and by whom; `null`: it is taken back. */
export type Lesson = TaughtMeaning & { code: string; taught: { at: string; by: string } | null }

/** A making of the hub's bucket, and the last revision that is in it. */
export type CodesPlace = { name: string; created: string; last: number }

/** An account's side of it. */
export type SharedCodes = {
  /** @returns the first revision that this station has not heard; 0: it has heard nothing of this place */
  begin(place: CodesPlace): number
  /** Stores what was said up to `revision`, oldest first. */
  take(lessons: readonly Lesson[], revision: number): void
  /** Some of what the hub does not have, in a fixed order; none when that was all. @param after the last of those before */
  untold(after: Lesson | null): Lesson[]
  end(): void
}
