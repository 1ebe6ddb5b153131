import { z } from 'zod'
import { leavesOf, type LeafCategory } from '../../../shared/domain/items/category'
import { readCategory, type Category } from '../../../shared/partner-api/category'
import type { Db, Tx } from '../db/database'
import { readJsonSetting, readSetting, writeSetting } from './settings'

/** The category tree as last read: one JSON text, because it is only ever used whole. */

const KEY = 'categories'
const READ_AT = 'categories.read_at'

/** Stores the tree. @param readAt ISO 8601 UTC */
export function saveCategories(tx: Tx, tree: readonly Category[], readAt: string): void {
  writeSetting(tx, KEY, JSON.stringify(tree))
  writeSetting(tx, READ_AT, readAt)
}

/** The tree, and when it was read, ISO 8601 UTC; `null` when it was never read. */
export function cachedTree(db: Db): { tree: Category[]; readAt: string } | null {
  const [tree, readAt] = [readJsonSetting(db, KEY, z.array(readCategory)), categoriesReadAt(db)]
  return tree === null || readAt === null ? null : { tree, readAt }
}

/** When the tree was read last, ISO 8601 UTC; `null` if it never was. */
export function categoriesReadAt(db: Db): string | null {
  return readSetting(db, READ_AT)
}

/** Every leaf of the tree; `null` when it was never read. */
export function cachedLeaves(db: Db): LeafCategory[] | null {
  const kept = cachedTree(db)
  return kept === null ? null : leavesOf(kept.tree)
}

/** Whether the tree was ever read. */
export function hasCategories(db: Db): boolean {
  return readSetting(db, KEY) !== null
}
