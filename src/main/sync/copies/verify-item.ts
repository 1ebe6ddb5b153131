import { updateItemBody, type Item } from '../../../shared/partner-api/item'
import { isDelistable } from '../../../shared/domain/items/item-state'
import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { findUnshown, laterOnItem, unshownOfItem, type ConfirmedOp } from '../../store/tables/confirmed'
import { markShown } from '../../store/tables/op-notes'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { bodyOf } from './op-body'
import { saveItem } from '../../store/tables/items'
import { vanish } from './check-confirmed'
import { surelyAfter } from './is-older'
import type { NotifyDeps } from './notify'

/** Reads the item of a confirmed op whose effect the marketplace has not shown yet. */

export type ItemLookDeps = NotifyDeps & { client: PartnerClient; clock: Clock }

/** Counts a look in vain, and calls `reopen` if it was the last one. */
export type GiveUp = (tx: Tx, op: ConfirmedOp, reopen: () => void) => void

/** Reads the item, stores it, and notes whether it shows the op's effect. @throws PartnerError */
export async function lookAtItem(deps: ItemLookDeps, op: ConfirmedOp, giveUp: GiveUp): Promise<void> {
  const { db, client, clock } = deps
  const itemNumber = op.kind === 'create_item' ? op.serverRef : op.itemKey
  const at = new Date(clock.wallMs()).toISOString()
  if (itemNumber === null || isReplaced(db, op)) return inTransaction(db, (tx) => markShown(tx, op.seq, at))
  const item = await client.readItem(itemNumber).catch((error: unknown) => {
    if (error instanceof PartnerError && error.code === 'not_found') return null
    throw error
  })
  if (!db.open) return
  inTransaction(db, (tx) => {
    if (item !== null && item.item_number === itemNumber) saveItem(tx, item, at)
    // Read again: it may have been settled while the marketplace was asked.
    const unshown = findUnshown(tx, op.seq)
    if (unshown === null) return
    if (showsChange(unshown, item)) markShown(tx, op.seq, at)
    else giveUp(tx, unshown, () => vanish(tx, deps, unshown, null, at))
  })
}

/**
 * Notes the confirmed ops whose effect a list shows. Call it when the copy was stored; one that was asked for before the
 * confirmation may only look like it.
 * @param askedAt when the list was requested, ISO 8601 UTC
 */
export function noteShown(tx: Tx, item: Item, askedAt: string, at: string): void {
  const keys = [item.item_number, ...(item.external_id ? [item.external_id] : [])]
  for (const op of unshownOfItem(tx, keys)) {
    const own = (op.kind === 'create_item' ? op.serverRef : op.itemKey) === item.item_number
    if (!own || op.settledAt === null || op.settledAt >= askedAt) continue
    if (isReplaced(tx, op) || showsChange(op, item)) markShown(tx, op.seq, at)
  }
}

/** Prices are absolute, so only the latest is on the marketplace; a delisted item no longer shows any. */
function isReplaced(db: Db, op: ConfirmedOp): boolean {
  return op.kind === 'update_item' && laterOnItem(db, op, ['update_item', 'delist_item'])
}

function showsChange(op: ConfirmedOp, item: Item | null): boolean {
  switch (op.kind) {
    case 'create_item':
      return item !== null
    case 'delist_item':
      return item === null || !isDelistable(item.state)
    case 'update_item': {
      // Gone, or changed again by somebody else.
      if (item === null || surelyAfter(item, op.effectiveBy)) return true
      const asked = bodyOf(op, updateItemBody)
      const percentage = asked?.discount?.max_discount.percentage
      return (
        (asked?.price === undefined || item.price === asked.price) &&
        (percentage === undefined || item.discount?.max_discount?.percentage === percentage)
      )
    }
    default:
      return true
  }
}
