import {
  addressesPart,
  sameCodes,
  type LineChange,
  type LineCodes,
  type NotedChange,
  type OrderNews,
} from '../../../shared/domain/orders/order-change'
import type { Order } from '../../../shared/partner-api/order'
import type { BuyerSeal } from '../db/buyer-seal'
import { sql, writeOne, type Db, type Tx } from '../db/database'
import { storedJson } from '../db/stored-json'
import type { SealedBuyer } from './order-copy'

/** What others changed in orders that were known here: the column `changes` of their rows, which only this file writes. */

/** What of an order's row is needed here. `changes`: JSON; `buyer`: sealed. */
type KnownOrder = { orderId: number; changes: string | null; buyer: Buffer | null }

/** All lines of a large order at once, and more; but a server whose data keeps changing must not fill the disk. */
const MOST_CHANGES = 1_000

/** What others changed in the order since it was known here, oldest first. */
export function changesOf(
  db: Db,
  { orderId, changes }: Pick<KnownOrder, 'orderId' | 'changes'>,
): readonly NotedChange[] {
  const stored = changes === null ? [] : storedJson(db, changes, 'orders.changes', orderId)
  return Array.isArray(stored) ? (stored as NotedChange[]) : []
}

/** How the copy differs from the known one, as far as that concerns what was scanned or labeled. */
export function newsIn(db: Db, known: KnownOrder, order: Order, seal: BuyerSeal): OrderNews[] {
  const before = new Map(goodsOf(db, order.id))
  const lines: LineChange[] = []
  for (const line of order.order_lines) {
    if (line.is_shipping_fee === true) continue
    const [from, to] = [before.get(line.id) ?? null, codesIn(line)]
    before.delete(line.id)
    if (from === null || !sameCodes(from, to)) lines.push({ what: 'line', lineId: line.id, from, to })
  }
  for (const [lineId, from] of before) lines.push({ what: 'line', lineId, from, to: null })
  return hasNewAddress(known, order, seal) ? [...lines, { what: 'address' }] : lines
}

function goodsOf(db: Db, orderId: number): [lineId: number, codes: LineCodes][] {
  const rows = sql(
    db,
    `SELECT line_id, item_number, external_id, mpn FROM order_lines
      WHERE order_id = +? AND is_shipping_fee = 0 ORDER BY position`,
  ).raw()
  return (rows.all(orderId) as [number, string | null, string | null, string | null][]).map(
    ([lineId, itemNumber, externalId, mpn]) => [lineId, { itemNumber, externalId, mpn }],
  )
}

function codesIn(line: Order['order_lines'][number]): LineCodes {
  return {
    itemNumber: line.item_number ?? null,
    externalId: line.external_id ?? null,
    mpn: line.mpn ?? null,
  }
}

/** Whether the copy has another address than the known one. */
export function hasNewAddress(known: KnownOrder, order: Order, seal: BuyerSeal): boolean {
  // Most copies say nothing of the buyer, or come before the order was known.
  if (!order.shipping_address || known.buyer === null) return false
  const before = seal.open(order.id, known.buyer) as SealedBuyer | null
  return addressesPart(before?.shipping_address, order.shipping_address)
}

/** Adds what is new to the changes of an order. @param known its row until now @param at ISO 8601 UTC */
export function noteOrderChanges(
  tx: Tx,
  orderId: number,
  known: Pick<KnownOrder, 'changes'> | null,
  news: readonly OrderNews[],
  at: string,
): readonly NotedChange[] {
  if (news.length === 0) return []
  const before = known === null ? [] : changesOf(tx, { orderId, changes: known.changes })
  const last = before.at(-1)?.seq ?? 0
  const noted = news.map((change, index) => ({ ...change, seq: last + 1 + index, at }))
  const changes = JSON.stringify([...before, ...noted].slice(-MOST_CHANGES))
  writeOne(tx, 'UPDATE orders SET changes = ? WHERE order_id = ?', changes, orderId)
  return noted
}

/**
 * Notes that an item's own codes were edited, with each order that has lines of it to pack, or in parcels that have not
 * left.
 * @param at ISO 8601 UTC
 * @returns the changes, by order
 */
export function noteItemCodes(
  tx: Tx,
  { itemNumber, from, to }: { itemNumber: string; from: LineCodes; to: LineCodes },
  at: string,
): ReadonlyMap<number, readonly NotedChange[]> {
  const lines = sql(
    tx,
    // The index ignores case; the item is this one only.
    `SELECT l.order_id AS orderId, l.line_id AS lineId, o.changes
       FROM order_lines l JOIN orders o USING (order_id)
      WHERE l.item_number = +@itemNumber COLLATE NOCASE AND l.item_number = +@itemNumber AND l.is_shipping_fee = 0
        AND o.canceled = 0 AND (o.unpacked_lines > 0 OR o.packed_shipments > 0)`,
  ).all({ itemNumber }) as { orderId: number; lineId: number; changes: string | null }[]
  const orders = new Map(lines.map((line) => [line.orderId, line]))
  return new Map(
    [...orders].map(([orderId, order]) => {
      const own = lines.filter((line) => line.orderId === orderId)
      const news = own.map(({ lineId }) => ({ what: 'item' as const, lineId, from, to }))
      return [orderId, noteOrderChanges(tx, orderId, order, news, at)]
    }),
  )
}

/** The addresses from before each change stay with the buyer: sealed in the same value, and deleted with it. */
export function keepAddresses(
  db: Db,
  sealed: SealedBuyer,
  orderId: number,
  known: KnownOrder,
  noted: readonly NotedChange[],
  seal: BuyerSeal,
): void {
  const change = noted.find(({ what }) => what === 'address')
  const everChanged = changesOf(db, known).some(({ what }) => what === 'address')
  if ((change === undefined && !everChanged) || known.buyer === null) return
  const before = seal.open(orderId, known.buyer) as SealedBuyer | null
  const address = before?.shipping_address
  const left = change === undefined || !address ? [] : [{ seq: change.seq, address }]
  const all = [...(before?.addresses ?? []), ...left].slice(-MOST_CHANGES)
  if (all.length > 0) sealed.addresses = all
}
