import type { OpDetail } from '../../../shared/contract/op-views'
import { meaningOfHold } from '../../../shared/domain/outbox/held-reason'
import { StationError } from '../../base/station-error'
import { findOrder } from '../../store/tables/orders'
import { itemsOfExternalId } from '../../store/tables/items'
import { findOp, opsOfLane, type Op } from '../../store/tables/outbox'
import { findingOf } from '../../store/tables/op-notes'
import { findOutboxRow } from '../../store/views/outbox-list'
import { historyOfOp } from '../../store/tables/op-events'
import { findShipment, ownServerIds } from '../../store/tables/shipments'
import { viewItem } from '../../store/views/item-view'
import { candidatesOf } from './candidates'
import { openOrder, type Shown } from '../packing/open-order'
import { proposedTimes } from './propose-times'
import type { Station } from '../station/station'

/** Everything a person needs to decide on an op. @throws StationError `op_not_found` */
export function readOp(station: Shown, seq: number): OpDetail {
  const { db } = station
  const op = findOp(db, seq)
  const row = findOutboxRow(db, seq)
  if (op === null || row === null) throw new StationError('op_not_found', `no operation ${seq}`)
  const finding = findingOf(db, seq) as Partial<Pick<OpDetail, 'explanations' | 'changes'> & { at: string }>
  return {
    row,
    asked: askedFields(op.body),
    explanations: finding.explanations ?? [],
    changes: withoutOwn(db, op, finding.changes ?? []),
    lookedAt: finding.at ?? null,
    candidates: op.state === 'held' ? candidatesOf(station, op) : [],
    proposed: proposalFor(db, op),
    order: op.orderId !== null && findOrder(db, op.orderId) !== null ? openOrder(station, op.orderId) : null,
    item: op.itemKey === null ? null : viewItem(db, itemNumberOf(db, op) ?? op.itemKey),
    history: historyOfOp(db, seq),
  }
}

function proposalFor(db: Station['db'], op: Op): OpDetail['proposed'] {
  const { heldReason, clockOffsetMs, shipmentUid } = op
  const shipment = shipmentUid === null ? null : findShipment(db, shipmentUid)
  if (meaningOfHold(heldReason).ends !== 'clock' || clockOffsetMs === null || shipment === null) return null
  return proposedTimes(op, shipment, clockOffsetMs)
}

/** Changes that this station made itself are no news to the person who confirmed the op. */
function withoutOwn(db: Station['db'], op: Op, changes: OpDetail['changes']): OpDetail['changes'] {
  if (op.orderId === null) return changes
  const shipments = ownServerIds(db, op.orderId, '')
  const refunds = new Set(opsOfLane(db, op.lane).map(({ serverRef }) => serverRef))
  return changes.filter(({ what, id, to }) => {
    if (what === 'shipment_added') return id === null || !shipments.has(id)
    if (what === 'line_moved') return to === null || !shipments.has(Number(to))
    return what !== 'refund_added' || !refunds.has(String(id))
  })
}

/** For a create: the item it made, else the one that has its external ID. */
function itemNumberOf(db: Station['db'], { kind, serverRef, itemKey }: Op): string | null {
  if (kind !== 'create_item') return itemKey
  return serverRef ?? itemsOfExternalId(db, itemKey ?? '')[0]?.itemNumber ?? null
}

function askedFields(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return { body }
  }
}
