import { leavesOf, sizeProblem } from '../../shared/domain/items/category'
import type { CreateItemRequest, UpdateItemRequest } from '../bodies'
import type { Core } from '../core'
import { keepPrecision } from '../instants'
import { Refusal } from '../refusal'
import { CATEGORY_TREE } from '../sample/categories'
import {
  addItem,
  findItemByExternalId,
  setItemPrice,
  setItemState,
  setPendingDiscount,
  type ItemRow,
} from '../tables/items'

const LEAVES = new Map(leavesOf(CATEGORY_TREE).map((leaf) => [leaf.id, leaf]))

/**
 * Adds an item in state `processing`; the background job lists it. Returns its item number. Refuses invalid attributes
 * as Unprocessable entity.
 * @see partner-api "POST /api/v1.0/items"
 */
export function createItem(core: Core, accountId: number, body: CreateItemRequest): string {
  const { db, settings } = core
  checkItem(core, body)
  if (body.external_id) {
    const free = settings.externalIdFreeFrom === 'deleted' ? ['deleted'] : ['deleted', 'ready_to_delete']
    const existing = findItemByExternalId(db, accountId, body.external_id, free)
    if (existing !== null && settings.duplicateExternalId === 'return_existing') return existing.item_number
    if (existing !== null) throw new Refusal('unprocessable', 'external_id: already listed')
  }
  const nowMs = keepPrecision(core.now(), settings.timestampPrecision)
  return addItem(db, {
    account_id: accountId,
    state: 'processing',
    title: body.title,
    description: body.description ?? null,
    external_id: body.external_id ?? null,
    mpn: body.mpn ?? null,
    price: body.price,
    discount: jsonOrNull(body.discount),
    msrp: body.msrp,
    quality: body.quality,
    condition_description: body.condition_description ?? null,
    with_tag: body.with_tag === null || body.with_tag === undefined ? null : body.with_tag ? 1 : 0,
    authentication_type: body.authentication_type ?? null,
    created_at: nowMs,
    updated_at: nowMs,
    category_id: body.category_id,
    brand_id: body.brand_id,
    warehouse_id: body.warehouse_id,
    size: jsonOrNull(body.size),
    attributes: jsonOrNull(body.attributes),
    photos: JSON.stringify(body.photos),
    listing_error_messages: '[]',
    state_due_at: core.now() + settings.listingDelayMs,
    pending_discount: null,
    pending_discount_due_at: null,
  })
}

function checkItem({ settings }: Core, body: CreateItemRequest): void {
  const leaf = LEAVES.get(body.category_id)
  if (leaf === undefined) throw new Refusal('unprocessable', 'category_id: not a leaf category')
  const size = body.size ? { ...body.size, type: body.size.type ?? undefined } : undefined
  const problem = sizeProblem(leaf, size)
  if (problem !== null) throw new Refusal('unprocessable', problem)
  if (body.photos.length < settings.minPhotos) throw new Refusal('unprocessable', 'photos: too few')
  demandMember(settings.qualities, body.quality, 'quality')
  demandMember(settings.brandIds, body.brand_id, 'brand_id')
  demandMember(settings.warehouseIds, body.warehouse_id, 'warehouse_id')
}

/** Refuses a value that is not in the allowed list; `null` allows all. */
export function demandMember<Value>(allowed: readonly Value[] | null, value: Value, field: string): void {
  if (allowed !== null && !allowed.includes(value)) throw new Refusal('unprocessable', `${field}: unknown`)
}

/**
 * Changes the price at once and the discount after its delay.
 * @see partner-api "PUT /api/v1.0/items/{item_number}"
 */
export function updateItem(core: Core, item: ItemRow, body: UpdateItemRequest): void {
  const nowMs = keepPrecision(core.now(), core.settings.timestampPrecision)
  if (typeof body.price === 'number') setItemPrice(core.db, item.id, body.price, nowMs)
  if (body.discount)
    setPendingDiscount(
      core.db,
      item.id,
      JSON.stringify(body.discount),
      core.now() + core.settings.discountDelayMs,
    )
}

/**
 * Marks a listed item for the delisting job.
 * @see partner-api "DELETE /api/v1.0/items/{item_number}"
 */
export function delistItem(core: Core, item: ItemRow): void {
  if (item.state !== 'listed') {
    if (core.settings.deleteNotListed === 'accept') return
    throw new Refusal('unprocessable', `item is ${item.state}, not listed`)
  }
  setItemState(core.db, item.id, {
    state: 'ready_to_delete',
    dueAt: core.now() + core.settings.delistingDelayMs,
    nowMs: keepPrecision(core.now(), core.settings.timestampPrecision),
  })
}

function jsonOrNull(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
