import type { LeafCategory } from '../../../shared/domain/items/category'
import { StationError } from '../../base/station-error'
import { cachedLeaves } from '../../store/tables/categories'
import type { Station } from '../station/station'

/**
 * The leaf categories from the cache; read from the marketplace on request, or when none are cached.
 * @throws StationError `unauthorized`, `unreachable`
 * @see partner-api "GET /api/v1.0/categories"
 */
export async function readCategories(
  { db, items }: Pick<Station, 'db' | 'items'>,
  refresh: boolean,
): Promise<readonly LeafCategory[]> {
  const kept = refresh ? null : cachedLeaves(db)
  if (kept !== null) return kept
  const outcome = await items.categories()
  if (!outcome.ok)
    throw outcome.why === 'unauthorized'
      ? new StationError('unauthorized', 'the token was refused')
      : new StationError('unreachable', 'the marketplace did not answer')
  return cachedLeaves(db) ?? []
}
