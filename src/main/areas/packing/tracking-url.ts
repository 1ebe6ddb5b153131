import { isWebAddress } from '../../../shared/domain/station/web-address'
import { StationError } from '../../base/station-error'

/**
 * SECURITY: buyers and marketplace staff click on it, so it must be a web page and nothing else.
 * @throws StationError `tracking_url`
 */
export function refuseBadTrackingUrl(trackingUrl: string | null): void {
  if (trackingUrl === null || isWebAddress(trackingUrl)) return
  throw new StationError('tracking_url', 'the tracking page is not an http or https address', {
    trackingUrl: 'not_web',
  })
}
