/** The order desk: a table over all orders of the station. */

/** What is left to do with an order, or that nothing is. One may be to pack, to ship and to deliver at once. */
export const WORK_STATES = ['to_pack', 'to_ship', 'to_deliver', 'on_hold', 'done', 'canceled'] as const
export type WorkState = (typeof WORK_STATES)[number]

/** `due`: when it should have left the warehouse. */
export const DESK_SORTS = ['number', 'purchased', 'created', 'updated', 'amount', 'state', 'due'] as const
export type DeskSort = { by: (typeof DESK_SORTS)[number]; descending: boolean }

/**
 * Every part must fit. Times are ISO 8601 UTC and `null` where they do not matter; an order without a time fits no
 * limit of it.
 * @see partner-api "GET /api/v1.0/orders" for the four times of the document
 */
export type DeskFilter = {
  /** At or after it. */
  createdAfter: string | null
  /** Before it. */
  createdBefore: string | null
  /** At or after it. */
  updatedAfter: string | null
  /** Before it. */
  updatedBefore: string | null
  /** At or after it. */
  purchasedFrom: string | null
  /** Before it. */
  purchasedTo: string | null
  /** Any of these, as the marketplace spells them; empty: any at all. */
  states: readonly string[]
  work: WorkState | null
  /** Any of these on any of its shipments, whatever the case of letters; empty: any or none. */
  carriers: readonly string[]
  /** Only those that are late. */
  late: boolean
  /** In cents, both included. */
  amountFrom: number | null
  amountTo: number | null
  /** Only those with refunds. */
  refunded: boolean
  /** Only those with an operation that waits for a person. */
  needsPerson: boolean
  /** As in the list of orders to pack: words of it and its items, or the beginning of a tracking number. */
  search: string
}

export const ANY_ORDER: DeskFilter = {
  createdAfter: null,
  createdBefore: null,
  updatedAfter: null,
  updatedBefore: null,
  purchasedFrom: null,
  purchasedTo: null,
  states: [],
  work: null,
  carriers: [],
  late: false,
  amountFrom: null,
  amountTo: null,
  refunded: false,
  needsPerson: false,
  search: '',
}

export const NEWEST_FIRST: DeskSort = { by: 'purchased', descending: true }

/** Of a search, the desk looks at no more orders than these, the newest. */
export const MOST_SEARCHED = 2_000
/** As many filters as a person finds their way in. */
export const MOST_SAVED_FILTERS = 50
/** A list on paper that somebody still reads. */
export const MOST_PRINTED = 500

/** A filter that somebody named, for everybody at this station. */
export type SavedFilter = { filterId: string; name: string; filter: DeskFilter; sort: DeskSort }

/** True if the filter shows every order. */
export function showsAll(filter: DeskFilter): boolean {
  return Object.values(filter).every(
    (part) => part === null || part === false || part === '' || (Array.isArray(part) && part.length === 0),
  )
}

type Work = {
  canceled: boolean
  unpacked: number
  packedShipments: number
  shippedShipments: number
  hold: unknown
}

/** What has to be done next with an order that may have several things left. */
export function nextWork({ canceled, hold, ...left }: Work): WorkState {
  if (canceled) return 'canceled'
  if (hold !== null) return 'on_hold'
  if (left.unpacked > 0) return 'to_pack'
  if (left.packedShipments > 0) return 'to_ship'
  return left.shippedShipments > 0 ? 'to_deliver' : 'done'
}
