import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import type { Capture } from '../../store/tables/outbox'
import { readStationSettings } from '../settings/settings'
import type { Station } from './station'

/**
 * The moment that a person confirms something at, with what is known of the clocks then (I11).
 * @throws StationError `clock_differs` when the PC's clock is too far off to stamp times with
 */
export function captureNow(
  station: Pick<Station, 'db' | 'clock' | 'clockWatch' | 'osUser' | 'signedIn'>,
): Capture {
  const { clock, clockWatch } = station
  const { state, offsetMs } = clockWatch.view()
  if (state === 'refused')
    throw new StationError('clock_differs', `the clock differs by ${Math.round((offsetMs ?? 0) / 1_000)} s`)
  clockWatch.captured()
  return {
    at: formatInstant(clock.wallMs()),
    by: whoWorksHere(station),
    monotonicMs: clock.monotonicMs(),
    clockOffsetMs: offsetMs,
  }
}

/** The name that is kept with what is confirmed here. */
export function whoWorksHere({ db, osUser, signedIn }: Pick<Station, 'db' | 'osUser' | 'signedIn'>): string {
  return signedIn() ?? (readStationSettings({ db }).operator || osUser)
}
