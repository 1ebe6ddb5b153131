import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import type { Tx } from '../../store/db/database'
import type { Capture } from '../../store/tables/outbox'
import { readStationSettings } from '../settings/settings'
import type { Station } from './station'

/**
 * The moment at which a person confirms something, with what is known about the clocks then (I11).
 * @throws StationError `clock_differs` when the PC's clock is too far off to stamp times with
 */
export function captureNow(
  tx: Tx,
  station: Pick<Station, 'db' | 'clock' | 'clockWatch' | 'osUser' | 'signedIn'>,
): Capture {
  const { clock, clockWatch } = station
  const offsetMs = usableOffset(station)
  clockWatch.captured(tx)
  return {
    at: formatInstant(clock.wallMs()),
    by: whoWorksHere(station),
    monotonicMs: clock.monotonicMs(),
    clockOffsetMs: offsetMs,
  }
}

/**
 * The PC clock's known offset: marketplace minus PC in milliseconds, or `null`.
 * @throws StationError `clock_differs` when it is too far off to stamp times with
 */
export function usableOffset({ clockWatch }: Pick<Station, 'clockWatch'>): number | null {
  const { state, offsetMs } = clockWatch.view()
  if (state === 'refused')
    throw new StationError('clock_differs', `the clock differs by ${Math.round((offsetMs ?? 0) / 1_000)} s`)
  return offsetMs
}

/** The name stored with the steps confirmed here. A station may also lock while its account is closed for another one. */
export function whoWorksHere({ db, osUser, signedIn }: Pick<Station, 'db' | 'osUser' | 'signedIn'>): string {
  return signedIn() ?? ((db.open && readStationSettings({ db }).operator) || osUser)
}
