import { randomUUID } from 'node:crypto'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { isDelistable, isDelisted } from '../../../shared/domain/items/item-state'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { updateItemBody, type Item, type UpdateItemBody } from '../../../shared/partner-api/item'
import { StationError } from '../../base/station-error'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { bodyOf } from '../../sync/copies/op-body'
import { findItem, goneSince } from '../../store/tables/items'
import {
  advance,
  enqueue,
  itemLane,
  openOpsOfLane,
  type Capture,
  type JobRow,
  type Op,
} from '../../store/tables/outbox'
import { captureNow } from '../station/capture'
import { announce, type Station } from '../station/station'

/**
 * Queues a change of an item's price in cents or of its discount in percent. Both are absolute, so this change replaces
 * any that was never sent and only the latest goes out; one with an unknown outcome stays first.
 * @throws StationError `item_not_found`, `item_not_listed` when it is delisted, `invalid_request` when nothing is
 *   changed, `clock_differs`, `disk_full`, `database_error`
 * @see partner-api "PUT /api/v1.0/items/{item_number}"
 */
export function updateItem(
  station: Station,
  { itemNumber, priceCents, maxDiscountPercent }: ParsedRequestOf<'items:update'>,
): { seq: number } {
  const { db } = station
  if (priceCents === null && maxDiscountPercent === null)
    throw new StationError('invalid_request', 'neither price nor discount is given', {
      priceCents: 'missing',
    })
  const seq = inTransaction(db, (tx) =>
    queueUpdate(tx, { itemNumber, priceCents, maxDiscountPercent }, confirmedNow(tx, station)),
  )
  announce(station, null)
  return { seq }
}

/** When and by whom a change of an item was confirmed, and the bulk job that asks for it, if one does. */
export type Confirmed = { capture: Capture; at: string; job?: JobRow }

function confirmedNow(tx: Tx, station: Station): Confirmed {
  return { capture: captureNow(tx, station), at: formatInstant(station.clock.wallMs()) }
}

/**
 * Queues a change of an item as part of a commit, in place of those that were never sent.
 * @returns its place in the outbox
 * @throws StationError `item_not_found`, `item_not_listed` when it is delisted
 */
export function queueUpdate(
  tx: Tx,
  { itemNumber, priceCents, maxDiscountPercent }: ParsedRequestOf<'items:update'>,
  { capture, at, job }: Confirmed,
): number {
  const item = knownItem(tx, itemNumber)
  const open = openOpsOfLane(tx, itemLane(itemNumber))
  if (isGoing(item, open)) throw new StationError('item_not_listed', `item ${itemNumber} is delisted`)
  const replaced = open.flatMap((op) => (isUnsentUpdate(op) ? withBody(op) : []))
  const body: UpdateItemBody = {
    ...replaced.reduce<UpdateItemBody>((merged, { asked }) => ({ ...merged, ...asked }), {}),
    ...(priceCents === null ? {} : { price: priceCents }),
    ...(maxDiscountPercent === null
      ? {}
      : { discount: { max_discount: { percentage: maxDiscountPercent } } }),
  }
  for (const { op } of replaced) advance(tx, op, 'annihilate', { at, discardReason: 'replaced' })
  return enqueue(tx, {
    opUid: randomUUID(),
    kind: 'update_item',
    itemKey: itemNumber,
    body: JSON.stringify(updateItemBody.parse(body)),
    known: { price: item.price, discount: item.discount?.max_discount?.percentage },
    capture,
    ...(job === undefined ? {} : { job }),
  })
}

/** Whether the item is delisted, or waits for that. */
export function isGoing({ state }: Pick<Item, 'state'>, open: readonly Op[]): boolean {
  return isDelisted(state) || open.some(isDelist)
}

/**
 * Queues delisting an item, after the item's waiting ops; those of bulk jobs that were never sent are dropped, because a
 * job may be paused for long. A second request adds nothing.
 * @throws StationError `item_not_found`, `item_not_listed` unless its last known state is `listed`, `clock_differs`,
 *   `disk_full`, `database_error`
 * @see partner-api "DELETE /api/v1.0/items/{item_number}"
 */
export function delistItem(
  station: Station,
  { itemNumber }: ParsedRequestOf<'items:delist'>,
): { seq: number } {
  const { db } = station
  const seq = inTransaction(db, (tx) => {
    const waiting = openOpsOfLane(tx, itemLane(itemNumber)).find((op) => isDelist(op) && !isUnsentOfJob(op))
    return waiting?.seq ?? queueDelist(tx, itemNumber, confirmedNow(tx, station))
  })
  announce(station, null)
  return { seq }
}

/**
 * Queues delisting an item as part of a commit, in place of what bulk jobs never sent; no other delisting may wait.
 * @returns its place in the outbox
 * @throws StationError `item_not_found`, `item_not_listed` unless its last known state is `listed`
 */
export function queueDelist(tx: Tx, itemNumber: string, { capture, at, job }: Confirmed): number {
  const item = knownItem(tx, itemNumber)
  if (!isDelistable(item.state))
    throw new StationError('item_not_listed', `item ${itemNumber} is ${item.state}`)
  for (const op of openOpsOfLane(tx, itemLane(itemNumber)).filter(isUnsentOfJob))
    advance(tx, op, 'annihilate', { at, discardReason: 'replaced' })
  return enqueue(tx, {
    opUid: randomUUID(),
    kind: 'delist_item',
    itemKey: itemNumber,
    body: '{}',
    capture,
    ...(job === undefined ? {} : { job }),
  })
}

function knownItem(db: Db, itemNumber: string): Item {
  const item = findItem(db, itemNumber)
  if (item === null) throw new StationError('item_not_found', `item ${itemNumber} was never read here`)
  // The marketplace cannot change an item that it no longer has: the operation would be held for a person.
  if (goneSince(db, itemNumber) !== null)
    throw new StationError('item_not_found', `the marketplace has no item ${itemNumber} any more`)
  return item
}

/** Whether the operation delists its item. */
export function isDelist({ kind }: Op): boolean {
  return kind === 'delist_item'
}

function isUnsent({ state, attempts }: Op): boolean {
  return state === 'ready' && attempts === 0
}

function isUnsentUpdate(op: Op): boolean {
  return op.kind === 'update_item' && isUnsent(op)
}

function isUnsentOfJob(op: Op): boolean {
  return op.jobId !== null && isUnsent(op)
}

/** Empty for an op that this version cannot read: it must not be dropped unseen (I8). */
function withBody(op: Op): { op: Op; asked: UpdateItemBody }[] {
  const asked = bodyOf(op, updateItemBody)
  return asked === null ? [] : [{ op, asked }]
}
