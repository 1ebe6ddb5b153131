import { findArchived, settleMoves, takeBack } from '../../store/archive/archive'
import { inTransaction } from '../../store/db/database'
import type { Station } from '../station/station'

/**
 * Takes an order out of the archive because somebody opens it: from then on it is like any other. If nothing is done
 * with it, it goes back when the archive is filled next.
 * @throws StationError `disk_full`, `database_error`; the order stays in the archive then
 */
export function bringBack({ db, events }: Pick<Station, 'db' | 'events'>, orderId: number): void {
  if (findArchived(db, orderId) === null) return
  inTransaction(db, (tx) => takeBack(tx, orderId))
  settleMoves(db)
  events.ordersChanged([orderId])
}
