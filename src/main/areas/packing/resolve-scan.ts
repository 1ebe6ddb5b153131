import type { ScanResolution } from '../../../shared/contract/views'
import { numbersIn, type Carrier } from '../../../shared/domain/carriers/carrier'
import { slotOfCode } from '../../../shared/domain/put-wall/slot'
import { taughtKey } from '../../../shared/domain/scanning/taught-code'
import { StationError } from '../../base/station-error'
import type { Db } from '../../store/db/database'
import { findArchived } from '../../store/archive/archive'
import { itemMeant, resolveCodes, type PassOver } from '../../store/views/queue'
import { findOrder } from '../../store/tables/orders'
import { putRows } from '../../store/tables/put-wall'
import { findSetAside } from '../../store/tables/set-aside'
import { taughtOfCode } from '../../store/tables/taught-codes'
import type { Station } from '../station/station'
import { findLabel } from './used-label'

type Bench = Pick<Station, 'db' | 'clock' | 'neighbors' | 'boxes'>

/**
 * What a scan means to the whole station; the label of a parcel names its order if no order and no item has the code.
 * Last, it may be the number of an order in the archive, or of one that cannot be read.
 * Orders on another station's bench or in its put wall, and what else is passed over, match only when nothing else does.
 * @throws StationError `order_unreadable` for an order whose number is too long for any order here
 */
export function resolveScan(
  station: Bench,
  carriers: readonly Carrier[],
  codes: readonly string[],
  passedOver: PassOver = {
    orderIds: station.neighbors.ordersElsewhere(),
    // What lies in a slot of the put wall needs no other unit.
    lineIds: putRows(station.db).map(({ lineId }) => lineId),
  },
): ScanResolution {
  const { db } = station
  const slot = slotOfCode(codes[0] ?? '')
  if (slot !== null) return orderInSlot(db, slot)
  const own = firstNeeded(station, passedOver, (passOver) => resolveCodes(db, codes, passOver))
  const found = own.kind === 'unknown' ? taughtItem(station, passedOver, codes) : own
  if (found.kind !== 'unknown') return found
  const orders = findLabel(station, numbersIn(codes, carriers))
  if (orders.length > 0) return { kind: 'label', orders }
  const [code = ''] = codes
  const orderId = Number(code)
  const aside = findSetAside(station.db, 'orders', code)
  if (!Number.isSafeInteger(orderId)) {
    if (aside === null) return found
    throw new StationError('order_unreadable', `order ${code} cannot be read`)
  }
  // To open one that cannot be read says so.
  return (findArchived(station.db, orderId) ?? aside) === null ? found : { kind: 'order', orderId }
}

/** A slot of the put wall stands for its order; an empty one for nothing. */
function orderInSlot(db: Db, slot: number): ScanResolution {
  const orderId = putRows(db).find((row) => row.slot === slot)?.orderId
  return orderId === undefined ? { kind: 'unknown' } : { kind: 'order', orderId }
}

function firstNeeded(
  { db, neighbors }: Bench,
  { orderIds, lineIds }: PassOver,
  find: (passOver: PassOver) => ScanResolution,
): ScanResolution {
  const passedOver = new Set<number>(lineIds)
  for (;;) {
    const found = find({ orderIds, lineIds: [...passedOver] })
    if (found.kind !== 'item' || passedOver.has(found.lineId)) return found
    const readAt = findOrder(db, found.orderId)?.readAt ?? ''
    if (!neighbors.packedElsewhere(found.orderId, readAt).has(found.lineId)) return found
    passedOver.add(found.lineId)
  }
}

/** Of several different items that a code was taught of, none is guessed. */
function taughtItem(station: Bench, passedOver: PassOver, codes: readonly string[]): ScanResolution {
  const { db } = station
  const meanings = [...new Set(codes.map(taughtKey))].flatMap((code) => taughtOfCode(db, code))
  const found = meanings.map((meaning) =>
    firstNeeded(station, passedOver, (passOver) => itemMeant(db, meaning, passOver)),
  )
  const needed = found.filter((one) => one.kind === 'item')
  const [first] = needed
  if (first === undefined) return found[0] ?? { kind: 'unknown' }
  if (needed.every(({ lineId }) => lineId === first.lineId)) return first
  const { orderId, title } = first
  return { kind: 'several', orderId, title, size: null, quality: null, condition: null, exact: false }
}
