import { commitHandover } from '../../../src/main/areas/dock/commit-handover'
import { readHandover, scanAtDock } from '../../../src/main/areas/dock/handover'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import type { HandoverMode } from '../../../src/shared/domain/shipments/handover'
import { KNOWN_CARRIERS } from '../../../src/shared/domain/carriers/known-carriers'
import { makeStation } from '../../support/account'
import { type TestStation } from '../../support/open-account'
import { makeOrder } from '../../support/orders'

/** A station at the dock, with parcels to hand over. */

export const NOW = '2026-11-20T09:00:00.000Z'

export const UPS = ['1Z5R89390357567127', '1Z879E930346834440', '1Z410E7W0392751591'] as const

export const DHL = '3318810025'

export function pack(
  station: TestStation,
  orderId: number,
  carrier: string | null,
  trackingNumber: string | null,
) {
  return packShipment(station, {
    orderId,
    lineIds: [orderId * 10 + 1, orderId * 10 + 2],
    carrier,
    trackingNumber,
    trackingUrl: null,
    warehouseId: 7,
  }).shipmentId
}

/** Three parcels for UPS and one for DHL, from orders 1001 to 1004; order 1005 has nothing packed. */
export function dock(station = makeStation()) {
  station.take(...[1001, 1002, 1003, 1004, 1005].map((id) => makeOrder({ id })))
  const ups = UPS.map((number, index) => pack(station, 1001 + index, 'UPS', number))
  const dhl = pack(station, 1004, 'DHL', DHL)
  return { station, ups, dhl, ...at(station) }
}

export function at(station: TestStation) {
  const scan = (code: string, carrier: string | null = null, mode: HandoverMode = 'ship') =>
    scanAtDock(station, KNOWN_CARRIERS, { mode, carrier, codes: [code] })
  const commit = (at: string | null = NOW, carrier: string | null = null, mode: HandoverMode = 'ship') =>
    commitHandover(station, KNOWN_CARRIERS, { mode, carrier, at })
  const read = (mode: HandoverMode = 'ship') => readHandover(station, mode)
  return { scan, commit, read }
}
