import type { packingCalls } from '../../../shared/contract/packing'
import type { HandlersOf } from '../../bridge/handle'
import { chooseCarrier } from './choose-carrier'
import { bringBack } from '../archive/bring-back'
import { countOrders } from './count-queue'
import { forceScan } from './force-scan'
import { loadHolidays } from './holidays'
import { notCached } from '../../store/tables/items'
import { listOrders } from './list-orders'
import { listPicks } from './list-picks'
import { moveShipment } from './move-shipment'
import { copyOfOrder, openOrder, refreshOrder } from './open-order'
import { packShipment } from './pack-shipment'
import { proposeDelivery } from './propose-delivery'
import { readTimeline } from './read-timeline'
import { resolveScan } from './resolve-scan'
import type { Parts } from '../parts'

export function packingHandlers({
  account,
  preferences,
  lan,
  permits,
  scanned,
  doorkeeper,
}: Parts): HandlersOf<typeof packingCalls> {
  const carriers = () => preferences.read().carriers.list
  return {
    'queue:list': (request) => listOrders(account(), preferences.read(), request),
    'queue:counts': ({ view }) => countOrders(account(), preferences.read(), view),
    'queue:picks': (request) => listPicks(account(), preferences.read(), request),
    'order:open': ({ orderId }) => {
      const { db, titles } = account()
      bringBack(account(), orderId)
      const order = openOrder(account(), orderId)
      const itemNumbers = order.lines.flatMap(({ itemNumber }) => (itemNumber === null ? [] : [itemNumber]))
      titles.want(notCached(db, itemNumbers))
      return order
    },
    'order:copy': ({ orderId }) => copyOfOrder(account(), orderId),
    'order:timeline': ({ orderId }) =>
      readTimeline(account(), orderId, doorkeeper.operators.mayDo('read_evidence')),
    'order:refresh': ({ orderId }) => refreshOrder(account(), orderId),
    'scan:resolve': ({ codes }) => resolveScan(account(), carriers(), codes),
    'shipment:pack': (request) => {
      const seen = scanned.of(account(), request.orderId)
      const packed = packShipment(account(), request, { ...preferences.read().packing, permits, seen })
      scanned.clear()
      return packed
    },
    'shipment:move': (request) => moveShipment(account(), request),
    'carriers:propose': (request) => proposeDelivery(account(), carriers(), request),
    'carriers:choose': (label) => chooseCarrier(preferences, label),
    'carriers:countries': async () => (await loadHolidays()).countries,
    'bench:put': ({ orderId }) => {
      lan.put(orderId)
      return null
    },
    'bench:force-scan': (request) => forceScan(account(), permits, request),
    'bench:take': ({ orderId }) => lan.take(orderId),
  }
}
