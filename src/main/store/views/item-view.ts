import type { HeldReason } from '../../../shared/domain/outbox/held-reason'
import type { OpState } from '../../../shared/domain/outbox/operation'
import type { ItemDetail, ItemView, NewItemView, PendingItemOp } from '../../../shared/contract/items'
import { listingErrors } from '../../../shared/domain/items/listing-errors'
import { createItemBody, readItem, updateItemBody, type Item } from '../../../shared/partner-api/item'
import { sql, type Db } from '../db/database'
import { jsonIn, storedFields } from '../db/stored-json'
import { changesOfItem } from '../tables/item-changes'
import { goneSince } from '../tables/items'
import { itemLane, OPEN, openOpsOfLane, type Op } from '../tables/outbox'

/** An item as people see it in a list, with the changes that wait for it here. */
export function viewItemRow(db: Db, item: Item): ItemView {
  const open = openOpsOfLane(db, itemLane(item.item_number))
  const held = open.filter(({ state }) => state === 'held').length
  return {
    itemNumber: item.item_number,
    state: item.state,
    title: item.title ?? null,
    externalId: item.external_id ?? null,
    mpn: item.mpn ?? null,
    priceCents: item.price ?? null,
    listedPriceCents: item.listed_price ?? null,
    maxDiscountPercent: item.discount?.max_discount?.percentage ?? null,
    msrpCents: item.msrp ?? null,
    size: item.size?.name ?? null,
    quality: item.quality ?? null,
    updatedAt: item.updated_at ?? null,
    createdAt: item.created_at ?? null,
    goneAt: goneSince(db, item.item_number),
    listingErrors: listingErrors(item.listing_error_messages),
    waiting: open.length - held,
    held,
  }
}

/** The item as last read, with every field; `null` when the station has not read it. */
export function viewItem(db: Db, itemNumber: string): ItemDetail | null {
  const row = sql(
    db,
    `SELECT server_copy AS copy, read_at AS readAt FROM items JOIN item_copies USING (item_id)
      WHERE item_number = ?`,
  ).get(itemNumber) as { copy: string; readAt: string } | undefined
  if (row === undefined) return null
  const fields = storedFields(db, row.copy, 'item_copies.server_copy', itemNumber)
  const item = readItem.safeParse(fields)
  if (!item.success) return null
  return {
    ...viewItemRow(db, item.data),
    fields,
    readAt: row.readAt,
    pending: openOpsOfLane(db, itemLane(itemNumber)).map(toPending),
    discountAsked: discountAsked(db, itemNumber),
    changes: changesOfItem(db, itemNumber),
  }
}

function toPending({ seq, kind, state, body }: Op): PendingItemOp {
  const asked = kind === 'update_item' ? updateItemBody.safeParse(jsonOf(body)) : null
  return {
    seq,
    kind,
    state,
    priceCents: asked?.data?.price ?? null,
    maxDiscountPercent: asked?.data?.discount?.max_discount.percentage ?? null,
  }
}

function discountAsked(db: Db, itemNumber: string): ItemDetail['discountAsked'] {
  const row = sql(
    db,
    `SELECT ${jsonIn('body')} ->> '$.discount.max_discount.percentage' AS maxDiscountPercent,
        settled_at AS acceptedAt
       FROM outbox
      WHERE lane = ? AND kind = 'update_item' AND state = 'confirmed'
        AND ${jsonIn('body')} ->> '$.discount.max_discount.percentage' IS NOT NULL
      ORDER BY seq DESC LIMIT 1`,
  ).get(itemLane(itemNumber))
  return (row as ItemDetail['discountAsked'] | undefined) ?? null
}

/** Items created here that the marketplace has not confirmed yet, newest first. */
export function viewCreated(db: Db, limit: number): NewItemView[] {
  const rows = sql(
    db,
    `SELECT seq, item_key AS externalId, body, state, held_reason AS heldReason FROM outbox
      WHERE seq IN (SELECT seq FROM outbox INDEXED BY outbox_open WHERE kind = 'create_item' AND ${OPEN}
                     ORDER BY seq DESC LIMIT +?)
      ORDER BY seq DESC`,
  ).all(limit) as {
    seq: number
    externalId: string
    body: string
    state: OpState
    heldReason: HeldReason | null
  }[]
  return rows.map(({ body, ...row }) => {
    const asked = createItemBody.safeParse(jsonOf(body))
    return { ...row, title: asked.data?.title ?? null, priceCents: asked.data?.price ?? null }
  })
}

/** An unreadable body is held with a reason of its own; here it simply shows nothing. */
function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
