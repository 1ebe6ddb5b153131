import { createItemLists } from '../../src/main/areas/items/list-items'
import type { ItemList } from '../../src/shared/contract/items'
import { ANY_ITEM, type ItemFilter } from '../../src/shared/domain/items/item-filter'
import type { TestStation } from './open-account'

/** The items that a station keeps, as people see them, in the order of their titles. */
export function keptItems(station: TestStation, filter: Partial<ItemFilter> = {}): Promise<ItemList> {
  const sort = { by: 'title', descending: false } as const
  const request = { filter: { ...ANY_ITEM, ...filter }, sort, offset: 0, limit: 500 }
  return createItemLists().list(station, request)
}

/** Reads the account's items in, as on a person's request, and lists them. */
export async function readItems(station: TestStation, filter: Partial<ItemFilter> = {}): Promise<ItemList> {
  await station.itemPull.now()
  return keptItems(station, filter)
}

/** The number of an item that is listed on the marketplace and known to the station. */
export async function aListedItem(station: TestStation): Promise<string> {
  const [first] = (await readItems(station, { states: ['listed'] })).rows
  if (first === undefined) throw new Error('the marketplace lists nothing')
  return first.itemNumber
}
