import { z } from 'zod'
import { leavesOf, type LeafCategory } from '../../../shared/domain/items/category'
import { readCategory, type Category } from '../../../shared/partner-api/category'
import type { Db, Tx } from '../db/database'
import { readSetting, writeSetting } from './settings'

/** The category tree as last read: one JSON text, because it is only ever used whole. */

const KEY = 'categories'

/** Stores the tree. */
export function saveCategories(tx: Tx, tree: readonly Category[]): void {
  writeSetting(tx, KEY, JSON.stringify(tree))
}

/** Every leaf of the tree; `null` when it was never read. */
export function cachedLeaves(db: Db): LeafCategory[] | null {
  const saved = readSetting(db, KEY)
  if (saved === null) return null
  const tree = z.array(readCategory).safeParse(JSON.parse(saved))
  return tree.success ? leavesOf(tree.data) : null
}

/** Whether the tree was ever read. */
export function hasCategories(db: Db): boolean {
  return readSetting(db, KEY) !== null
}
