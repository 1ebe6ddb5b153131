import { normalizeCode } from '../scanning/compare-codes'
import { SAFE_LETTERS } from '../scanning/badge'
import { CODE_PREFIX } from '../scanning/command'

/** The put wall: the items of several orders, picked together, are sorted into numbered slots, one for each order. */

export const FEWEST_SLOTS = 4
export const MOST_SLOTS = 40

/** Printed on the plan beside each slot; never change it. */
const SLOT = `${CODE_PREFIX}SLOT`
const LETTERS = SAFE_LETTERS.toUpperCase()

/** The code of a slot, from 1: two letters follow, because scanners of other layouts type no digits. */
export function slotCodeOf(slot: number): string {
  return SLOT + (LETTERS[Math.floor(slot / LETTERS.length)] ?? '') + (LETTERS[slot % LETTERS.length] ?? '')
}

/** The slot with this code, ignoring case; `null` for any other code. */
export function slotOfCode(code: string): number | null {
  const text = normalizeCode(code).toUpperCase()
  const [high = '', low = '', ...more] = text.startsWith(SLOT) ? text.slice(SLOT.length) : ''
  const slot = LETTERS.indexOf(high) * LETTERS.length + LETTERS.indexOf(low)
  return high !== '' && low !== '' && more.length === 0 && slotCodeOf(slot) === text && slot > 0 ? slot : null
}

/**
 * `filling`: items are missing. `complete`: everything that is to be packed is there. `stopped`: the order is canceled, on
 * hold, or has lost an item that is there, so that nothing of it is packed until a person has looked.
 */
export type SlotState = 'filling' | 'complete' | 'stopped'

/** @param missing units that are to be packed and are not in the slot @param surplus units there that are not to be packed */
export function slotState({ missing, surplus }: { missing: number; surplus: number }): SlotState {
  if (surplus > 0) return 'stopped'
  return missing === 0 ? 'complete' : 'filling'
}

/** The lowest free slot; `null` if each has an order. */
export function freeSlot(taken: ReadonlySet<number>, slots: number): number | null {
  for (let slot = 1; slot <= slots; slot++) if (!taken.has(slot)) return slot
  return null
}
