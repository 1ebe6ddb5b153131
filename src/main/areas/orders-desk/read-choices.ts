import type { DeskChoices } from '../../../shared/contract/orders-desk'
import type { Preferences } from '../../../shared/contract/preferences'
import { ANY_ORDER, type DeskFilter } from '../../../shared/domain/orders/order-desk'
import { heldOrders, orderStates, recentCarriers } from '../../store/views/desk-sets'
import type { Station } from '../station/station'
import { countDesk } from './desk-list'

/** What the desk's filters offer, and how many orders the first of them show. */
export async function readChoices(
  station: Pick<Station, 'db' | 'clock' | 'pull' | 'titles'>,
  queue: Preferences['queue'],
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
    late: station.titles.known() ? await count({ late: true }) : null,
  }
}
