/** The parts of the list of orders. */

/** Work oldest first; `all` newest first. Orders on hold are neither to pack nor to ship. */
export const QUEUE_VIEWS = ['to_pack', 'to_ship', 'to_deliver', 'on_hold', 'all'] as const
export type QueueView = (typeof QUEUE_VIEWS)[number]

/** `late`: see `isLate`; `begun`: some items are packed, others are still to pack. */
export const QUEUE_FILTERS = ['any', 'late', 'one_item', 'begun'] as const
export type QueueFilter = (typeof QUEUE_FILTERS)[number]

/** How many orders a search lists, and one more if there are more: nobody scrolls further. */
export const MOST_FOUND = 200

/** Why an order is on hold, by whom, and since when (ISO 8601 UTC). */
export type HoldView = { reason: string; heldBy: string; heldAt: string }
