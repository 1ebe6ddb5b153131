import type { Account } from '../../src/main/app/account/open'
import { refundOrder } from '../../src/main/areas/orders/change-order'
import { moveShipment } from '../../src/main/areas/packing/move-shipment'
import { openOrder } from '../../src/main/areas/packing/open-order'
import { packShipment } from '../../src/main/areas/packing/pack-shipment'
import { StationError } from '../../src/main/base/station-error'
import { shipmentsOfOrder } from '../../src/main/store/tables/shipments'
import { REFUND_CENTS, type Step } from './disk-life'

/** Does a step as a person would. @throws StationError when it is refused */
export function perform(account: Account, { do: what, orderId }: Step): void {
  if (what === 'refund') return void refundOrder(account, { orderId, amountCents: REFUND_CENTS })
  if (what === 'pack') {
    const lines = openOrder(account, orderId).lines.filter(({ isShippingFee }) => !isShippingFee)
    packShipment(account, {
      orderId,
      lineIds: lines.map(({ lineId }) => lineId),
      carrier: 'UPS',
      trackingNumber: `T${orderId}`,
      trackingUrl: null,
      warehouseId: 1,
    })
    return
  }
  const shipment = shipmentsOfOrder(account.db, orderId)[0]
  if (shipment === undefined) throw new StationError('shipment_not_found', `order ${orderId} has none`)
  const at = new Date(account.clock.wallMs()).toISOString()
  moveShipment(account, {
    shipmentId: shipment.shipmentUid,
    move: 'ship',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: at,
    expectedToDeliverAt: at,
    deliveredAt: at,
    canceledAt: at,
    confirmedUnusual: true,
  })
}
