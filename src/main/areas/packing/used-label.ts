import { isWaiting } from '../../../shared/domain/shipments/shipment'
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

type Labels = Pick<Station, 'db' | 'clock' | 'boxes'>

/** The orders whose parcels carry one of these tracking numbers, most likely first. */
export function findLabel({ db, clock, boxes }: Labels, numbers: readonly string[]): LabelOrder[] {
  const parcels = parcelsWithLabel(db, numbers)
  const waits = new Set(parcels.filter(({ state }) => isWaiting(state)).map(({ orderId }) => orderId))
  return ordersOfLabel(parcels, clock.wallMs()).map((order) =>
    // What has left with the carrier is closed.
    boxes.on() && waits.has(order.orderId) ? { ...order, box: boxes.othersAt(order.orderId) } : order,
  )
}

/**
 * @returns the order in whose box this one goes, because its parcel carries the label, too; `null` if none does
 * @throws StationError `label_used` with the order whose parcel carries it
 */
export function refuseUsedLabel(station: Labels, use: Use): number | null {
  const { orderId, trackingNumber, labelConfirmed = false } = use
  if (trackingNumber === null || labelConfirmed) return null
  const orders = findLabel(station, [trackingNumber])
  const other = otherOrderOf(orders, orderId)
  if (other === null) return orders.find(({ box }) => box?.includes(orderId))?.orderId ?? null
  const said = `tracking number ${trackingNumber} is on a parcel of order ${other}`
  throw new StationError('label_used', said, { trackingNumber: 'used' }, other)
}
