import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ItemDetail, ItemFacets, ItemList, ItemView } from '../../../shared/contract/items'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { StationError } from '../../base/station-error'
import type { ItemFilter, ItemSort } from '../../../shared/domain/items/item-filter'
import { changeCountOf, type Db } from '../../store/db/database'
import { countIfNear, facetsOf, itemIdsIn, itemsOf } from '../../store/views/item-list'
import { viewCreated, viewItem, viewItemRow } from '../../store/views/item-view'
import { beginWalk, fittingItems, walkOn, type ItemSet, type ItemWalk } from '../../store/views/item-walk'
import type { Station } from '../station/station'

const MOST_CREATED = 200

type Source = Pick<Station, 'db' | 'itemPull'>

/** A list that somebody scrolls through; valid until anything is written. */
type Looked = {
  db: Db
  change: number
  filter: string
  set: ItemSet
  sort: string
  walk: ItemWalk
}

const NOTHING = { total: 0, itemIds: [] }

/** Rows made at once: about three milliseconds. */
const ROWS_AT_ONCE = 50

export type ItemLists = { list(station: Source, request: ParsedRequestOf<'items:list'>): Promise<ItemList> }

/**
 * Windows of the items that are kept here, by filter and sorted; works without a network. Rows near the top are read at once;
 * for rows far down, or found without an index, the last list is remembered.
 */
export function createItemLists(): ItemLists {
  let last: Looked | null = null
  /** Requests for the same list extend it one after the other. */
  let tail: Promise<unknown> = Promise.resolve()

  const looked = async (db: Db, filter: ItemFilter, sort: ItemSort): Promise<Looked> => {
    const [change, filterKey, sortKey] = [changeCountOf(db), JSON.stringify(filter), JSON.stringify(sort)]
    const known = last?.db === db && last.change === change && last.filter === filterKey ? last : null
    if (known?.sort === sortKey) return known
    const set = known?.set ?? (await fittingItems(db, filter))
    return (last = { db, change, filter: filterKey, set, sort: sortKey, walk: beginWalk(sort) })
  }

  return {
    async list({ db, itemPull }, { filter, sort, offset, limit }) {
      const turn = tail.then(async () => {
        if (!db.open) return NOTHING
        const near = countIfNear(db, filter, { offset, limit })
        if (near !== null)
          return { total: near, itemIds: itemIdsIn(db, filter, sort, { offset, limit, total: near }) }
        const { set, walk } = await looked(db, filter, sort)
        await walkOn(db, sort, set, walk, offset + limit)
        if (!db.open) return NOTHING
        return { total: set.count, itemIds: walk.itemIds.slice(offset, offset + limit) }
      })
      tail = turn.catch(() => (last = null))
      const { total, itemIds } = await turn
      const rows: ItemView[] = []
      for (let from = 0; from < itemIds.length; from += ROWS_AT_ONCE) {
        if (from > 0) await nextTurn()
        if (!db.open) break
        const items = itemsOf(db, itemIds.slice(from, from + ROWS_AT_ONCE))
        rows.push(...items.map((item) => viewItemRow(db, item)))
      }
      // The account may have been closed meanwhile.
      if (!db.open) return { total: 0, rows: [], created: [], kept: { asOf: null, reading: null } }
      return {
        total,
        rows,
        created: offset === 0 ? viewCreated(db, MOST_CREATED) : [],
        kept: { asOf: itemPull.keptAsOf(), reading: itemPull.reading() },
      }
    },
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
