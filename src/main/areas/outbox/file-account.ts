import { StationError } from '../../base/station-error'
import type { SalvagedOp } from '../../store/recovery/salvaged-op'
import type { Db } from '../../store/db/database'
import { findItem } from '../../store/tables/items'
import { findKnownOrder, isSameOrder, isUntouched } from '../../store/recovery/known-account'
import type { FileProof } from './ops-file'

/**
 * Finds which of several accounts at one address a file of open operations belongs to (I14). The API does not name
 * accounts, and accounts of one warehouse share its passphrase, so the file's own data about its orders must decide.
 */

/**
 * The op with data that distinguishes its order from one with the same number in another account; nothing about a
 * buyer.
 */
export function withOrder(db: Db, op: SalvagedOp): SalvagedOp {
  const known = op.orderId === null ? null : findKnownOrder(db, op.orderId)
  if (known === null || known.lineIds.length === 0) return op
  const { purchasedAt, lineIds } = known
  return { ...op, ofOrder: { purchasedAt, lineIds: [...lineIds] } }
}

/**
 * A token and a station's own key belong to one account. The passphrase does not: then something in the file must be
 * known here, unless nothing was ever read here.
 * @throws StationError `other_account`
 */
export function refuseForeignOps(db: Db, ops: readonly SalvagedOp[], provenBy: FileProof): void {
  const shown = ops.map((op) => compare(db, op))
  if (shown.includes('foreign'))
    throw new StationError('other_account', 'an order in the file differs from the one here')
  if (provenBy !== 'passphrase' || ops.length === 0 || shown.includes('same') || isUntouched(db)) return
  throw new StationError('other_account', 'nothing in the file is known here')
}

function compare(db: Db, { orderId, itemKey, ofOrder }: SalvagedOp): 'same' | 'foreign' | null {
  if (orderId === null) return itemKey !== null && findItem(db, itemKey) !== null ? 'same' : null
  const known = findKnownOrder(db, orderId)
  if (known === null) return null
  return ofOrder === undefined || isSameOrder(known, ofOrder) ? 'same' : 'foreign'
}
