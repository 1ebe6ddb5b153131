import { findItem } from '../../src/main/store/tables/items'
import { countItems, itemNumbersOf } from '../../src/main/store/views/item-list'
import { ANY_ITEM } from '../../src/shared/domain/items/item-filter'
import { NAMED_ITEM_STATES } from '../../src/shared/domain/items/item-state'
import { STATIONS } from './schedule'
import { fail, writesFor, type Truth } from './truth'
import type { Acknowledged } from './acknowledged'
import type { World } from './world'

/** I3, I5: items that were created, changed and delisted. */
export function checkItems(world: World, truth: Truth): void {
  for (const key of new Set(world.acknowledged.map(({ op }) => op.itemKey))) {
    const living = truth.items.filter(({ external_id: id, state }) => id === key && state !== 'deleted')
    if (key !== null && living.length > 1) throw new Error(`I3: ${living.length} items have the key ${key}`)
  }
  for (const entry of world.acknowledged)
    if (entry.op.kind === 'create_item') checkCreated(world, truth, entry)
  for (const number of world.itemNumbers) checkChanged(world, truth, number)
}

function checkCreated(world: World, truth: Truth, entry: Acknowledged): void {
  const op = truth.now.get(entry)
  if (op?.state !== 'confirmed') return
  const item = truth.items.find(({ item_number: number }) => number === op.serverRef)
  if (item !== undefined && item.external_id === op.itemKey) return
  if (writesFor(truth, entry).some(({ pretended }) => pretended)) world.excuse('a pretended item')
  else fail('I5', entry, `no item ${op.serverRef}`)
}

type Shown = { price: number; percent: number | undefined }
type Change = { price?: number; discount?: { max_discount: { percentage: number } } }

function checkChanged(world: World, truth: Truth, number: string): void {
  const item = truth.items.find(({ item_number: each }) => each === number)
  // A deleted item need not be shown any more.
  if (item === undefined || item.state === 'deleted') return
  const done = world.acknowledged.filter(
    (entry) => entry.op.itemKey === number && truth.now.get(entry)?.state === 'confirmed',
  )
  // Ops lost with a replaced file may have been later.
  if (world.acknowledged.some(({ op, gone, carried }) => op.itemKey === number && (gone || carried))) return
  // A pretended success is announced by its notice.
  if (done.some((entry) => writesFor(truth, entry).some(({ pretended }) => pretended))) return
  const shown: Shown = { price: item.price, percent: item.discount?.max_discount?.percentage }
  const last = (field: keyof Change): Acknowledged | undefined =>
    done.findLast(({ op, asked }) => op.kind === 'update_item' && field in asked)
  const price = last('price')
  if (price !== undefined && shown.price !== (price.asked as Change).price)
    fail('I5', price, `the price is ${shown.price}`)
  const discount = last('discount')
  if (
    discount !== undefined &&
    shown.percent !== (discount.asked as Change).discount?.max_discount.percentage
  )
    fail('I5', discount, `the discount is ${shown.percent}`)
  const delist = done.find(({ op }) => op.kind === 'delist_item')
  if (delist !== undefined && item.state === 'listed') fail('I5', delist, 'still listed')
}

const NAMED: ReadonlySet<string> = new Set(NAMED_ITEM_STATES)

/** Each station has all items once, as the marketplace shows them (I12), and counts them right. */
export function checkKeptItems(world: World, truth: Truth): void {
  for (const name of STATIONS) {
    const { db } = world.benches[name].station
    const kept = [...itemNumbersOf(db, ANY_ITEM)].flat()
    if (new Set(kept).size !== kept.length || countItems(db, ANY_ITEM) !== kept.length)
      throw new Error(`${name} has ${kept.length} items, counted as ${countItems(db, ANY_ITEM)}`)
    for (const item of truth.items) {
      // Nobody can ask for states that neither the document nor any list names; the daily check reads such items.
      if (!NAMED.has(item.state)) continue
      const here = findItem(db, item.item_number)
      const [shown, there] = [
        here === null ? 'nothing' : `${here.state} ${here.price}`,
        `${item.state} ${item.price}`,
      ]
      if (shown !== there)
        throw new Error(`${name} shows ${shown} for ${item.item_number}, which is ${there}`)
    }
  }
}
