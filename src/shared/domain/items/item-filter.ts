/** Which of the account's items are meant: a list of them, and what is changed of many at once. */

export type ItemFilter = {
  /** As the marketplace names them; empty for any. */
  states: readonly string[]
  /** Words of the title, the item number, the external ID or the MPN; empty for any. */
  search: string
  /** Whole; empty for any. */
  externalId: string
  mpn: string
  categoryIds: readonly number[]
  brandIds: readonly number[]
  qualities: readonly string[]
  /** Both ends belong to it, as in all ranges but `updatedAfter`. */
  priceFromCents: number | null
  priceToCents: number | null
  /** Percent. */
  discountFrom: number | null
  discountTo: number | null
  /** ISO 8601 UTC. Later than this, as the document has it. @see partner-api "GET /api/v1.0/items" */
  updatedAfter: string | null
  /** At this time or earlier. */
  updatedBefore: string | null
  /** At this time or later. */
  createdAfter: string | null
  createdBefore: string | null
  /** Those whose listing failed, or those that the marketplace does not know any more; `null`: all that it has. */
  only: 'errors' | 'gone' | null
}

/** Every item that the marketplace has. */
export const ANY_ITEM: ItemFilter = {
  states: [],
  search: '',
  externalId: '',
  mpn: '',
  categoryIds: [],
  brandIds: [],
  qualities: [],
  priceFromCents: null,
  priceToCents: null,
  discountFrom: null,
  discountTo: null,
  updatedAfter: null,
  updatedBefore: null,
  createdAfter: null,
  createdBefore: null,
  only: null,
}

export const ITEM_FACETS = ['state', 'quality', 'category', 'brand', 'warehouse'] as const
export type ItemFacet = (typeof ITEM_FACETS)[number]

/** What a list of items can be sorted by. What an item lacks sorts as the least. */
export const ITEM_SORTS = ['title', 'externalId', 'state', 'price', 'discount', 'updated', 'created'] as const
export type ItemSort = { by: (typeof ITEM_SORTS)[number]; descending: boolean }

/** The fields that are set, which is what is shown as chips. */
export function setFields(filter: ItemFilter): (keyof ItemFilter)[] {
  return (Object.keys(ANY_ITEM) as (keyof ItemFilter)[]).filter((name) => {
    const value = filter[name]
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
  })
}
