import { useKept, useRead } from '../../parts/use-read'

/** The marketplace's categories as a tree, and how many items the account has in each. */
export function useCategories() {
  return useRead('items:categories', { refresh: false })
}

/** The ID of the category that is looked at. */
export function useChosenCategory() {
  return useKept<number | null>('categories.chosen', null)
}
