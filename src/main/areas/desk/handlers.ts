import type { deskCalls } from '../../../shared/contract/desk'
import type { HandlersOf } from '../../bridge/handle'
import { openNotices } from '../../store/tables/notices'
import { acknowledge } from '../station/acknowledge'
import { cancelOrder, refundAskedTwice } from './change-order'
import { changeHold } from './hold-order'
import type { Parts } from '../parts'

export function deskHandlers({ account, preferences }: Parts): HandlersOf<typeof deskCalls> {
  return {
    'order:cancel': async (request) => cancelOrder(account(), request),
    'order:refund': async (request) => refundAskedTwice(account(), request, preferences.read().money),
    'order:hold': async (request) => changeHold(account(), request),
    'notices:list': async () => openNotices(account().db),
    'notices:acknowledge': async ({ noticeId }) => acknowledge(account(), noticeId),
  }
}
