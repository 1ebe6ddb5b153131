import type { NamedCodes, LineCodes, ShownChange } from '../../../shared/domain/orders/order-change'
import { readShippingAddress, type Order } from '../../../shared/partner-api/order'
import type { Db } from '../db/database'
import { CHANGED } from '../tables/changed-parcels'
import { findItem } from '../tables/items'
import type { SealedBuyer } from '../tables/order-copy'
import { changesOf } from '../tables/order-changes'
import { linesOfOrder, type OrderRow } from '../tables/orders'
import { openNoticesOfShipment } from '../tables/notices'
import { linesOfShipment } from '../tables/shipments'

/**
 * What others changed in an order, as people see it. Addresses are shown as long as the station has the buyer's data.
 * @param db the station's own file, which knows the items
 * @param file with the order: the same, or one of the archive
 */
export function viewChanges(
  db: Db,
  order: OrderRow,
  buyer: SealedBuyer | null,
  file: Db = db,
): ShownChange[] {
  const changes = changesOf(file, order)
  const goods =
    changes.length === 0 ? [] : linesOfOrder(file, order.orderId).filter((line) => line.isShippingFee === 0)
  const placeOf = (id: number) => goods.findIndex(({ lineId }) => lineId === id) + 1 || null
  return changes.map((change): ShownChange => {
    if (change.what !== 'address')
      return {
        ...change,
        place: placeOf(change.lineId),
        from: named(db, change.from),
        to: named(db, change.to),
      }
    const { seq, at, what } = change
    const next = changes.find((other) => other.what === 'address' && other.seq > seq)
    const to = next === undefined ? buyer?.shipping_address : addressBefore(buyer, next.seq)
    return { seq, at, what, from: written(addressBefore(buyer, seq)), to: written(to) }
  })
}

/** Those of them that nobody has dealt with for a parcel. */
export function changesOfParcel(
  db: Db,
  { orderId }: Pick<OrderRow, 'orderId'>,
  shipmentUid: string,
  changes: readonly ShownChange[],
): ShownChange[] {
  const open = changes.length === 0 ? [] : openNoticesOfShipment(db, { orderId, shipmentUid, kinds: CHANGED })
  if (open.length === 0) return []
  const lines = new Set(linesOfShipment(db, shipmentUid))
  const since = (kind: (typeof CHANGED)[number]) =>
    open.find((notice) => notice.kind === kind)?.raisedAt ?? null
  const [items, address] = [since('items_changed'), since('address_changed')]
  return changes.filter((change) =>
    change.what === 'address'
      ? address !== null && change.at >= address
      : items !== null && change.at >= items && lines.has(change.lineId),
  )
}

function named(db: Db, codes: LineCodes | null): NamedCodes | null {
  if (codes === null) return null
  const item = codes.itemNumber === null ? null : findItem(db, codes.itemNumber)
  return { ...codes, title: item?.title ?? null }
}

type Address = NonNullable<Order['shipping_address']>

function addressBefore(buyer: SealedBuyer | null, seq: number): Address | undefined {
  return buyer?.addresses?.find((one) => one.seq === seq)?.address
}

function written(address: Address | null | undefined): readonly string[] | null {
  if (!address) return null
  return [address.name, ...addressLines(address)].filter((line): line is string => Boolean(line))
}

/** The non-empty lines below the name, in writing order, and then what this version has no place for. */
export function addressLines(address: Address | null | undefined): string[] {
  const place = [address?.state, address?.zip5].filter(Boolean).join(' ')
  const cityLine = [address?.city, place].filter(Boolean).join(', ')
  const known = new Set(Object.keys(readShippingAddress.shape))
  const more = Object.entries(address ?? {}).flatMap(([name, value]) =>
    !known.has(name) && typeof value === 'string' ? value : [],
  )
  return [address?.line1, address?.line2, cityLine, ...more].filter((line): line is string => Boolean(line))
}
