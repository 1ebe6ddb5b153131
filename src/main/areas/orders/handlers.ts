import type { orderCalls } from '../../../shared/contract/orders'
import type { HandlersOf } from '../../bridge/handle'
import { openOrder } from '../packing/open-order'
import type { Parts } from '../parts'
import { cancelOrder, refundAskedTwice } from './change-order'
import { deleteBuyerOf } from './delete-buyer'
import { countDesk, createDeskLists } from './desk-list'
import { changeHold } from './hold-order'
import { readChoices } from './read-choices'
import { saveOrders } from './save-orders'
import { dropFilter, keepFilter, readFilters } from './saved-filters'

export function orderHandlers({ account, preferences }: Parts): HandlersOf<typeof orderCalls> {
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
    'orders:cancel': (request) => cancelOrder(account(), request),
    'orders:refund': (request) => refundAskedTwice(account(), request, preferences.read().money),
    'orders:hold': (request) => changeHold(account(), request),
    'orders:delete-buyer': ({ orderId }) => {
      deleteBuyerOf(account(), orderId)
      account().events.ordersChanged([orderId])
      return { order: openOrder(account(), orderId) }
    },
  }
}
