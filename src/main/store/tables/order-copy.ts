import { readOrder, readOrderLine, readOrderPayment, type Order } from '../../../shared/partner-api/order'
import { readRefund } from '../../../shared/partner-api/refund'
import { readShipment } from '../../../shared/partner-api/shipment'

/**
 * Splits an order into what may be stored unencrypted and the rest. Fields that this version knows and that say nothing
 * about the buyer are stored unencrypted. All other fields may (a billing address, a gift message), so they are stored
 * with the buyer's data: sealed, and deleted with it.
 */

type Fields = Record<string, unknown>

/** The content of a buyer's sealed column. */
export type SealedBuyer = Partial<Pick<Order, 'customer' | 'shipping_address'>> & {
  /** Fields of the order that this version does not know. */
  more?: Fields
  /** The same for the records in its lists, by list and ID. */
  parts?: Record<string, Fields>
}

const OF_THE_BUYER = ['customer', 'shipping_address']
const LISTS = {
  order_lines: Object.keys(readOrderLine.shape),
  shipments: Object.keys(readShipment.shape),
  order_payments: Object.keys(readOrderPayment.shape),
  refunds: Object.keys(readRefund.shape),
} as const
/** These have tables of their own. */
const IN_TABLES = ['order_lines', 'shipments']
const CLEAR = Object.keys(readOrder.shape).filter(
  (name) => !OF_THE_BUYER.includes(name) && !IN_TABLES.includes(name),
)
const HAS_A_PLACE = new Set([...CLEAR, ...OF_THE_BUYER, ...IN_TABLES])
const KNOWN_LISTS = Object.entries(LISTS).map(([list, names]) => ({ list, names, known: new Set(names) }))

/** Splits an order, or an earlier version's copy of one, into the unencrypted and the sealed part. */
export function splitOrder(order: Fields): { rest: Fields; sealed: SealedBuyer } {
  const rest = pick(order, CLEAR)
  const sealed: SealedBuyer = pick(order, OF_THE_BUYER)
  const more = omit(order, HAS_A_PLACE)
  if (Object.keys(more).length > 0) sealed.more = more
  const parts: Record<string, Fields> = {}
  for (const { list, names, known } of KNOWN_LISTS) {
    const elements = order[list]
    if (!Array.isArray(elements)) continue
    const unknown: Record<string, Fields> = {}
    elements.forEach((element: unknown, place) => {
      if (!isFields(element)) return
      const left = omit(element, known)
      const { id } = element
      if (Object.keys(left).length > 0) unknown[typeof id === 'number' ? String(id) : `#${place}`] = left
    })
    if (Object.keys(unknown).length > 0) parts[list] = unknown
    if (Object.hasOwn(rest, list))
      rest[list] = elements.map((element: unknown) => (isFields(element) ? pick(element, names) : null))
  }
  if (Object.keys(parts).length > 0) sealed.parts = parts
  return { rest, sealed }
}

/** An order line's unencrypted part. */
export function clearLine(line: Fields): Fields {
  return pick(line, LISTS.order_lines)
}

/** A shipment's unencrypted part. */
export function clearShipment(shipment: Fields): Fields {
  return pick(shipment, LISTS.shipments)
}

/**
 * An order record that could not be read, without anything that may be about the buyer, however oddly it is built.
 * Names of omitted fields are kept.
 */
export function clearRecord(raw: unknown): unknown {
  if (!isFields(raw)) return Array.isArray(raw) ? raw.map(clearRecord) : raw
  const { rest } = splitOrder(raw)
  const lists = IN_TABLES.flatMap((list) => {
    const elements = raw[list]
    const known = list === 'order_lines' ? clearLine : clearShipment
    if (!Object.hasOwn(raw, list)) return []
    return [
      [list, Array.isArray(elements) ? elements.map((one) => (isFields(one) ? known(one) : null)) : null],
    ]
  }) as [string, unknown][]
  const kept = { ...rest, ...Object.fromEntries(lists) }
  const leftOut = Object.keys(raw).filter((name) => !Object.hasOwn(kept, name))
  return leftOut.length === 0 ? kept : { ...kept, left_out: leftOut }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]),
  )
}

function omit(fields: Fields, names: ReadonlySet<string>): Fields {
  const left = Object.keys(fields).filter((name) => !names.has(name))
  return left.length === 0 ? {} : Object.fromEntries(left.map((name) => [name, fields[name]]))
}
