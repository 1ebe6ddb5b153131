import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import { settleMoves, takeBack } from '../../store/archive/archive'
import { emptyLog, inTransaction, type Db } from '../../store/db/database'
import { exportsDir } from '../../store/recovery/export-file'
import { deleteBuyer, isBuyerNeeded } from '../../store/tables/buyers'
import { releaseOrder } from '../../store/tables/order-holds'
import { dropPhotosOf, photosDir } from '../../store/tables/photos'
import { shipmentsOfOrder } from '../../store/tables/shipments'
import type { Station } from '../station/station'

/**
 * Deletes the personal data of an order's buyer from this station, with the photos of its parcels, also exported ones,
 * and the reason of a hold, which a person typed. A later read of the order does not bring it back. Copies of the
 * database keep it, sealed, until they are rotated out (docs/privacy.md).
 * @throws StationError `order_not_found`; `buyer_needed` while a parcel may still need the address
 */
export function deleteBuyerOf({ db, clock }: Pick<Station, 'db' | 'clock'>, orderId: number): void {
  inTransaction(db, (tx) => {
    takeBack(tx, orderId)
    const needed = isBuyerNeeded(tx, orderId)
    if (needed === null)
      throw new StationError('order_not_found', `There is no order ${orderId} on this station.`)
    if (needed)
      throw new StationError(
        'buyer_needed',
        `The buyer's data of order ${orderId} is still needed: the order is not handed over yet, or one of its operations is open.`,
      )
    deleteBuyer(tx, orderId, formatInstant(clock.wallMs()))
    releaseOrder(tx, orderId)
    dropPhotosOf(tx, orderId)
  })
  settleMoves(db)
  // After a crash before this, the daily run deletes the photos of orders without a buyer.
  removePhotos(db, orderId)
  // The log still has the pages as they were.
  emptyLog(db)
}

/** By the names of the files: a restored database does not know every photo. */
function removePhotos(db: Db, orderId: number): void {
  const photos = photosDir(db)
  const ofOrder = shipmentsOfOrder(db, orderId).map(({ shipmentUid }) => shipmentUid)
  for (const month of namesIn(photos))
    for (const name of ofOrder) rmSync(join(photos, month, name), { force: true })
  const exports = exportsDir(db)
  for (const name of namesIn(exports))
    if (name.startsWith(`photo-${orderId}-`)) rmSync(join(exports, name), { force: true })
}

function namesIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir) : []
}
