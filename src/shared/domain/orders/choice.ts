/**
 * Which lines of an order are in the box, and what proves it: each was scanned, or ticked by hand. In the order in which
 * they were chosen.
 */
export type Choice = {
  chosen: ReadonlySet<number>
  /** The chosen lines that were scanned; all others were ticked by hand. */
  scanned: ReadonlySet<number>
}

/** A scan is the better proof: it also takes a line that was ticked by hand. */
export function chooseByScan({ chosen, scanned }: Choice, lineId: number): Choice {
  return { chosen: lastIn(chosen, lineId), scanned: lastIn(scanned, lineId) }
}

/** Lines that are chosen already keep their proof. */
export function chooseByHand({ chosen, scanned }: Choice, lineIds: readonly number[]): Choice {
  const added = lineIds.filter((lineId) => !chosen.has(lineId))
  // What was scanned before it fell out of the choice proves nothing now.
  return {
    chosen: new Set([...chosen, ...added]),
    scanned: only(scanned, (lineId) => !added.includes(lineId)),
  }
}

/** Leaves out every line that `stays` does not accept, and what proved it. */
export function keepChosen({ chosen, scanned }: Choice, stays: (lineId: number) => boolean): Choice {
  const kept = only(chosen, stays)
  return { chosen: kept, scanned: only(scanned, (lineId) => kept.has(lineId)) }
}

/** The chosen lines that nobody scanned. */
export function tickedByHand({ chosen, scanned }: Choice): number[] {
  return [...chosen].filter((lineId) => !scanned.has(lineId))
}

/** A set lists its members in the order in which they were added. */
function lastIn(lines: ReadonlySet<number>, lineId: number): ReadonlySet<number> {
  return new Set([...only(lines, (other) => other !== lineId), lineId])
}

function only(lines: ReadonlySet<number>, stays: (lineId: number) => boolean): ReadonlySet<number> {
  return new Set([...lines].filter(stays))
}
