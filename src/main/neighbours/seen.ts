/** Which messages came already: by several ways at once, or played back by somebody who recorded them. */

/** How far a message may have been overtaken. */
const WINDOW = 64
/** Starts that are remembered: far more than a warehouse sees in a day. */
const MOST_BOOTS = 2_000

export type Seen = {
  /** True once for every message, whichever clock its sender has. */
  isNew(boot: string, seq: number): boolean
}

export function createSeen(): Seen {
  const boots = new Map<string, { highest: number; recent: Set<number> }>()
  return {
    isNew(boot, seq) {
      const known = boots.get(boot) ?? { highest: 0, recent: new Set<number>() }
      if (seq <= known.highest - WINDOW || known.recent.has(seq)) return false
      known.recent.add(seq)
      known.highest = Math.max(known.highest, seq)
      for (const old of known.recent) if (old <= known.highest - WINDOW) known.recent.delete(old)
      // The last one spoken stays longest.
      boots.delete(boot)
      boots.set(boot, known)
      const [oldest] = boots.keys()
      if (boots.size > MOST_BOOTS && oldest !== undefined) boots.delete(oldest)
      return true
    },
  }
}
