import type { OrderView, PickList } from '../../../shared/contract/views'
import type { QueueFilter } from '../../../shared/domain/orders/order-queue'
import { pickRows, type PickSize } from '../../../shared/domain/orders/pick-list'
import { isPackable } from '../../../shared/domain/orders/selection'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { missingItemsOf } from '../../store/tables/items'
import { listQueue } from '../../store/views/queue'
import type { Station } from '../station/station'
import { dueOf, type DueRules } from './queue'
import { openOrder } from './open-order'

type Source = Pick<Station, 'db' | 'seal' | 'clock' | 'neighbors' | 'instructions' | 'serialRule' | 'titles'>

/**
 * What to fetch for the next orders to pack: those that NEXT would open, without orders on other benches or in slots of
 * their put walls, and without items that are packed.
 */
export function listPicks(
  station: Source,
  { queue }: { queue: DueRules },
  { orders: most, filter }: { orders: PickSize; filter: QueueFilter },
): PickList {
  const { db, clock, neighbors, titles } = station
  const elsewhere = new Set(neighbors.ordersElsewhere())
  const choice = {
    view: 'to_pack',
    filter,
    due: dueOf(clock, queue),
    dueFirst: queue.dueFirst ?? false,
  } as const
  const orders: OrderView[] = []
  for (let offset = 0; orders.length < most; offset += most) {
    const { rows } = listQueue(db, choice, offset, most)
    const open = rows.filter(({ orderId }) => !elsewhere.has(orderId))
    orders.push(...open.map(({ orderId }) => openOrder(station, orderId)).filter(isToPick))
    if (rows.length < most) break
  }
  const next = orders
    .slice(0, most)
    .map(({ orderId, lines }) => ({ orderId, lines: lines.filter(isPackable) }))
  const orderIds = next.map(({ orderId }) => orderId)
  titles.soon(missingItemsOf(db, orderIds))
  return { madeAt: formatInstant(clock.wallMs()), orderIds, rows: pickRows(next) }
}

/** Not canceled, nor asked to be. */
function isToPick({ canceled, pending, lines }: OrderView): boolean {
  return !canceled && !pending.some(({ kind }) => kind === 'cancel_order') && lines.some(isPackable)
}
