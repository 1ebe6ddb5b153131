import type { CorrectedCode } from '../../../shared/contract/codes'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { Carrier } from '../../../shared/domain/carriers/carrier'
import { isSameMeaning, meaningOfItem, printedForms } from '../../../shared/domain/scanning/taught-code'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import { inTransaction, type Db } from '../../store/db/database'
import { itemsCalled, MOST_CALLED } from '../../store/tables/items'
import { dropTaught, keepTaught, taughtItemOfCopy, taughtOfCode } from '../../store/tables/taught-codes'
import { resolveScan } from '../packing/resolve-scan'
import { whoWorksHere } from '../station/capture'
import type { Station } from '../station/station'
import { announceCodes } from './teach-code'

/**
 * From now on the code stands for another item: what it was taught is taken back, and the new meaning taught, in one step. A
 * meaning that was taken back meanwhile is no error.
 * @throws StationError `item_not_found`, `item_unclear` if the name fits several; `code_known` for a code that stands for
 *   that item already, or means something else as well
 */
export function correctCode(
  station: Station,
  carriers: readonly Carrier[],
  { item: name, ...wrong }: ParsedRequestOf<'codes:correct'>,
): CorrectedCode {
  const { db, clock, events } = station
  const { code } = wrong
  const { meaning, itemNumber, title } = itemNamed(db, name)
  const known = (): StationError => new StationError('code_known', `${code} means something already`)
  if (isSameMeaning(meaning, wrong)) throw known()
  const taughtAt = formatInstant(clock.wallMs())
  inTransaction(db, (tx) => {
    dropTaught(tx, wrong)
    // Another meaning may be of an item that no order here has.
    const isTaught = taughtOfCode(tx, code).length > 0
    if (isTaught || resolveScan(station, carriers, printedForms(code)).kind !== 'unknown') throw known()
    keepTaught(tx, { ...meaning, code, taughtAt, taughtBy: whoWorksHere(station) })
  })
  announceCodes(events)
  return { ...meaning, itemNumber, title }
}

/** Several items may have the name, as long as a code that is taught of one stands for all of them. */
function itemNamed(db: Db, name: string) {
  const items = itemsCalled(db, name)
  const named = items.flatMap((item) => {
    const meaning = meaningOfItem(taughtItemOfCopy(item))
    return meaning === null ? [] : { meaning, itemNumber: item.item_number, title: item.title ?? null }
  })
  const [first] = named
  if (first === undefined) throw new StationError('item_not_found', `no item is called ${name}`)
  if (items.length === MOST_CALLED || !named.every(({ meaning }) => isSameMeaning(meaning, first.meaning)))
    throw new StationError('item_unclear', `several items are called ${name}`)
  return first
}
