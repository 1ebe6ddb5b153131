/** Which messages have arrived: a message can arrive by several ways, or be replayed from a recording. */

/** How far out of order a message may arrive. */
const WINDOW = 64
/** Starts that are remembered: far more than a warehouse sees in a day. */
const MOST_BOOTS = 2_000

export type Dedupe = {
  /** True once for every message, whatever its sender's clock says. */
  isNew(boot: string, seq: number): boolean
}

export function createDedupe(): Dedupe {
  const boots = new Map<string, { highest: number; recent: Set<number> }>()
  return {
    isNew(boot, seq) {
      const known = boots.get(boot) ?? { highest: 0, recent: new Set<number>() }
      if (seq <= known.highest - WINDOW || known.recent.has(seq)) return false
      known.recent.add(seq)
      known.highest = Math.max(known.highest, seq)
      for (const old of known.recent) if (old <= known.highest - WINDOW) known.recent.delete(old)
      // The most recent sender is evicted last.
      boots.delete(boot)
      boots.set(boot, known)
      const [oldest] = boots.keys()
      if (boots.size > MOST_BOOTS && oldest !== undefined) boots.delete(oldest)
      return true
    },
  }
}
