import { categoryIn } from '../../../shared/domain/items/category'
import { canBeScanned, type SerialRule } from '../../../shared/domain/orders/unit-serial'
import type { Category } from '../../../shared/partner-api/category'
import type { Item } from '../../../shared/partner-api/item'
import type { Db } from '../../store/db/database'
import { cachedTree, categoriesReadAt } from '../../store/tables/categories'

/** Of each station the categories that its rule names, with all below them: the tree is large, and orders are many. */
const known = new WeakMap<Db, { key: string; ids: ReadonlySet<number> }>()

/** The serial number to scan of an item; `null` if the rule asks for none, or the marketplace knows none. */
export function serialAsked(db: Db, { serials, serialCategories }: SerialRule, item: Item): string | null {
  if (serials === 'none') return null
  const told = item.attributes?.['serial_number']
  // The document says text; digits alone may come as a number.
  const serial = typeof told === 'string' || typeof told === 'number' ? String(told).trim() : ''
  if (!canBeScanned(serial)) return null
  return serials === 'all' || idsOf(db, serialCategories).has(item.category_id ?? 0) ? serial : null
}

function idsOf(db: Db, chosen: readonly number[]): ReadonlySet<number> {
  const key = JSON.stringify([categoriesReadAt(db), chosen])
  const kept = known.get(db)
  if (kept?.key === key) return kept.ids
  const { tree } = cachedTree(db) ?? { tree: [] }
  // Without the tree, or of a category that is gone from it, the ID itself still counts.
  const ids = new Set([...chosen, ...chosen.flatMap((id) => idsBelow(categoryIn(tree, id)?.node))])
  known.set(db, { key, ids })
  return ids
}

function idsBelow(node: Category | undefined): number[] {
  return node === undefined ? [] : [node.id, ...(node.children ?? []).flatMap(idsBelow)]
}
