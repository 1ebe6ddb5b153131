import type { deskCalls } from '../../../shared/contract/desk'
import type { HandlersOf } from '../../bridge/handle'
import { openNotices } from '../../store/tables/notices'
import { acknowledge } from '../station/acknowledge'
import { cancelOrder, refundAskedTwice } from './change-order'
import { deleteBuyerOf } from './delete-buyer'
import { changeHold } from './hold-order'
import { openOrder } from '../packing/open-order'
import type { Parts } from '../parts'

export function deskHandlers({ account, preferences }: Parts): HandlersOf<typeof deskCalls> {
  return {
    'order:cancel': (request) => cancelOrder(account(), request),
    'order:refund': (request) => refundAskedTwice(account(), request, preferences.read().money),
    'order:hold': (request) => changeHold(account(), request),
    'order:delete-buyer': ({ orderId }) => {
      deleteBuyerOf(account(), orderId)
      account().events.ordersChanged([orderId])
      return { order: openOrder(account(), orderId) }
    },
    'notices:list': () => openNotices(account().db),
    'notices:acknowledge': ({ noticeId }) => acknowledge(account(), noticeId),
  }
}
