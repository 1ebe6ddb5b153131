/**
 * How new the thing on the screen is, by the station's revision. Answers and events may overtake one another on their
 * way; this alone decides which of them still count.
 */
export type Held = {
  /** Whether what was read at `revision` is at least as new as what is held. If so, it is held from now on. */
  takes(revision: number): boolean
  /** Whether what is held was read after the change that was announced at `revision`. */
  knows(revision: number): boolean
}

/**
 * Holds nothing yet. When the screen turns to another thing of the same kind, as to another order, the count goes on:
 * whatever is read from then on has a higher revision.
 */
export function createHeld(): Held {
  let held = 0
  return {
    takes(revision) {
      if (revision < held) return false
      held = revision
      return true
    },
    knows: (revision) => revision <= held,
  }
}
