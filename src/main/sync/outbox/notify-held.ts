import type { NoticeKind } from '../../../shared/contract/views'
import { meaningOfHold, type HeldReason } from '../../../shared/domain/outbox/held-reason'
import { meaningOfKind } from '../../../shared/domain/outbox/operation'
import type { Tx } from '../../store/db/database'
import { addNotice, isNoticed } from '../../store/tables/notices'
import type { Op } from '../../store/tables/outbox'
import type { NotifyDeps } from '../copies/notify'

/**
 * Raises the alarm of a hold whose parcel must not leave the warehouse, in the commit that holds the operation: each time again, unless the same one is still
 * open. That an order was canceled is said once, because the pull says it, too.
 */
export function notifyHeld(
  tx: Tx,
  deps: Pick<NotifyDeps, 'onNotice'>,
  { kind: opKind, orderId, shipmentUid }: Pick<Op, 'kind' | 'orderId' | 'shipmentUid'>,
  reason: HeldReason,
  at: string,
): void {
  const kind: NoticeKind | null = meaningOfHold(reason).alarm
  if (kind === null || orderId === null || shipmentUid === null || !meaningOfKind(opKind).parcel) return
  const which = kind === 'order_canceled' ? 'any' : 'open'
  if (isNoticed(tx, { kind, orderId, shipmentUid }, which)) return
  addNotice(tx, { kind, orderId, shipmentUids: [shipmentUid], count: null, at })
  deps.onNotice()
}
