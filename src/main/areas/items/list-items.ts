import { z } from 'zod'
import type { ItemSort } from '../../../shared/contract/items'
import type { ItemDetail, ItemList } from '../../../shared/contract/item-views'
import type { RequestOf } from '../../../shared/contract/requests'
import type { Item, ListItemsQuery } from '../../../shared/partner-api/item'
import { StationError } from '../../base/station-error'
import { ANY_ITEM } from '../../../shared/domain/items/item-filter'
import { listItems as keptItems } from '../../store/views/item-list'
import type { Db } from '../../store/db/database'
import { sortedItems } from '../../store/views/sorted-items'
import { viewCreated, viewItem, viewItemRow } from '../../store/views/item-view'
import type { Station } from '../station/station'

type Request = RequestOf<'items:list'>
type Browsing = Pick<Station, 'db' | 'items'>

const PAGE_SIZE = 100
const MOST_CACHED = 200
const MOST_CREATED = 200

/**
 * Lists items as the marketplace has them, one page at a time. If it does not answer, the first page comes from the
 * station's cache, as does every page of a sorted list.
 * @throws StationError `unauthorized`, `unreachable` for a later page, `invalid_request` naming the filter `status` or
 *   the `page` that the marketplace does not accept
 * @see partner-api "GET /api/v1.0/items"
 */
export async function listItems({ db, items }: Browsing, request: Request): Promise<ItemList> {
  const { page, sort = null } = request
  if (sort !== null) return listSorted(db, request, sort)
  const outcome = await items.list(queryOf(request), page)
  const created = page === null ? viewCreated(db, MOST_CREATED) : []
  const rows = (found: readonly Item[]) => found.map((item) => viewItemRow(db, item))
  if (outcome.ok)
    return {
      rows: rows(outcome.value.items),
      created,
      next: outcome.value.next,
      readAt: outcome.value.readAt,
      from: 'marketplace',
    }
  switch (outcome.why) {
    case 'unauthorized':
      throw new StationError('unauthorized', 'the token was refused')
    case 'refused':
      throw new StationError('invalid_request', 'the marketplace does not accept this list', {
        [page === null ? 'status' : 'page']: 'refused',
      })
    default:
      if (page !== null) throw new StationError('unreachable', 'the marketplace did not answer')
      return {
        rows: rows(kept(db, request)),
        created,
        next: null,
        readAt: null,
        from: 'station',
      }
  }
}

function kept(db: Db, { status, externalId, mpn }: Request): Item[] {
  const filter = { ...ANY_ITEM, states: status, externalId, mpn }
  return keptItems(
    db,
    filter,
    { by: 'updated', descending: true },
    { offset: 0, limit: MOST_CACHED, total: 1 },
  )
}

/** The sort key and number of the last item on the page before. */
const place = z.tuple([z.union([z.string(), z.number()]), z.string()])

function listSorted(db: Db, request: Request, sort: ItemSort): ItemList {
  const { page, readSince = null } = request
  const after = page === null ? null : place.safeParse(jsonOf(page)).data
  if (after === undefined)
    throw new StationError('invalid_request', 'no page of a sorted list', { page: 'refused' })
  const { items, last } = sortedItems(db, { ...request, readSince }, sort, after, PAGE_SIZE)
  return {
    rows: items.map((item) => viewItemRow(db, item)),
    created: page === null ? viewCreated(db, MOST_CREATED) : [],
    next: last === null ? null : JSON.stringify(last),
    readAt: null,
    from: readSince === null ? 'station' : 'marketplace',
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function queryOf({ status, externalId, mpn }: Request): ListItemsQuery {
  return {
    page_size: PAGE_SIZE,
    ...(status.length === 0 ? {} : { status }),
    ...(externalId === '' ? {} : { external_id: externalId }),
    ...(mpn === '' ? {} : { mpn }),
  }
}

/**
 * Reads an item from the marketplace again; if it does not answer, returns the item as last read.
 * @throws StationError `item_not_found`, `unauthorized`, `unreachable` when it was never read
 * @see partner-api "GET /api/v1.0/items/{item_number}"
 */
export async function readItem({ db, items }: Browsing, itemNumber: string): Promise<ItemDetail> {
  const outcome = await items.read(itemNumber)
  if (!outcome.ok && outcome.why !== 'unreachable')
    throw outcome.why === 'unauthorized'
      ? new StationError('unauthorized', 'the token was refused')
      : new StationError('item_not_found', `the marketplace has no item ${itemNumber}`)
  const item = viewItem(db, itemNumber)
  if (item === null) throw new StationError('unreachable', 'the marketplace did not answer')
  return item
}
