import type { HeldReason, OpKind, OpState } from '../domain/outbox/operation'

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
  /** As the marketplace sent them, in text. */
  listingErrors: readonly string[]
  /** Ops of this item that are not done and not held / that need a person. */
  waiting: number
  held: number
}
/** An op on an item that is still open; `null` where it asks for no change of that. */
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
  /** The last change of the discount that the marketplace accepted from here; it may show 15 minutes later. */
  discountAsked: { maxDiscountPercent: number; acceptedAt: string } | null
}
/** An item that was created here and that the marketplace has not confirmed yet. */
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
  /** `station`: the marketplace did not answer, so this is what was cached. */
  from: 'marketplace' | 'station'
}
