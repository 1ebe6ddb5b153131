import type { DeskChoices } from '../../../shared/contract/orders'
import { ANY_ORDER, type DeskFilter } from '../../../shared/domain/orders/order-desk'
import { heldOrders, orderStates, recentCarriers } from '../../store/views/desk-sets'
import { ordersSetAside } from '../../store/tables/set-aside'
import type { DueRules } from '../packing/queue'
import type { Station } from '../station/station'
import { countDesk } from './desk-list'

/** The others are like these; Diagnostics and the count at the foot of the rail name all. */
const MOST_UNREADABLE = 20

/** What the desk's filters offer, and how many orders the first of them show. */
export async function readChoices(
  station: Pick<Station, 'db' | 'clock' | 'pull' | 'titles'>,
  queue: DueRules,
): Promise<DeskChoices> {
  const { db } = station
  const isImporting = station.pull.importing() !== null
  const count = (part: Partial<DeskFilter>) => countDesk(station, queue, { ...ANY_ORDER, ...part })
  return {
    states: orderStates(db),
    carriers: recentCarriers(db),
    needsPerson: heldOrders(db).length,
    toPack: isImporting ? null : await count({ work: 'to_pack' }),
    toShip: isImporting ? null : await count({ work: 'to_ship' }),
    unreadable: ordersSetAside(db, MOST_UNREADABLE).map(({ record: number, fields, since }) => {
      return { number, fields, since }
    }),
    late: await count({ late: true }),
  }
}
