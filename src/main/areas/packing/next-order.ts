import { listQueue } from '../../store/views/queue'
import { nextInBox } from '../boxes/one-box'
import type { Station } from '../station/station'
import { dueOf, type DueRules } from './queue'

/** Nobody has more orders on other benches. */
const MOST_PASSED_OVER = 500

/**
 * The order that goes in the same box as `after`, else the next in the queue, past those on other benches; after the last it
 * starts over with the oldest. Those in slots of other stations' put walls come last. `null` if there is no other.
 */
export function nextOrder(
  station: Pick<Station, 'db' | 'clock' | 'neighbors' | 'boxes'>,
  { queue }: { queue: DueRules },
  after: number | null,
): number | null {
  const { db, clock, neighbors } = station
  const inBox = after === null ? null : nextInBox(station, after)
  if (inBox !== null) return inBox
  const due = { due: dueOf(clock, queue), dueFirst: queue.dueFirst ?? false }
  const choice = { view: 'to_pack', filter: 'any', ...due } as const
  const orderIds = listQueue(db, choice, 0, MOST_PASSED_OVER).rows.map(({ orderId }) => orderId)
  const place = after === null ? -1 : orderIds.indexOf(after)
  const others = [...orderIds.slice(place + 1), ...orderIds.slice(0, Math.max(0, place))]
  const free = others.filter((orderId) => neighbors.holderOf(orderId) === null)
  const inSlots = new Set(neighbors.slotsElsewhere().map(({ orderId }) => orderId))
  return free.find((orderId) => !inSlots.has(orderId)) ?? free[0] ?? null
}
