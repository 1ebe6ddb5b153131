import type { CategoryTree } from '../../../shared/contract/items'
import type { LeafCategory } from '../../../shared/domain/items/category'
import { StationError } from '../../base/station-error'
import { cachedLeaves, cachedTree } from '../../store/tables/categories'
import { countItems, facetsOf } from '../../store/views/item-list'
import { ANY_ITEM } from '../../../shared/domain/items/item-filter'
import type { Station } from '../station/station'

type Reading = Pick<Station, 'db' | 'items'>

/**
 * The leaf categories from the cache; read from the marketplace on request, or when none are cached.
 * @throws StationError `unauthorized`, `unreachable`
 * @see partner-api "GET /api/v1.0/categories"
 */
export async function readCategories(station: Reading, refresh: boolean): Promise<readonly LeafCategory[]> {
  await readUnlessKept(station, refresh)
  return cachedLeaves(station.db) ?? []
}

/**
 * The whole tree, as `readCategories` reads it, with how many items the account has in each category.
 * @throws StationError `unauthorized`, `unreachable`
 */
export async function readCategoryTree(station: Reading, refresh: boolean): Promise<CategoryTree> {
  await readUnlessKept(station, refresh)
  const { db } = station
  const { tree, readAt } = cachedTree(db) ?? { tree: [], readAt: null }
  const items = facetsOf(db, MOST_CATEGORIES).category.map(({ value, items: count }) => [value, count])
  return { tree, readAt, items: Object.fromEntries(items) as Record<number, number> }
}

/** More leaves than any catalog has. */
const MOST_CATEGORIES = 100_000

/** How many items the account has in a category, by state. */
export function countByState(
  { db }: Pick<Station, 'db'>,
  categoryId: number,
): { state: string; items: number }[] {
  return facetsOf(db)
    .state.map(({ value }) => String(value))
    .map((state) => ({
      state,
      items: countItems(db, { ...ANY_ITEM, categoryIds: [categoryId], states: [state] }),
    }))
    .filter(({ items }) => items > 0)
}

async function readUnlessKept({ db, items }: Reading, refresh: boolean): Promise<void> {
  if (!refresh && cachedTree(db) !== null) return
  const outcome = await items.categories()
  if (outcome.ok) return
  throw outcome.why === 'unauthorized'
    ? new StationError('unauthorized', 'the token was refused')
    : new StationError('unreachable', 'the marketplace did not answer')
}
