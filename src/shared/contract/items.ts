import { z } from 'zod'
import type { LeafCategory } from '../domain/items/category'
import { createItemBody } from '../partner-api/item'
import { call, typed } from './call'
import { cents, nothing } from './fields'
import { itemFilterFields } from './item-filter'
import { ITEM_SORTS, type ItemFacet } from '../domain/items/item-filter'
import { table, type SavedTable } from './tables'
import type { UsedValues } from '../domain/items/used-values'
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

/** What is listed on the marketplace. */

/** In characters: all fields of the form filled with long texts. */
const MOST_DRAFT = 200_000

const itemNumber = z.string().min(1).max(500)

const itemSort = z.strictObject({ by: z.enum(ITEM_SORTS), descending: z.boolean() })

export const itemCalls = {
  /** From what the station keeps: works without a network. */
  'items:list': call({
    request: z.strictObject({
      filter: z.strictObject(itemFilterFields),
      sort: itemSort,
      offset: z.int().min(0),
      limit: z.int().min(1).max(500),
    }),
    value: typed<ItemList>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Which values the items have, to choose from. */
  'items:facets': call({
    request: z.strictObject({}),
    value: typed<ItemFacets>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Reads what has changed from the marketplace, now. */
  'items:refresh': call({
    request: z.strictObject({}),
    value: typed<null>(),
    errors: ['unreachable'],
    needs: 'look',
    records: 'nothing',
  }),
  /** Items in words, as the window lists them. */
  'items:save': call({
    request: z.strictObject({ table }),
    value: typed<SavedTable>(),
    errors: [],
    needs: 'export_lists',
    records: { kind: 'list_export', asked: ({ table: { rows } }) => ({ list: 'items', count: rows.length }) },
  }),
  /** Re-reads the item from the marketplace; without a network, returns the cached one. */
  'items:read': call({
    request: z.strictObject({ itemNumber }),
    value: typed<ItemDetail>(),
    errors: ['item_not_found', 'unauthorized', 'unreachable'],
    needs: 'look',
    records: 'nothing',
  }),
  'items:create': call({
    /** With the Partner API's field names; the station generates a missing `external_id`. */
    request: z.strictObject({ body: createItemBody }),
    value: typed<{ seq: number; externalId: string }>(),
    errors: ['item_exists', 'clock_differs'],
    needs: 'create_item',
    records: { kind: 'item_create', done: ({ seq, externalId }) => ({ op: seq, externalId }) },
  }),
  /** What was typed into the form of a new item, as the window kept it. */
  'items:draft': call({
    request: nothing,
    value: typed<string | null>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Survives a reload, a restart and a power cut; `null` removes it. Queues nothing. */
  'items:keep-draft': call({
    request: z.strictObject({ draft: z.string().max(MOST_DRAFT).nullable() }),
    value: typed<null>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Values that the account already uses, for fields whose values the document does not list. */
  'items:used-values': call({
    request: nothing,
    value: typed<UsedValues>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'items:update': call({
    request: z.strictObject({
      itemNumber,
      /** `null` leaves the value unchanged. */
      priceCents: cents.nullable(),
      maxDiscountPercent: z.int().min(0).max(100).nullable(),
    }),
    value: typed<{ seq: number }>(),
    errors: ['item_not_found', 'item_not_listed', 'clock_differs'],
    needs: 'change_item',
    records: { kind: 'item_update', asked: (request) => request, done: ({ seq }) => ({ op: seq }) },
  }),
  'items:delist': call({
    request: z.strictObject({ itemNumber }),
    value: typed<{ seq: number }>(),
    errors: ['item_not_found', 'item_not_listed', 'clock_differs'],
    needs: 'delist_item',
    records: { kind: 'item_delist', asked: (request) => request, done: ({ seq }) => ({ op: seq }) },
  }),
  'items:category': call({
    /** The station caches the tree; `refresh` re-reads it from the marketplace. */
    request: z.strictObject({ refresh: z.boolean() }),
    value: typed<readonly LeafCategory[]>(),
    errors: ['unauthorized', 'unreachable'],
    needs: 'look',
    records: 'nothing',
  }),
  /** The whole tree, and what the account has in it; `refresh` as in `items:category`. */
  'items:categories': call({
    request: z.strictObject({ refresh: z.boolean() }),
    value: typed<CategoryTree>(),
    errors: ['unauthorized', 'unreachable'],
    needs: 'look',
    records: 'nothing',
  }),
  /** How many items the account has in a category, by state, as the station knows them. */
  'items:of-category': call({
    request: z.strictObject({ categoryId: z.int() }),
    value: typed<readonly { state: string; items: number }[]>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
}
