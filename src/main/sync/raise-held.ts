import type { NoticeKind } from '../../shared/contract/views'
import type { HeldReason, OpKind } from '../../shared/domain/outbox/operation'
import type { Tx } from '../store/db/database'
import { addNotice, isNoticed } from '../store/tables/notices'
import type { Op } from '../store/tables/outbox'
import type { RaiseDeps } from './raise'

/** Operations whose parcel somebody has in hand, or will take to the dock. */
const WITH_PARCEL: ReadonlySet<OpKind> = new Set(['create_shipment', 'ship_shipment'])

/**
 * What must not leave the warehouse is said at once, on whatever page is open. Holds that are missing here concern the
 * account, the network or the clock, not this parcel: for them the outbox waits.
 */
const ALARM_OF: Readonly<Partial<Record<HeldReason, NoticeKind>>> = {
  order_canceled: 'order_canceled',
  line_taken: 'lines_elsewhere',
  duplicate: 'duplicate',
  refused: 'parcel_stopped',
  busy: 'parcel_stopped',
  not_found: 'parcel_stopped',
  shipment_changed: 'parcel_stopped',
  shipment_unknown: 'parcel_stopped',
}

/**
 * Raises the alarm of a hold, in the commit that holds the operation: each time again, unless the same one is still
 * open. That an order was canceled is said once, because the pull says it, too.
 */
export function raiseHeld(
  tx: Tx,
  deps: Pick<RaiseDeps, 'onNotice'>,
  { kind: opKind, orderId, shipmentUid }: Pick<Op, 'kind' | 'orderId' | 'shipmentUid'>,
  reason: HeldReason,
  at: string,
): void {
  const kind = ALARM_OF[reason]
  if (kind === undefined || orderId === null || shipmentUid === null || !WITH_PARCEL.has(opKind)) return
  const which = kind === 'order_canceled' ? 'any' : 'open'
  if (isNoticed(tx, { kind, orderId, shipmentUid }, which)) return
  addNotice(tx, { kind, orderId, shipmentUids: [shipmentUid], count: null, at })
  deps.onNotice()
}
