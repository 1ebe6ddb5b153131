import { knownFields, type KnownFields } from '../../../shared/partner-api/known-fields'
import { readOrder, type Order } from '../../../shared/partner-api/order'

/**
 * Splits an order into what may be stored unencrypted and the rest. Fields that this version knows and that say nothing
 * about the buyer are stored unencrypted. All other fields may (a billing address, a gift message), however deep they
 * are in the order, so they are stored with the buyer's data: sealed, and deleted with it.
 */

type Fields = Record<string, unknown>

/** The content of a buyer's sealed column. */
export type SealedBuyer = Partial<Pick<Order, 'customer' | 'shipping_address'>> & {
  /** Fields of the order that this version does not know. */
  more?: Fields
  /** The same for the records in its lists, by list and ID; for lists and records within those, in the same way. */
  parts?: Record<string, Fields>
  /** The address before each noted change of it; see `changesOf`. */
  addresses?: { seq: number; address: NonNullable<Order['shipping_address']> }[]
}

const OF_THE_BUYER = ['customer', 'shipping_address']
/** These have tables of their own. */
const IN_TABLES = ['order_lines', 'shipments']
const KNOWN = knownFields(readOrder)
const LISTS = recordsOf(['order_lines', 'shipments', 'order_payments', 'refunds'])
const CLEAR = Object.fromEntries(
  Object.entries(KNOWN).filter(([name]) => !OF_THE_BUYER.includes(name) && !IN_TABLES.includes(name)),
)

/** Splits an order, or an earlier version's copy of one, into the unencrypted and the sealed part. */
export function splitOrder(order: Fields): { rest: Fields; sealed: SealedBuyer } {
  const sealed: SealedBuyer = {}
  for (const name of OF_THE_BUYER)
    if (Object.hasOwn(order, name)) Object.assign(sealed, { [name]: order[name] })
  const more = unknownTo(KNOWN, order)
  const parts: Record<string, Fields> = {}
  for (const [list, known] of LISTS) {
    const unknown = unknownWithin(known, order[list])
    if (unknown !== null) parts[list] = unknown
  }
  if (more !== null) sealed.more = more
  if (Object.keys(parts).length > 0) sealed.parts = parts
  return { rest: clear(CLEAR, order), sealed }
}

/** An order line's unencrypted part. */
export function clearLine(line: Fields): Fields {
  return clear(knownOf('order_lines'), line)
}

/** A shipment's unencrypted part. */
export function clearShipment(shipment: Fields): Fields {
  return clear(knownOf('shipments'), shipment)
}

/** The records of one of an order's lists, with the sealed fields of each back in their places. */
export function joinRecords(
  list: 'order_lines' | 'shipments' | 'order_payments' | 'refunds',
  records: readonly unknown[],
  sealed: SealedBuyer | null,
): Fields[] {
  const joined = join(knownOf(list), records, sealed?.parts?.[list] ?? {}) as readonly unknown[]
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
      .filter(([name]) => !OF_THE_BUYER.includes(name))
      .map(([name, part]) => [name, withoutBuyer(part)]),
  )
}

function withoutUnknown(raw: unknown): unknown {
  if (!isFields(raw)) return Array.isArray(raw) ? raw.map(withoutUnknown) : raw
  const { rest } = splitOrder(raw)
  const lists = IN_TABLES.filter((list) => Object.hasOwn(raw, list)).map((list) => {
    const elements = raw[list]
    return [list, Array.isArray(elements) ? clearWithin(knownOf(list), elements) : null] as const
  })
  const kept = { ...rest, ...Object.fromEntries(lists) }
  const leftOut = Object.keys(raw).filter((name) => !Object.hasOwn(kept, name))
  return leftOut.length === 0 ? kept : { ...kept, left_out: leftOut }
}

/** Adds what was sealed before to what is to be sealed now; where both have a field, it stays as it was. */
export function withSealedBefore(found: Fields, before: Fields): Fields {
  const both = { ...found, ...before }
  for (const [name, value] of Object.entries(before)) {
    const other = found[name]
    if (isFields(value) && isFields(other)) both[name] = withSealedBefore(other, value)
  }
  return both
}

function recordsOf(lists: readonly string[]): ReadonlyMap<string, KnownFields> {
  return new Map(lists.map((list) => [list, KNOWN[list] ?? {}]))
}

function knownOf(list: string): KnownFields {
  return LISTS.get(list) ?? {}
}

/** The fields that `known` names, in its order, and of the records within them those that it names there. */
function clear(known: KnownFields, fields: Fields): Fields {
  const kept: Fields = {}
  for (const [name, within] of Object.entries(known))
    if (Object.hasOwn(fields, name))
      kept[name] = within === null ? fields[name] : clearWithin(within, fields[name])
  return kept
}

function clearWithin(known: KnownFields, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => (isFields(one) ? clear(known, one) : null))
  return isFields(value) ? clear(known, value) : value
}

/** The fields that `known` does not name, or `null` if there are none. Does not look into those that it names. */
function unknownTo(known: KnownFields, fields: Fields): Fields | null {
  const names = Object.keys(fields).filter((name) => !Object.hasOwn(known, name))
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, fields[name]]))
}

/** What `clearWithin` leaves out: records by their ID, or else by their place. */
function unknownWithin(known: KnownFields, value: unknown): Fields | null {
  if (!Array.isArray(value)) return isFields(value) ? unknownDeep(known, value) : null
  let found: Fields | null = null
  for (const [place, one] of (value as unknown[]).entries()) {
    const unknown = isFields(one) ? unknownDeep(known, one) : null
    if (unknown !== null) (found ??= {})[keyOf(one, place)] = unknown
  }
  return found
}

function unknownDeep(known: KnownFields, fields: Fields): Fields | null {
  let found = unknownTo(known, fields)
  for (const [name, within] of Object.entries(known)) {
    const unknown = within === null ? null : unknownWithin(within, fields[name])
    if (unknown !== null) (found ??= {})[name] = unknown
  }
  return found
}

/** Puts back what `unknownWithin` took out. */
function join(known: KnownFields, value: unknown, sealed: Fields): unknown {
  if (Array.isArray(value))
    return value.map((one: unknown, place) => {
      const own = isFields(one) ? sealed[keyOf(one, place)] : undefined
      return isFields(own) ? join(known, one, own) : one
    })
  if (!isFields(value)) return value
  const back = Object.entries(sealed).map(([name, own]) => {
    const within = Object.hasOwn(known, name) ? known[name] : null
    return [name, within && isFields(own) ? join(within, value[name], own) : own] as const
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
