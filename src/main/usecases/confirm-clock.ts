import type { StationStatus } from '../../shared/contract/views'
import { whoWorksHere } from './capture'
import { readStatus, type Station } from './station'

/**
 * A person has looked at the PC's clock and says that it is right, although the marketplace's differs.
 * @throws StationError `disk_full`, `database_error`
 */
export function confirmClock(station: Station): StationStatus {
  station.clockWatch.confirm(whoWorksHere(station))
  return readStatus(station)
}
