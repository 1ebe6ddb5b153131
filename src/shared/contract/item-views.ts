import type { ItemFacet } from '../domain/items/item-filter'
import type { HeldReason } from '../domain/outbox/held-reason'
import type { OpKind, OpState } from '../domain/outbox/operation'

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
  createdAt: string | null
  /** Since when the marketplace does not know it any more, ISO 8601 UTC; `null` while it does. */
  goneAt: string | null
  /** In the marketplace's words, a line for each. */
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
  /** What changed since it was first read here, oldest first. */
  changes: readonly ItemChangeView[]
}
/** Cents, percent, or a state. */
type ChangedValue = number | string | null
export type ItemChangeView = {
  at: string
  field: 'price' | 'listed_price' | 'discount' | 'state'
  old: ChangedValue
  new: ChangedValue
  /** The operation of this station that caused it; `null` for somebody else. */
  opSeq: number | null
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
/** How the account's items are kept here. */
export type KeptItems = {
  /** When they were as they are here, ISO 8601 UTC by this PC's clock; `null` before all have been read once. */
  asOf: string | null
  /** How many were read while all are read for the first time, else `null`. */
  reading: number | null
}
/** A window of the items that fit a filter. */
export type ItemList = {
  total: number
  rows: readonly ItemView[]
  /** Newest first, at most 200; only with the first window. */
  created: readonly NewItemView[]
  kept: KeptItems
}
/** Which values the account's items have, the most frequent first. */
export type ItemFacets = Readonly<Record<ItemFacet, readonly { value: string | number; items: number }[]>>

/** The marketplace's categories, as last read. */
export type CategoryTree = {
  /** With fields that this version does not know. */
  tree: readonly Category[]
  /** ISO 8601 UTC; `null` until it was read. */
  readAt: string | null
  /** How many items the account has in each category, whatever their state, by its ID. */
  items: Readonly<Record<number, number>>
}
