import type { packingCalls } from '../../../shared/contract/packing'
import type { HandlersOf } from '../../bridge/handle'
import { chooseCarrier } from './choose-carrier'
import { bringBack } from '../archive/bring-back'
import { forceScan } from './hand-permits'
import { loadHolidays } from './holidays'
import { listOrders, readQueueCounts } from './queue'
import { listPicks } from './list-picks'
import { nextOrder } from './next-order'
import { moveShipment } from './move-shipment'
import { copyOfOrder, openOrder, refreshOrder } from './open-order'
import { packShipment } from './pack-shipment'
import { proposeDelivery } from './propose-delivery'
import { readTimeline } from './read-timeline'
import { resolveScan } from './resolve-scan'
import { codesInSlot } from '../put-wall/put-wall'
import type { Parts } from '../parts'
import { byDueRules } from '../trucks/due-rules'

export function packingHandlers({
  account,
  preferences,
  warehouse,
  permits,
  scanned,
  doorkeeper,
}: Parts): HandlersOf<typeof packingCalls> {
  const carriers = () => preferences.read().carriers.list
  const byDue = byDueRules({ account, preferences })
  return {
    'packing:queue': (request) => byDue((station, rules) => listOrders(station, rules, request)),
    'packing:counts': ({ view }) => byDue((station, rules) => readQueueCounts(station, rules, view)),
    'packing:picks': (request) => byDue((station, rules) => listPicks(station, rules, request)),
    'packing:next': ({ after }) => byDue((station, rules) => nextOrder(station, rules, after)),
    'packing:open': ({ orderId }) => {
      const { titles } = account()
      bringBack(account(), orderId)
      const order = openOrder(account(), orderId)
      const itemNumbers = order.lines.flatMap(({ itemNumber }) => (itemNumber === null ? [] : [itemNumber]))
      titles.want(itemNumbers)
      return order
    },
    'packing:copy': ({ orderId }) => copyOfOrder(account(), orderId),
    'packing:timeline': ({ orderId }) =>
      readTimeline(account(), orderId, doorkeeper.operators.mayDo('read_evidence')),
    'packing:refresh': ({ orderId }) => refreshOrder(account(), orderId),
    'packing:scan': ({ codes }) => resolveScan(account(), carriers(), codes),
    'packing:pack': (request) => {
      const seen = new Map([
        ...codesInSlot(account(), request.orderId),
        ...scanned.of(account(), request.orderId),
      ])
      const packed = packShipment(account(), request, { ...preferences.read().packing, permits, seen })
      scanned.clear()
      return packed
    },
    'packing:move': (request) => moveShipment(account(), request),
    'packing:propose-carrier': (request) => proposeDelivery(account(), carriers(), request),
    'packing:choose-carrier': (label) => chooseCarrier(preferences, label),
    'packing:countries': async () => (await loadHolidays()).countries,
    'packing:put': ({ orderId }) => {
      warehouse.put(orderId)
      return null
    },
    'packing:force-scan': (request) => forceScan(account(), permits, request),
    'packing:take': ({ orderId }) => warehouse.take(orderId),
  }
}
