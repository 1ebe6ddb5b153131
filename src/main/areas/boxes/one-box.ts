import type { OneBox } from '../../../shared/contract/boxes'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { findHold } from '../../store/tables/order-holds'
import { findOrderToPack } from '../../store/tables/orders'
import { lastPackedParcel, type PackedParcel } from '../../store/views/packed-here'
import type { Station } from '../station/station'

type Bench = Pick<Station, 'db' | 'clock' | 'neighbors' | 'boxes'>

/** Who has not gone on after so long has closed the box. */
const BOX_OPEN_MS = 15 * 60_000
/** More are not shown: a marketplace's own address, perhaps. */
const MOST_SHOWN = 20

/** What goes in one box with the order; `null` where the station does not ask for that. */
export function oneBoxOf(station: Bench, orderId: number): OneBox | null {
  const { boxes } = station
  if (!boxes.on()) return null
  const others = boxes.othersAt(orderId)
  return { toPack: toPackOf(station, others).slice(0, MOST_SHOWN), label: labelOf(station, others) }
}

/** The order to go on with in the box that the parcel of this one has just begun; `null` if there is none. */
export function nextInBox(station: Bench, orderId: number): number | null {
  // Who goes on without having packed the order does not want to be led round in a circle.
  if (openBox(station)?.orderId !== orderId) return null
  return toPackOf(station, station.boxes.othersAt(orderId))[0]?.orderId ?? null
}

function toPackOf({ db, neighbors }: Bench, orderIds: readonly number[]): OneBox['toPack'] {
  const away = new Set(neighbors.ordersElsewhere())
  return orderIds.flatMap((orderId) => {
    const order = findOrderToPack(db, orderId)
    if (order === null || order.canceled || away.has(orderId) || findHold(db, orderId) !== null) return []
    const units = order.lines.filter((line) => !line.isShippingFee && line.shipmentId === null).length
    return units === 0 ? [] : [{ orderId, units }]
  })
}

function labelOf(station: Bench, orderIds: readonly number[]): OneBox['label'] {
  const box = openBox(station)
  if (box === null || box.trackingNumber === null || !orderIds.includes(box.orderId)) return null
  const { orderId, carrier, trackingNumber, trackingUrl, untilMs } = box
  const texts = { carrier: carrier ?? '', trackingNumber, trackingUrl: trackingUrl ?? '' }
  return { orderId, ...texts, until: formatInstant(untilMs) }
}

/** The parcel that was packed last here, a moment ago, and is still here; `null` if there is none. */
function openBox({ db, clock }: Bench): (PackedParcel & { untilMs: number }) | null {
  const nowMs = clock.wallMs()
  const last = lastPackedParcel(db, formatInstant(nowMs - BOX_OPEN_MS))
  if (last?.waits !== true || Date.parse(last.packedAt) > nowMs) return null
  return { ...last, untilMs: Date.parse(last.packedAt) + BOX_OPEN_MS }
}
