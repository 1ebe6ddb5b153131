import type { itemCalls } from '../../../shared/contract/items'
import type { HandlersOf } from '../../bridge/handle'
import { delistItem, updateItem } from './change-item'
import { createItem } from './create-item'
import { listItems, readItem } from './list-items'
import { readCategories } from './read-categories'
import type { Parts } from '../parts'

export function itemHandlers({ account }: Parts): HandlersOf<typeof itemCalls> {
  return {
    'items:list': (request) => listItems(account(), request),
    'item:read': ({ itemNumber }) => readItem(account(), itemNumber),
    'item:create': (request) => createItem(account(), request),
    'item:update': (request) => updateItem(account(), request),
    'item:delist': (request) => delistItem(account(), request),
    'categories:read': ({ refresh }) => readCategories(account(), refresh),
  }
}
