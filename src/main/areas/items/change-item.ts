import { randomUUID } from 'node:crypto'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { updateItemBody, type Item, type UpdateItemBody } from '../../../shared/partner-api/item'
import { StationError } from '../../base/station-error'
import { inTransaction, type Db } from '../../store/db/database'
import { findItem } from '../../store/tables/items'
import { advance, enqueue, itemLane, openOpsOfLane, type Op } from '../../store/tables/outbox'
import { captureNow } from '../station/capture'
import { announce, type Station } from '../station/station'

const GONE: ReadonlySet<string> = new Set(['ready_to_delete', 'deleted'])

/**
 * Queues a change of an item's price in cents or of its discount in percent. Both are absolute, so this change replaces
 * any that was never sent and only the latest goes out; one with an unknown outcome stays first.
 * @throws StationError `item_not_found`, `item_not_listed` when it is delisted, `invalid_request` when nothing is
 *   changed, `clock_differs`, `disk_full`, `database_error`
 * @see partner-api "PUT /api/v1.0/items/{item_number}"
 */
export function updateItem(
  station: Station,
  { itemNumber, priceCents, maxDiscountPercent }: ParsedRequestOf<'item:update'>,
): { seq: number } {
  const { db, clock } = station
  if (priceCents === null && maxDiscountPercent === null)
    throw new StationError('invalid_request', 'neither price nor discount is given', {
      priceCents: 'missing',
    })
  const seq = inTransaction(db, (tx) => {
    const item = knownItem(tx, itemNumber)
    const open = openOpsOfLane(tx, itemLane(itemNumber))
    if (GONE.has(item.state) || open.some(isDelist))
      throw new StationError('item_not_listed', `item ${itemNumber} is delisted`)
    const replaced = open.flatMap((op) => (isUnsentUpdate(op) ? withBody(op) : []))
    const body: UpdateItemBody = {
      ...replaced.reduce<UpdateItemBody>((merged, { asked }) => ({ ...merged, ...asked }), {}),
      ...(priceCents === null ? {} : { price: priceCents }),
      ...(maxDiscountPercent === null
        ? {}
        : { discount: { max_discount: { percentage: maxDiscountPercent } } }),
    }
    const at = formatInstant(clock.wallMs())
    for (const { op } of replaced) advance(tx, op, 'annihilate', { at, discardReason: 'replaced' })
    return enqueue(tx, {
      opUid: randomUUID(),
      kind: 'update_item',
      itemKey: itemNumber,
      body: JSON.stringify(updateItemBody.parse(body)),
      known: { price: item.price, discount: item.discount?.max_discount?.percentage },
      capture: captureNow(tx, station),
    })
  })
  announce(station, null)
  return { seq }
}

/**
 * Queues delisting an item, after the item's waiting ops. A second request adds nothing.
 * @throws StationError `item_not_found`, `item_not_listed` unless its last known state is `listed`, `clock_differs`,
 *   `disk_full`, `database_error`
 * @see partner-api "DELETE /api/v1.0/items/{item_number}"
 */
export function delistItem(
  station: Station,
  { itemNumber }: ParsedRequestOf<'item:delist'>,
): { seq: number } {
  const { db } = station
  const seq = inTransaction(db, (tx) => {
    const item = knownItem(tx, itemNumber)
    const waiting = openOpsOfLane(tx, itemLane(itemNumber)).find(isDelist)
    if (waiting !== undefined) return waiting.seq
    if (item.state !== 'listed')
      throw new StationError('item_not_listed', `item ${itemNumber} is ${item.state}`)
    return enqueue(tx, {
      opUid: randomUUID(),
      kind: 'delist_item',
      itemKey: itemNumber,
      body: '{}',
      capture: captureNow(tx, station),
    })
  })
  announce(station, null)
  return { seq }
}

function knownItem(db: Db, itemNumber: string): Item {
  const item = findItem(db, itemNumber)
  if (item === null) throw new StationError('item_not_found', `item ${itemNumber} was never read here`)
  return item
}

function isDelist({ kind }: Op): boolean {
  return kind === 'delist_item'
}

function isUnsentUpdate({ kind, state, attempts }: Op): boolean {
  return kind === 'update_item' && state === 'ready' && attempts === 0
}

/** Empty for an op that this version cannot read: it must not be dropped unseen (I8). */
function withBody(op: Op): { op: Op; asked: UpdateItemBody }[] {
  const asked = updateItemBody.safeParse(JSON.parse(op.body))
  return asked.success ? [{ op, asked: asked.data }] : []
}
