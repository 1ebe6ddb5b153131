import type { ItemDetail, ItemFacets, ItemList } from '../../../shared/contract/item-views'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { StationError } from '../../base/station-error'
import { countItems, facetsOf, listItems } from '../../store/views/item-list'
import { viewCreated, viewItem, viewItemRow } from '../../store/views/item-view'
import type { Station } from '../station/station'

const MOST_CREATED = 200

/** A window of the items that are kept here, by filter and sorted; works without a network. */
export function listKeptItems(
  { db, itemPull }: Pick<Station, 'db' | 'itemPull'>,
  { filter, sort, offset, limit }: ParsedRequestOf<'items:list'>,
): ItemList {
  const total = countItems(db, filter)
  const items = listItems(db, filter, sort, { offset, limit, total })
  return {
    total,
    rows: items.map((item) => viewItemRow(db, item)),
    created: offset === 0 ? viewCreated(db, MOST_CREATED) : [],
    kept: { asOf: itemPull.keptAsOf(), reading: itemPull.reading() },
  }
}

/** What the account's items have, with how many have it. */
export function readFacets({ db }: Pick<Station, 'db'>): ItemFacets {
  return facetsOf(db)
}

/**
 * Reads what has changed in the account's items from the marketplace, now.
 * @throws StationError `unreachable` if it did not answer
 */
export async function refreshItems({ gate, itemPull }: Pick<Station, 'gate' | 'itemPull'>): Promise<null> {
  await itemPull.now()
  if (itemPull.failing() || !gate.allows('item_reads'))
    throw new StationError('unreachable', 'the marketplace did not answer')
  return null
}

/**
 * Reads an item from the marketplace again; if it does not answer, returns the item as last read.
 * @throws StationError `item_not_found`, `unauthorized`, `unreachable` when it was never read
 * @see partner-api "GET /api/v1.0/items/{item_number}"
 */
export async function readItem(
  { db, items }: Pick<Station, 'db' | 'items'>,
  itemNumber: string,
): Promise<ItemDetail> {
  const outcome = await items.read(itemNumber)
  if (!outcome.ok && outcome.why === 'unauthorized')
    throw new StationError('unauthorized', 'the token was refused')
  const item = viewItem(db, itemNumber)
  if (item !== null) return item
  throw outcome.ok || outcome.why === 'unreachable'
    ? new StationError('unreachable', 'the marketplace did not answer')
    : new StationError('item_not_found', `the marketplace has no item ${itemNumber}`)
}
