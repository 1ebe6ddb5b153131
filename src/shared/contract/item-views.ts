import type { HeldReason, OpKind, OpState } from '../domain/outbox/operation'

import type { Category } from '../partner-api/category'

/** What main shows of the items that are listed on the marketplace. */

export type ItemView = {
  itemNumber: string
  state: string
  title: string | null
  externalId: string | null
  mpn: string | null
  priceCents: number | null
  listedPriceCents: number | null
  maxDiscountPercent: number | null
  msrpCents: number | null
  size: string | null
  quality: string | null
  updatedAt: string | null
  /** As received from the marketplace, as text. */
  listingErrors: readonly string[]
  /** Ops of this item that are not done and not held / that need a person. */
  waiting: number
  held: number
}
/** An open operation on an item; `null` for fields it does not change. */
export type PendingItemOp = {
  seq: number
  kind: OpKind
  state: OpState
  priceCents: number | null
  maxDiscountPercent: number | null
}
/** Every field of the item as the marketplace sent it. */
export type ItemDetail = ItemView & {
  fields: Readonly<Record<string, unknown>>
  readAt: string
  pending: readonly PendingItemOp[]
  /** The last discount change that the marketplace accepted from this station; it may show 15 minutes later. */
  discountAsked: { maxDiscountPercent: number; acceptedAt: string } | null
}
/** An item created here that the marketplace has not confirmed yet. */
export type NewItemView = {
  seq: number
  externalId: string
  title: string | null
  priceCents: number | null
  state: OpState
  heldReason: HeldReason | null
}
export type ItemList = {
  rows: readonly ItemView[]
  /** Newest first, at most 200; only with the first page. */
  created: readonly NewItemView[]
  next: string | null
  /** When the marketplace's page was read, ISO 8601 UTC; `null` for a page that the station made. */
  readAt: string | null
  /** `station`: the marketplace did not answer, so these items are from the cache. */
  from: 'marketplace' | 'station'
}

/** The marketplace's categories, as last read. */
export type CategoryTree = {
  /** With fields that this version does not know. */
  tree: readonly Category[]
  /** ISO 8601 UTC; `null` if an earlier version read it. */
  readAt: string | null
  /** How many items the account has in each category, whatever their state, by its ID. */
  items: Readonly<Record<number, number>>
}
