import { formatInstant } from '../../../shared/domain/time/timestamps'
import { inTransaction } from '../../store/db/database'
import { acknowledgeNotice, orderOfNotice } from '../../store/tables/notices'
import { whoWorksHere } from './capture'
import type { Station } from './station'

/** Notes that a person has seen a notice; does nothing if it is no longer open. */
export function acknowledge(station: Station, noticeId: number): null {
  const { db, clock, events } = station
  inTransaction(db, (tx) =>
    acknowledgeNotice(tx, noticeId, formatInstant(clock.wallMs()), whoWorksHere(station)),
  )
  events.noticesChanged()
  // What stopped a parcel stops it no longer.
  const orderId = orderOfNotice(db, noticeId)
  if (orderId !== null) events.ordersChanged([orderId])
  return null
}
