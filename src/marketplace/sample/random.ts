/** Random choices that a seed repeats exactly. */
export type Random = {
  /** 0 <= value < 1. */
  next: () => number
  /** Both ends included. */
  int: (from: number, to: number) => number
  chance: (probability: number) => boolean
  pick: <Value>(values: readonly Value[]) => Value
}

/** The mulberry32 generator: small, fast, and the same on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (values) => {
      const value = values[int(0, values.length - 1)]
      if (value === undefined) throw new Error('Nothing to pick from')
      return value
    },
  }
}
