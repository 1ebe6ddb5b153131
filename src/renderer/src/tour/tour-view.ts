import type { TourOrder, TourView } from '../../../shared/domain/station/tour'
import { isOnItsWay } from '../../../shared/domain/shipments/shipment'
import { interrupting, type NoticeStore } from '../stores/notice-store'
import type { OrderState } from '../stores/order-state'
import { packableIds, type OrderStore } from '../stores/order-store'
import type { ScanStore } from '../scan/scan-state'
import type { ScreenStore } from '../stores/screen-store'
import type { StationStore } from '../stores/station-store'

/** The stores as the tour sees them. */

export type WatchedStores = {
  station: StationStore
  screen: ScreenStore
  order: OrderStore
  scan: ScanStore
  notices: NoticeStore
}

/** @param slips packing slips that this window has printed */
export function viewOf({ station, screen, order, scan, notices }: WatchedStores, slips: number): TourView {
  const { blocked, forms } = scan.getState()
  const status = station.getState().bootstrap?.status
  const top = forms.at(-1)
  const { canceledOnBench, changed } = order.getState()
  return {
    screen: screen.getState().screen,
    order: orderView(order.getState()),
    blocked: blocked?.feedback.kind ?? null,
    form: top !== undefined && top.alarm !== true,
    alarm: canceledOnBench || changed !== null || interrupting(notices.getState()) !== null,
    online: status?.gate === 'online',
    waiting: status?.waiting ?? 0,
    slips,
  }
}

function orderView(state: OrderState): TourOrder | null {
  const { order, chosen, draft, packedShipment } = state
  if (order === null) return null
  const packable = new Set(packableIds(order))
  const next = order.lines.find(({ lineId }) => packable.has(lineId) && !chosen.has(lineId))
  return {
    orderId: order.orderId,
    canceled: order.canceled,
    left: packable.size,
    chosen: chosen.size,
    tracking: draft.trackingNumber !== '',
    packed: packedShipment,
    shipped: order.shipments.filter((shipment) => isOnItsWay(shipment.state)).length,
    nextCode: next?.itemNumber ?? next?.externalId ?? next?.mpn ?? null,
  }
}
