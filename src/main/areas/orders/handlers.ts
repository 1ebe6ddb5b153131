import type { orderCalls } from '../../../shared/contract/orders'
import type { HandlersOf } from '../../bridge/handle'
import { openOrder } from '../packing/open-order'
import type { Parts } from '../parts'
import { cancelOrder, refundAskedTwice } from './change-order'
import { deleteBuyerOf } from './delete-buyer'
import { countDesk, createDeskLists } from './desk-list'
import { byDueRules } from '../trucks/due-rules'
import { changeHold } from './hold-order'
import { readChoices } from './read-choices'
import { saveOrders } from './save-orders'
import { dropFilter, keepFilter, readFilters } from './saved-filters'

export function orderHandlers({ account, preferences }: Parts): HandlersOf<typeof orderCalls> {
  const lists = createDeskLists()
  const byDue = byDueRules({ account, preferences })
  return {
    'orders:list': (request) => byDue((station, { queue }) => lists.list(station, queue, request)),
    'orders:count': ({ filter }) =>
      byDue(async (station, { queue }) => ({ count: await countDesk(station, queue, filter) })),
    'orders:choices': () => byDue((station, { queue }) => readChoices(station, queue)),
    'orders:save': (request) => byDue((station, rules) => saveOrders(station, rules, request)),
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
