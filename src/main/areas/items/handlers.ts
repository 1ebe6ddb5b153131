import type { itemCalls } from '../../../shared/contract/items'
import type { HandlersOf } from '../../bridge/handle'
import { saveTable, tableStyle } from '../statistics/save-table'
import { delistItem, updateItem } from './change-item'
import { createItem } from './create-item'
import { keepItemDraft, readItemDraft, usedValues } from './item-draft'
import { createItemLists, readFacets, readItem, refreshItems } from './list-items'
import { countByState, readCategories, readCategoryTree } from './read-categories'
import type { Parts } from '../parts'

export function itemHandlers({ account, clock, preferences }: Parts): HandlersOf<typeof itemCalls> {
  const lists = createItemLists()
  const place = () => ({ db: account().db, wallMs: clock.wallMs(), style: tableStyle(preferences.read()) })
  return {
    'items:list': (request) => lists.list(account(), request),
    'items:facets': () => readFacets(account()),
    'items:refresh': () => refreshItems(account()),
    'items:save': ({ table }) => saveTable(place(), 'items', table),
    'items:read': ({ itemNumber }) => readItem(account(), itemNumber),
    'items:create': (request) => createItem(account(), request),
    'items:draft': () => readItemDraft(account()),
    'items:keep-draft': ({ draft }) => {
      keepItemDraft(account(), draft)
      return null
    },
    'items:used-values': () => usedValues(account()),
    'items:update': (request) => updateItem(account(), request),
    'items:delist': (request) => delistItem(account(), request),
    'items:categories': ({ refresh }) => readCategoryTree(account(), refresh),
    'items:of-category': ({ categoryId }) => countByState(account(), categoryId),
    'items:category': ({ refresh }) => readCategories(account(), refresh),
  }
}
