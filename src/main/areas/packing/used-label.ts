import { otherOrderOf, ordersOfLabel, type LabelOrder } from '../../../shared/domain/shipments/used-label'
import { StationError } from '../../base/station-error'
import { parcelsWithLabel } from '../../store/tables/labels'
import type { Station } from '../station/station'

type Use = {
  orderId: number
  trackingNumber: string | null
  /** A person confirmed using it although it is on another order's parcel. */
  labelConfirmed?: boolean | undefined
}

/** The orders whose parcels carry one of these tracking numbers, most likely first. */
export function findLabel(
  { db, clock }: Pick<Station, 'db' | 'clock'>,
  numbers: readonly string[],
): LabelOrder[] {
  return ordersOfLabel(parcelsWithLabel(db, numbers), clock.wallMs())
}

/** @throws StationError `label_used` with the order whose parcel carries it */
export function refuseUsedLabel(station: Pick<Station, 'db' | 'clock'>, use: Use): void {
  const { orderId, trackingNumber, labelConfirmed = false } = use
  if (trackingNumber === null || labelConfirmed) return
  const other = otherOrderOf(findLabel(station, [trackingNumber]), orderId)
  if (other === null) return
  const said = `tracking number ${trackingNumber} is on a parcel of order ${other}`
  throw new StationError('label_used', said, { trackingNumber: 'used' }, other)
}
