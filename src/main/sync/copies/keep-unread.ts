import { readMoment } from '../../../shared/domain/time/timestamps'
import { readOrder, type Order } from '../../../shared/partner-api/order'
import { fieldsNotRead, readTolerantly } from '../../../shared/partner-api/tolerant'
import type { Item } from '../../../shared/partner-api/item'
import type { Unreadable } from '../../partner/errors'
import type { Tx } from '../../store/db/database'
import { storedFields } from '../../store/db/stored-json'
import { clearRecord, splitOrder } from '../../store/tables/order-copy'
import { lastReadOrder } from '../../store/tables/orders'
import { findSetAside, setAside, takeBackAside } from '../../store/tables/set-aside'

/** Notes what of the marketplace's records cannot be read, as long as that is so. */

export type KeepUnreadDeps = {
  /** Writes a line for IT, in English: once for each record or field. */
  log?: (line: string) => void
}

/** The order can be read, perhaps without some fields. Call it for each copy, also for one that is not taken in. */
export function noteOrderRead(tx: Tx, deps: KeepUnreadDeps, order: Order, at: string): void {
  if (!isOlderThanAside(tx, order)) takeBackAside(tx, 'orders', String(order.id))
  noteFields(tx, deps, 'order', String(order.id), order, at)
}

/** A replica that lags behind may still show the copy before the one that cannot be read. */
function isOlderThanAside(tx: Tx, order: Order): boolean {
  const aside = findSetAside(tx, 'orders', String(order.id))
  if (aside === null) return false
  const { updated_at: at } = storedFields(tx, aside.raw, 'set_aside.raw', `orders/${order.id}`)
  return typeof at === 'string' && readMoment(order.updated_at) < readMoment(at)
}

/** The same of an item. */
export function noteItemRead(tx: Tx, deps: KeepUnreadDeps, item: Item, at: string): void {
  takeBackAside(tx, 'items', item.item_number)
  noteFields(tx, deps, 'item', item.item_number, item, at)
}

/** Sets an order aside. SECURITY: without anything that may be about the buyer. */
export function setOrderAside(
  tx: Tx,
  deps: KeepUnreadDeps,
  { raw, problem, fields }: Unreadable,
  at: string,
): void {
  const record = numberOf(raw, 'id')
  const aside = { source: 'orders', record, raw: clearRecord(raw), problem, fields } as const
  if (setAside(tx, aside, at)) deps.log?.(`Order ${record ?? 'without a number'} cannot be read: ${problem}`)
}

export function setItemAside(
  tx: Tx,
  deps: KeepUnreadDeps,
  { raw, problem, fields }: Unreadable,
  at: string,
): void {
  const record = numberOf(raw, 'item_number')
  if (setAside(tx, { source: 'items', record, raw, problem, fields }, at))
    deps.log?.(`Item ${record ?? 'without a number'} cannot be read: ${problem}`)
}

function noteFields(
  tx: Tx,
  deps: KeepUnreadDeps,
  kind: 'order' | 'item',
  number: string,
  record: object,
  at: string,
): void {
  for (const field of fieldsNotRead(record)) {
    const problem = 'not of the documented type'
    const aside = { source: `${kind}_fields`, record: field, raw: number, problem, fields: [field] } as const
    if (setAside(tx, aside, at))
      deps.log?.(`The field ${field} of ${kind} ${number} cannot be read: ${problem}`)
  }
}

/** Notes that a list has no end; `endlessAfter` pages it was left. What was read of it counts. */
export function noteEndless(
  tx: Tx,
  deps: KeepUnreadDeps,
  list: 'order' | 'item',
  endlessAfter: number | null,
  at: string,
): void {
  if (endlessAfter === null) return
  const problem = 'the Link headers lead back to pages that were read'
  const aside = { source: `${list}_pages`, record: LIST, raw: null, problem, fields: [] } as const
  if (setAside(tx, aside, at))
    deps.log?.(
      `The list of ${list}s has no end: ${problem}. It was left after ${endlessAfter} pages; what was read counts.`,
    )
}

const LIST = 'list'

/**
 * What can be read of a known order whose new copy cannot: whether it was canceled, and its amounts. Lines, shipments
 * and the time stay as they were: without all of them, nobody can say what the copy shows.
 */
export function readablePart(tx: Tx, { raw, fields }: Unreadable): Order | null {
  const number = Number(numberOf(raw, 'id') ?? Number.NaN)
  const known = Number.isSafeInteger(number) ? lastReadOrder(tx, number) : null
  if (known === null) return null
  const { rest } = splitOrder(raw as Record<string, unknown>)
  const broken = new Set(fields.map((field) => field.split('.')[0]))
  const clear = Object.entries(rest).filter(([name]) => !broken.has(name) && name !== 'updated_at')
  const read = readTolerantly(readOrder, { ...known, ...Object.fromEntries(clear) })
  return read.ok ? read.value : null
}

const LONG = /^-?[1-9]\d{15,}$/

/** The number of a record, though nothing else of it need be readable. */
export function numberOf(raw: unknown, name: 'id' | 'item_number'): string | null {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, name)) return null
  const number = (raw as Record<string, unknown>)[name]
  if (name === 'item_number' && typeof number === 'string' && number !== '') return number
  // As `parseJson` reads a number with more digits than JavaScript can count.
  if (typeof number === 'string' && LONG.test(number)) return number
  // Any other value may not even be readable as a number.
  if (typeof number !== 'string' && typeof number !== 'number') return null
  const value = Number(number)
  return Number.isSafeInteger(value) && String(value) === String(number) ? String(number) : null
}
