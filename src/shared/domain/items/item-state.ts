/**
 * The states of an item that the document names; a marketplace may have others, such as one after a failed listing.
 * @see partner-api "States and transitions / Item"
 */

/** The questions about a state. */
export type ItemStateRow = {
  /** It is for sale, or is about to be. */
  offered: boolean
  /** It can be delisted. */
  delistable: boolean
  /** It is delisted, or is about to be: nothing of it can be changed, and its external ID may be free again. */
  delisted: boolean
}

/** A new state is one row, with an answer to each question. */
const STATES = {
  processing: { offered: true, delistable: false, delisted: false },
  listed: { offered: true, delistable: true, delisted: false },
  ready_to_delete: { offered: false, delistable: false, delisted: true },
  deleted: { offered: false, delistable: false, delisted: true },
} as const satisfies Record<string, ItemStateRow>

type ItemState = keyof typeof STATES
export const NAMED_ITEM_STATES = Object.keys(STATES) as ItemState[]
export const OFFERED_STATES = NAMED_ITEM_STATES.filter((state) => STATES[state].offered)
export const DELISTABLE_STATES = NAMED_ITEM_STATES.filter(isDelistable)
export const DELISTED_STATES = NAMED_ITEM_STATES.filter(isDelisted)

/** Of a state that the document does not name: the item may be for sale, and only a person knows whether to delist it. */
const UNKNOWN: ItemStateRow = { offered: true, delistable: false, delisted: false }

function meaningOf(state: string): ItemStateRow {
  return Object.hasOwn(STATES, state) ? STATES[state as ItemState] : UNKNOWN
}

/** Whether an item in this state can be delisted; in one that the document does not name, a person decides. */
export function isDelistable(state: string): boolean {
  return meaningOf(state).delistable
}

/** Whether an item in this state is delisted, or is about to be. */
export function isDelisted(state: string): boolean {
  return meaningOf(state).delisted
}
