/**
 * What was seen of a million orders, in 8 MB instead of the 40 of a `Set`: of each, 32 bits are kept. One in
 * thousands may be taken for another that has the same.
 */
export type SeenSet = {
  add(id: number | string): void
  /** How many were told apart. */
  size(): number
}

const FIRST_SLOTS = 1_024
/** So full that a place is found at once. */
const FULL = 0.7
/** @see http://www.isthe.com/chongo/tech/comp/fnv/ */
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

export function createSeenSet(): SeenSet {
  /** The bits at the first free place after the one that they name; 0 is free. */
  let slots = new Uint32Array(FIRST_SLOTS)
  let size = 0

  /** @returns whether they were not there */
  const put = (bits: number): boolean => {
    let place = bits & (slots.length - 1)
    for (;;) {
      const there = slots[place]
      if (there === bits) return false
      if (there === 0) break
      place = (place + 1) & (slots.length - 1)
    }
    slots[place] = bits
    return true
  }

  return {
    add(id) {
      if (!put(bitsOf(id))) return
      size += 1
      if (size < slots.length * FULL) return
      const before = slots
      slots = new Uint32Array(before.length * 2)
      for (const bits of before) if (bits !== 0) put(bits)
    },
    size: () => size,
  }
}

/** Never 0. */
function bitsOf(id: number | string): number {
  let bits = FNV_OFFSET
  const text = String(id)
  for (let index = 0; index < text.length; index += 1)
    bits = Math.imul(bits ^ text.charCodeAt(index), FNV_PRIME)
  // FNV's last digits lie close together; this spreads them.
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  return (bits ^ (bits >>> 13)) >>> 0 || 1
}
