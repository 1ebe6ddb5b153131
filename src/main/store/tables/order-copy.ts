import {
  ORDER_LINE_PRIVACY,
  ORDER_PAYMENT_PRIVACY,
  ORDER_PRIVACY,
  type Order,
} from '../../../shared/partner-api/order'
import type { Privacy, PrivacyOf } from '../../../shared/partner-api/privacy'
import { REFUND_PRIVACY } from '../../../shared/partner-api/refund'
import { SHIPMENT_PRIVACY } from '../../../shared/partner-api/shipment'

/**
 * Splits an order into what may be stored unencrypted and the rest. What may is said field by field next to the schemas of the
 * Partner API. All other fields may be about the buyer (a billing address, a gift message), however deep they are in the order, so
 * they are stored with the buyer's data: sealed, and deleted with it.
 */

type Fields = Record<string, unknown>

/** The content of a buyer's sealed column. */
export type SealedBuyer = Partial<Pick<Order, 'customer' | 'shipping_address'>> & {
  /** Fields of the order that may be the buyer's, too: those that this version does not know. */
  more?: Fields
  /** The same for the records in its lists, by list and ID; for lists and records within those, in the same way. */
  parts?: Record<string, Fields>
  /** The address before each noted change of it; see `changesOf`. */
  addresses?: { seq: number; address: NonNullable<Order['shipping_address']> }[]
}

/**
 * These have places of their own among the sealed data. A field that `ORDER_PRIVACY` calls the buyer's later stays in `more`: files
 * have it there since before its name was known.
 */
const OF_THE_BUYER: readonly string[] = ['customer', 'shipping_address'] satisfies BuyersField[]
type Said = typeof ORDER_PRIVACY
type BuyersField = { [Name in keyof Said]: Said[Name] extends 'buyer' ? Name : never }[keyof Said]
type List = { [Name in keyof Said]: Said[Name] extends 'table' | PrivacyOf ? Name : never }[keyof Said]
const OF_RECORDS: Readonly<Record<List, PrivacyOf>> = {
  order_lines: ORDER_LINE_PRIVACY,
  shipments: SHIPMENT_PRIVACY,
  order_payments: ORDER_PAYMENT_PRIVACY,
  refunds: REFUND_PRIVACY,
}
const BUYERS_NAMES = Object.keys(ORDER_PRIVACY).filter((name) => saidOf(ORDER_PRIVACY, name) === 'buyer')
const LISTS = Object.entries(OF_RECORDS)
const IN_TABLES = LISTS.filter(([list]) => saidOf(ORDER_PRIVACY, list) === 'table')

/** Splits an order into the unencrypted and the sealed part. */
export function splitOrder(order: Fields): { rest: Fields; sealed: SealedBuyer } {
  const sealed: SealedBuyer = {}
  for (const name of OF_THE_BUYER)
    if (Object.hasOwn(order, name)) Object.assign(sealed, { [name]: order[name] })
  const more = Object.entries(order).filter(
    ([name, value]) => !OF_THE_BUYER.includes(name) && isPersonal(ORDER_PRIVACY, name, value),
  )
  const parts: Record<string, Fields> = {}
  for (const [list, privacy] of LISTS) {
    const personal = personalWithin(privacy, order[list])
    if (personal !== null) parts[list] = personal
  }
  if (more.length > 0) sealed.more = Object.fromEntries(more)
  if (Object.keys(parts).length > 0) sealed.parts = parts
  return { rest: clear(ORDER_PRIVACY, order), sealed }
}

/** An order line's unencrypted part. */
export function clearLine(line: Fields): Fields {
  return clear(ORDER_LINE_PRIVACY, line)
}

/** A shipment's unencrypted part. */
export function clearShipment(shipment: Fields): Fields {
  return clear(SHIPMENT_PRIVACY, shipment)
}

/** The records of one of an order's lists, with the sealed fields of each back in their places. */
export function joinRecords(list: List, records: readonly unknown[], sealed: SealedBuyer | null): Fields[] {
  const joined = join(OF_RECORDS[list], records, sealed?.parts?.[list] ?? {}) as readonly unknown[]
  return joined.filter(isFields)
}

/**
 * SECURITY: an order record that could not be read, without anything that may be about the buyer, however oddly it is
 * built. Names of omitted fields are kept.
 */
export function clearRecord(raw: unknown): unknown {
  return withoutBuyer(withoutUnknown(raw))
}

function withoutBuyer(raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.map(withoutBuyer)
  if (!isFields(raw)) return raw
  return Object.fromEntries(
    Object.entries(raw)
      .filter(([name]) => !BUYERS_NAMES.includes(name))
      .map(([name, part]) => [name, withoutBuyer(part)]),
  )
}

function withoutUnknown(raw: unknown): unknown {
  if (!isFields(raw)) return Array.isArray(raw) ? raw.map(withoutUnknown) : raw
  const { rest } = splitOrder(raw)
  const lists = IN_TABLES.filter(([list]) => Object.hasOwn(raw, list)).map(([list, privacy]) => {
    const elements = raw[list]
    return [list, Array.isArray(elements) ? clearWithin(privacy, elements) : null] as const
  })
  const kept = { ...rest, ...Object.fromEntries(lists) }
  const leftOut = Object.keys(raw).filter((name) => !Object.hasOwn(kept, name))
  return leftOut.length === 0 ? kept : { ...kept, left_out: leftOut }
}

function saidOf(privacy: PrivacyOf, name: string): Privacy {
  return Object.hasOwn(privacy, name) ? (privacy[name] ?? 'buyer') : 'buyer'
}

/** What is said about the fields of the records in a field; `null` if it holds none. */
function recordsIn(privacy: PrivacyOf, name: string): PrivacyOf | null {
  const said = saidOf(privacy, name)
  return typeof said === 'object' ? said : null
}

/** Whether a field's value may be about the buyer: nothing is said about it, or it has another form than what was said. */
function isPersonal(privacy: PrivacyOf, name: string, value: unknown): boolean {
  const said = saidOf(privacy, name)
  if (said === 'buyer' || said === 'table' || said === 'clear in any form') return said === 'buyer'
  const isPlain = typeof value !== 'object' || value === null
  return said === 'clear' ? !isPlain : isPlain && value !== null && value !== undefined
}

/** The fields that are not personal, in the order of the table; of the records within them, too. */
function clear(privacy: PrivacyOf, fields: Fields): Fields {
  const kept: Fields = {}
  for (const [name, said] of Object.entries(privacy))
    if (said !== 'table' && Object.hasOwn(fields, name) && !isPersonal(privacy, name, fields[name]))
      kept[name] = typeof said === 'object' ? clearWithin(said, fields[name]) : fields[name]
  return kept
}

function clearWithin(privacy: PrivacyOf, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => (isFields(one) ? clear(privacy, one) : null))
  return isFields(value) ? clear(privacy, value) : value
}

/** What `clearWithin` leaves out: records by their ID, or else by their place. */
function personalWithin(privacy: PrivacyOf, value: unknown): Fields | null {
  if (!Array.isArray(value)) return isFields(value) ? personalOf(privacy, value) : null
  let found: Fields | null = null
  for (const [place, one] of (value as unknown[]).entries()) {
    const personal = isFields(one) ? personalOf(privacy, one) : null
    if (personal !== null) (found ??= {})[keyOf(one, place)] = personal
  }
  return found
}

function personalOf(privacy: PrivacyOf, fields: Fields): Fields | null {
  const found: [string, unknown][] = []
  for (const [name, value] of Object.entries(fields)) {
    if (isPersonal(privacy, name, value)) found.push([name, value])
    else {
      const within = recordsIn(privacy, name)
      const personal = within === null ? null : personalWithin(within, value)
      if (personal !== null) found.push([name, personal])
    }
  }
  return found.length === 0 ? null : Object.fromEntries(found)
}

/** Puts back what `personalWithin` took out. */
function join(privacy: PrivacyOf, value: unknown, sealed: Fields): unknown {
  if (Array.isArray(value))
    return value.map((one: unknown, place) => {
      const own = isFields(one) ? sealed[keyOf(one, place)] : undefined
      return isFields(own) ? join(privacy, one, own) : one
    })
  if (!isFields(value)) return value
  const back = Object.entries(sealed).map(([name, own]) => {
    const within = recordsIn(privacy, name)
    return [name, within !== null && isFields(own) ? join(within, value[name], own) : own] as const
  })
  return Object.fromEntries([...Object.entries(value), ...back])
}

function keyOf(record: unknown, place: number): string {
  const id = isFields(record) ? record['id'] : null
  return typeof id === 'number' ? String(id) : `#${place}`
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
