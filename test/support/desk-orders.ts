import fc from 'fast-check'
import {
  type DeskFilter,
  type DeskSort,
  ANY_ORDER,
  DESK_SORTS,
  WORK_STATES,
} from '../../src/shared/domain/orders/order-desk'
import { indexedWords, searchTextOf } from '../../src/shared/domain/orders/search-words'
import type { DbFile } from '../../src/main/store/db/database'

/** Orders drawn for the order desk, and a filter and a sort of them without any SQL. */

export type DrawnOrder = {
  id: number
  state: string
  canceled: boolean
  createdAt: string | null
  updatedAt: string | null
  purchasedAt: string | null
  amount: number | null
  refunds: number
  dueDays: number | null
  unpacked: number
  packed: number
  shipped: number
  onHold: boolean
  held: boolean
  carriers: readonly string[]
  word: string
}

const STATES = ['paid', 'completed', 'on_its_way', '', '😀', '\uFF21', 'Paid'] as const
const CARRIERS = ['UPS', 'ups', 'DHL', 'Royal Mail'] as const
const WORDS = ['crimson', 'crimsonette', 'turquoise'] as const
/** Few, so that many are equal. */
const time = fc.nat(6).map((step) => new Date(Date.UTC(2026, 10, 20, 8, 0, 0, step)).toISOString())

const drawnOrder = fc.record({
  state: fc.constantFrom(...STATES),
  canceled: fc.nat(4).map((n) => n === 0),
  createdAt: fc.option(time, { freq: 4 }),
  updatedAt: fc.option(time, { freq: 4 }),
  purchasedAt: fc.option(time, { freq: 4 }),
  amount: fc.option(fc.integer({ min: -2, max: 4 }), { freq: 4 }),
  refunds: fc.nat(2),
  dueDays: fc.option(fc.nat(2)),
  unpacked: fc.nat(2),
  packed: fc.nat(1),
  shipped: fc.nat(1),
  onHold: fc.boolean(),
  held: fc.boolean(),
  carriers: fc.array(fc.constantFrom(...CARRIERS), { maxLength: 2 }),
  word: fc.constantFrom(...WORDS),
})

/** Numbers with gaps, in no order of time. */
export const drawnOrders: fc.Arbitrary<DrawnOrder[]> = fc
  .uniqueArray(fc.nat(200), { minLength: 1, maxLength: 40 })
  .chain((ids) => fc.tuple(...ids.map((id) => drawnOrder.map((order) => ({ id: id + 1, ...order })))))

const limit = fc.option(time, { freq: 1 })
const part = fc.record({
  createdAfter: limit,
  createdBefore: limit,
  updatedAfter: limit,
  updatedBefore: limit,
  purchasedFrom: limit,
  purchasedTo: limit,
  states: fc.subarray([...STATES]),
  work: fc.option(fc.constantFrom(...WORK_STATES), { freq: 3 }),
  carriers: fc.subarray(['UPS', 'DHL', 'nobody']),
  late: fc.boolean(),
  amountFrom: fc.option(fc.integer({ min: -2, max: 4 })),
  amountTo: fc.option(fc.integer({ min: -2, max: 4 })),
  refunded: fc.boolean(),
  needsPerson: fc.boolean(),
  search: fc.constantFrom('', 'crimson', 'crimsonet', 'turq', '1z0'),
} satisfies { [Name in keyof DeskFilter]: fc.Arbitrary<DeskFilter[Name]> })

/** At most three parts at once, or hardly any order would fit. */
export const drawnFilter: fc.Arbitrary<DeskFilter> = fc
  .tuple(part, fc.subarray(Object.keys(ANY_ORDER) as (keyof DeskFilter)[], { maxLength: 3 }))
  .map(([drawn, kept]) => ({
    ...ANY_ORDER,
    ...Object.fromEntries(kept.map((name) => [name, drawn[name]])),
  }))

export const drawnSort: fc.Arbitrary<DeskSort> = fc.record({
  by: fc.constantFrom(...DESK_SORTS),
  descending: fc.boolean(),
})

/** Replaces all orders of a file. */
export function putOrders(db: DbFile, orders: readonly DrawnOrder[]): void {
  db.transaction(() => fill(db, orders))()
}

function fill(db: DbFile, orders: readonly DrawnOrder[]): void {
  db.exec(`DELETE FROM order_lines; DELETE FROM shipments; DELETE FROM orders; DELETE FROM order_holds;
    DELETE FROM outbox; DELETE FROM order_search`)
  const order = db.prepare(
    `INSERT INTO orders (order_id, state, canceled, purchased_at, updated_at, amount_cents, rest, read_at, goods_lines,
       unpacked_lines, packed_shipments, shipped_shipments, due_days, search_text)
     VALUES (?, ?, ?, ?, ?, ?, ?, '2026-11-20T08:00:00.000Z', 2, ?, ?, ?, ?, ?)`,
  )
  const shipment = db.prepare(
    `INSERT INTO shipments (shipment_uid, order_id, state, carrier, tracking_number, packed_at) VALUES (?, ?, 'packed', ?, ?, ?)`,
  )
  const hold = db.prepare(`INSERT INTO order_holds VALUES (?, 'damaged', 'Ada', '2026-11-20T08:00:00.000Z')`)
  const op = db.prepare(
    `INSERT INTO outbox (op_uid, kind, lane, order_id, body, state, held_reason, captured_at)
     VALUES (lower(hex(randomblob(16))), 'create_refund', 'order:' || ?, ?, '{}', 'held', 'refused', '2026-11-20T08:00:00.000Z')`,
  )
  const words = db.prepare('INSERT INTO order_search (rowid, words) VALUES (?, ?)')
  for (const one of orders) {
    const rest = JSON.stringify({
      ...(one.createdAt === null ? {} : { created_at: one.createdAt }),
      refunds: Array.from({ length: one.refunds }, (_, id) => ({ id })),
    })
    const text = searchTextOf(`${one.id} ${one.word}`)
    order.run(
      ...[one.id, one.state, one.canceled ? 1 : 0, one.purchasedAt, one.updatedAt, one.amount, rest],
      ...[one.unpacked, one.packed, one.shipped, one.dueDays, text],
    )
    one.carriers.forEach((carrier, at) =>
      shipment.run(`${one.id}-${at}`, one.id, carrier, `1Z${at}`, at === 0 ? one.purchasedAt : null),
    )
    if (one.onHold) hold.run(one.id)
    if (one.held) op.run(one.id, one.id)
    words.run(one.id, indexedWords(text))
  }
}

const DAY_MS = 86_400_000
const LATE_AFTER_MS = 86_400_000

function dueOf({ purchasedAt, dueDays }: DrawnOrder): number | null {
  if (purchasedAt === null) return null
  return Date.parse(purchasedAt) + (dueDays === null ? LATE_AFTER_MS : dueDays * DAY_MS)
}

/** The numbers that the filter shows, in the order of the sort. */
export function plainly(
  orders: readonly DrawnOrder[],
  filter: DeskFilter,
  { by, descending }: DeskSort,
  nowMs: number,
): number[] {
  const keyOf: Readonly<Record<DeskSort['by'], (order: DrawnOrder) => number | string | null>> = {
    number: ({ id }) => id,
    purchased: ({ purchasedAt }) => purchasedAt,
    created: ({ createdAt }) => createdAt,
    updated: ({ updatedAt }) => updatedAt,
    amount: ({ amount }) => amount,
    state: ({ state }) => Buffer.from(state).toString('hex'),
    due: dueOf,
  }
  const compare = (one: DrawnOrder, other: DrawnOrder): number => {
    const [a, b] = [keyOf[by](one), keyOf[by](other)]
    if (a === b) return one.id - other.id
    if (a === null || b === null) return a === null ? -1 : 1
    return a < b ? -1 : 1
  }
  const sorted = orders.filter((order) => fits(order, filter, nowMs)).sort(compare)
  return (descending ? sorted.reverse() : sorted).map(({ id }) => id)
}

function fits(order: DrawnOrder, filter: DeskFilter, nowMs: number): boolean {
  const within = (at: string | null, from: string | null, to: string | null): boolean =>
    (from === null && to === null) ||
    (at !== null && (from === null || at >= from) && (to === null || at < to))
  const { amount } = order
  const { amountFrom: least, amountTo: most } = filter
  const due = dueOf(order)
  const toPack = order.unpacked > 0 && !order.canceled
  const work = {
    to_pack: toPack && !order.onHold,
    to_ship: order.packed > 0 && !order.canceled && !order.onHold,
    to_deliver: order.shipped > 0,
    on_hold: order.onHold,
    done: !order.canceled && order.unpacked === 0 && order.packed === 0 && order.shipped === 0,
    canceled: order.canceled,
  }
  const carriers = order.carriers.map((name) => name.toLowerCase())
  return (
    within(order.createdAt, filter.createdAfter, filter.createdBefore) &&
    within(order.updatedAt, filter.updatedAfter, filter.updatedBefore) &&
    within(order.purchasedAt, filter.purchasedFrom, filter.purchasedTo) &&
    (filter.states.length === 0 || filter.states.includes(order.state)) &&
    (filter.work === null || work[filter.work]) &&
    (filter.carriers.length === 0 || filter.carriers.some((name) => carriers.includes(name.toLowerCase()))) &&
    (!filter.late || (work.to_pack && due !== null && due < nowMs)) &&
    ((least === null && most === null) ||
      (amount !== null && amount >= (least ?? -Infinity) && amount <= (most ?? Infinity))) &&
    (!filter.refunded || order.refunds > 0) &&
    (!filter.needsPerson || order.held) &&
    isFound(order, filter.search)
  )
}

function isFound({ word, carriers }: DrawnOrder, search: string): boolean {
  if (search === '') return true
  return search.startsWith('1z') ? carriers.length > 0 : word.startsWith(search)
}
