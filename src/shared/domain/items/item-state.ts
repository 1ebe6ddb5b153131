/**
 * The states of an item that the document names; a marketplace may have others, such as one after a failed listing.
 * @see partner-api "States and transitions / Item"
 */
export const NAMED_ITEM_STATES = ['processing', 'listed', 'ready_to_delete', 'deleted'] as const

/** In these it is for sale, or is about to be. */
export const OFFERED_STATES = ['processing', 'listed'] as const

/** An item in one of these is delisted, or is about to be: nothing of it can be changed. */
export const DELISTED_STATES = ['ready_to_delete', 'deleted'] as const
