import type { ordersDeskCalls } from '../../../shared/contract/orders-desk'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { countDesk, createDeskLists } from './desk-list'
import { readChoices } from './read-choices'
import { saveOrders } from './save-orders'
import { dropFilter, keepFilter, readFilters } from './saved-filters'

export function ordersDeskHandlers({ account, preferences }: Parts): HandlersOf<typeof ordersDeskCalls> {
  const lists = createDeskLists()
  const queue = () => preferences.read().queue
  return {
    'orders:list': (request) => lists.list(account(), queue(), request),
    'orders:count': async ({ filter }) => ({ count: await countDesk(account(), queue(), filter) }),
    'orders:choices': () => readChoices(account(), queue()),
    'orders:save': (request) => saveOrders(account(), preferences.read(), request),
    'orders:filters': () => readFilters(account().db),
    'orders:keep-filter': (request) => keepFilter(account().db, request),
    'orders:drop-filter': ({ filterId }) => dropFilter(account().db, filterId),
  }
}
