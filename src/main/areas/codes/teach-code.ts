import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { OrderView } from '../../../shared/contract/views'
import type { Carrier } from '../../../shared/domain/carriers/carrier'
import { meaningOfItem, taughtKey, type TaughtCode } from '../../../shared/domain/scanning/taught-code'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { Events } from '../../base/events'
import { StationError } from '../../base/station-error'
import { inTransaction } from '../../store/db/database'
import { findItem } from '../../store/tables/items'
import { dropTaught, keepTaught, taughtItemOfCopy, taughtOfItem } from '../../store/tables/taught-codes'
import { openOrder } from '../packing/open-order'
import { resolveScan } from '../packing/resolve-scan'
import { whoWorksHere } from '../station/capture'
import type { Station } from '../station/station'

/**
 * From now on the code stands for the item of this line, in every order.
 * @throws StationError `order_not_found`, `order_unreadable`, `line_unknown`, `line_is_fee`; `code_known` for a code that
 *   means something already, also by an earlier lesson
 */
export function teachCode(
  station: Station,
  carriers: readonly Carrier[],
  { code, orderId, lineId }: ParsedRequestOf<'codes:teach'>,
): OrderView {
  const { db, clock, events } = station
  const line = openOrder(station, orderId).lines.find((one) => one.lineId === lineId)
  if (line === undefined) throw new StationError('line_unknown', `order ${orderId} has no line ${lineId}`)
  const meaning = line.isShippingFee ? null : meaningOfItem(line)
  if (meaning === null) throw new StationError('line_is_fee', `line ${lineId} has no item`)
  if (resolveScan(station, carriers, [code]).kind !== 'unknown')
    throw new StationError('code_known', `${code} means something already`)
  const taughtAt = formatInstant(clock.wallMs())
  inTransaction(db, (tx) =>
    keepTaught(tx, { ...meaning, code: taughtKey(code), taughtAt, taughtBy: whoWorksHere(station) }),
  )
  announceCodes(events)
  return openOrder(station, orderId)
}

/** What the station was taught of an item; none of one that it does not have. */
export function codesOfItem({ db }: Pick<Station, 'db'>, itemNumber: string): readonly TaughtCode[] {
  const item = findItem(db, itemNumber)
  if (item === null) return []
  return taughtOfItem(db, taughtItemOfCopy(item))
}

/** Takes back what a code was taught to stand for. */
export function forgetCode(
  { db, events }: Pick<Station, 'db' | 'events'>,
  taught: ParsedRequestOf<'codes:forget'>,
): null {
  if (inTransaction(db, (tx) => dropTaught(tx, taught))) announceCodes(events)
  return null
}

/** Any order may have the item, and one may be open. */
export function announceCodes(events: Events): void {
  events.ordersChanged(null)
  events.itemsChanged()
  events.codesTaught()
}
