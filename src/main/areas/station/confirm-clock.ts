import type { StationStatus } from '../../../shared/contract/views'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { inTransaction } from '../../store/db/database'
import { heldForClock } from '../../store/tables/held-ops'
import { advance } from '../../store/tables/outbox'
import { CONFIRMED_WITHIN_MS } from '../../sync/connection/clock-watch'
import { whoWorksHere } from './capture'
import { announceOrders, readStatus, type Station } from './station'

/**
 * A person has checked the PC's clock and says that it is right, although the marketplace's differs. Ops held for that
 * difference go out unchanged.
 * @throws StationError `disk_full`, `database_error`
 */
export function confirmClock(station: Station): StationStatus {
  const { db, clock, clockWatch } = station
  const by = whoWorksHere(station)
  const orderIds = inTransaction(db, (tx) => {
    clockWatch.confirm(by)
    const { state, offsetMs } = clockWatch.view()
    if (state !== 'confirmed' || offsetMs === null) return []
    const freed = heldForClock(tx).filter(
      (op) => Math.abs((op.clockOffsetMs ?? 0) - offsetMs) <= CONFIRMED_WITHIN_MS,
    )
    for (const op of freed)
      advance(tx, op, 'release', { at: formatInstant(clock.wallMs()), by, note: 'clock_confirmed' })
    return freed.flatMap(({ orderId }) => orderId ?? [])
  })
  if (orderIds.length > 0) {
    announceOrders(station, orderIds)
    station.engine.wake(true)
  }
  return readStatus(station)
}
