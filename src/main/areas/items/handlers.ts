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
    'item:read': ({ itemNumber }) => readItem(account(), itemNumber),
    'item:create': (request) => createItem(account(), request),
    'item:draft': () => readItemDraft(account()),
    'item:keep-draft': ({ draft }) => {
      keepItemDraft(account(), draft)
      return null
    },
    'item:used-values': () => usedValues(account()),
    'item:update': (request) => updateItem(account(), request),
    'item:delist': (request) => delistItem(account(), request),
    'categories:tree': ({ refresh }) => readCategoryTree(account(), refresh),
    'categories:items': ({ categoryId }) => countByState(account(), categoryId),
    'categories:read': ({ refresh }) => readCategories(account(), refresh),
  }
}
