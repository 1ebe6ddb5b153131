import { useStoreOf } from '../../stores/stores'
import { stationZone } from './station-time'

/** The IANA name of the station's time zone. */
export function useZone(): string {
  return stationZone(useStoreOf('station', (state) => state.bootstrap?.settings.timeZone ?? null))
}
