import type { DeskFilter, DeskSort, WorkState } from '../../../shared/domain/orders/order-desk'
import type { Db } from '../db/database'
import {
  carriedAmong,
  carriedBy,
  doneAmong,
  foundBy,
  heldOrders,
  inWork,
  lateOrders,
  onHold,
} from './desk-sets'
import type { Due } from './queue'

/** A filter of the order desk as conditions on `order_facts` and sets of order numbers. */

/** As `order_facts` stores what an order lacks; it sorts as the least. */
const NOTHING = Number.MIN_SAFE_INTEGER
const MOST = Number.MAX_SAFE_INTEGER

export type Key = number | string | Buffer
/** A place in a sorted list: the key of an order, and its number. */
export type Place = readonly [key: Key, orderId: number]
/** What is between two places, both left out. */
export type Span = { bottom: Place; top: Place }

/** How much is read before other work gets its turn: a few milliseconds each. */
export type Pace = {
  /** Entries of an index. */
  walked: number
  /** If a walk has this far to go by what it found so far, reading all facts is shorter. */
  far: number
  /** More rows than this are not taken from each part of the facts. */
  mostFromFacts: number
  facts: number
  /** Facts looked up by their numbers. */
  numbers: number
  /** Entries of the first part of a walk whose orders must be checked; each further part is twice as long. */
  first: number
  /** Up to so many orders are looked up by their numbers; of more, a walk soon meets some. */
  few: number
}
const PACE: Pace = {
  walked: 4_000,
  far: 15_000,
  mostFromFacts: 2_000,
  facts: 10_000,
  numbers: 1_000,
  first: 500,
  few: 10_000,
}

/** Those of the orders that pass. */
export type Check = (orderIds: readonly number[]) => ReadonlySet<number>

export type DeskQuery = {
  sort: DeskSort
  pace: Pace
  /** The conditions that the facts of an order must meet. */
  passes: string
  /** For `passes` and the keys. */
  values: Readonly<Record<string, number | string | null>>
  /** What else an order must pass, looked up where that is shorter than reading a whole set. */
  checks: readonly Check[]
  /** The same query without checks: its sets are read. */
  whole: () => Promise<DeskQuery>
  /** Ascending; `null`: no set limits the orders. */
  only: readonly number[] | null
  /** Ascending; empty where `only` is not `null`. */
  except: readonly number[]
  /** All that the filter may show lies in it. */
  span: Span
  /** There were too many orders with the words searched for: only the newest are looked at. */
  cut: boolean
}

const DAY_MS = 86_400_000
const DUE = `iif(purchased_ms = ${NOTHING}, ${NOTHING}, purchased_ms + coalesce(due_days * ${DAY_MS}, @dueAfterMs))`

/** What each sort compares. `index`: the one in its order; `null`: none, which spares each copy of an order a page. */
export const KEYS: Readonly<Record<DeskSort['by'], { key: string; index: string | null }>> = {
  number: { key: 'order_id', index: 'NOT INDEXED' },
  purchased: { key: 'purchased_ms', index: 'INDEXED BY order_facts_purchased' },
  created: { key: 'created_ms', index: 'INDEXED BY order_facts_created' },
  amount: { key: 'amount_cents', index: 'INDEXED BY order_facts_amount' },
  state: { key: 'state', index: 'INDEXED BY order_facts_state' },
  updated: { key: 'updated_ms', index: null },
  due: { key: DUE, index: null },
}

/** With pluses, so that no other index than that of the sort is considered. */
const CONDITIONS = {
  created: '+created_ms BETWEEN @createdFrom AND @createdTo',
  updated: '+updated_ms BETWEEN @updatedFrom AND @updatedTo',
  purchased: '+purchased_ms BETWEEN @purchasedFrom AND @purchasedTo',
  amount: '+amount_cents BETWEEN @amountFrom AND @amountTo',
  states: '+state IN (SELECT value FROM json_each(@states))',
  canceled: 'canceled = @canceled',
  refunded: 'refunded = 1',
} as const

type Range = readonly [from: number, to: number]

/** `to` is left out. What has nothing there fits no limit; `null`: there is none. */
function timesBetween(from: string | null, to: string | null): Range | null {
  if (from === null && to === null) return null
  return [from === null ? NOTHING + 1 : Date.parse(from), to === null ? MOST : Date.parse(to) - 1]
}

function amountsBetween(from: number | null, to: number | null): Range | null {
  return from === null && to === null ? null : [from ?? NOTHING + 1, to ?? MOST]
}

/** Whether canceled orders fit; `undefined`: both do. */
const CANCELED: Readonly<Partial<Record<WorkState, 0 | 1>>> = { canceled: 1, done: 0 }

/** Reads the sets that the filter needs, with a turn for other work between their parts. */
export async function deskQuery(
  db: Db,
  filter: DeskFilter,
  sort: DeskSort,
  due: Due,
  pace = PACE,
): Promise<DeskQuery> {
  const ranges = {
    created: timesBetween(filter.createdAfter, filter.createdBefore),
    updated: timesBetween(filter.updatedAfter, filter.updatedBefore),
    purchased: timesBetween(filter.purchasedFrom, filter.purchasedTo),
    amount: amountsBetween(filter.amountFrom, filter.amountTo),
  }
  const canceled = filter.work === null ? undefined : CANCELED[filter.work]
  const wanted: Readonly<Record<keyof typeof CONDITIONS, boolean>> = {
    created: ranges.created !== null,
    updated: ranges.updated !== null,
    purchased: ranges.purchased !== null,
    amount: ranges.amount !== null,
    states: filter.states.length > 0,
    canceled: canceled !== undefined,
    refunded: filter.refunded,
  }
  const names = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]
  const limits = Object.entries(ranges).flatMap(([name, range]) =>
    range === null ? [] : [[`${name}From`, range[0]] as const, [`${name}To`, range[1]] as const],
  )
  const found = filter.search.trim() === '' ? null : await foundBy(db, filter.search)
  const sets = await setsOf(db, filter, due)
  if (found !== null) sets.push(found.orderIds)
  const query: Omit<DeskQuery, 'whole'> = {
    sort,
    pace,
    passes: ['TRUE', ...names.filter((name) => wanted[name]).map((name) => CONDITIONS[name])].join(' AND '),
    values: {
      ...Object.fromEntries(limits),
      states: JSON.stringify(filter.states),
      canceled: canceled ?? null,
      dueAfterMs: due.afterMs,
    },
    only: sets.length === 0 ? null : inAll(sets),
    except: [],
    checks: checksOf(db, filter),
    span: spanOf(sort, sort.by in ranges ? ranges[sort.by as keyof typeof ranges] : null),
    cut: found?.cut ?? false,
  }
  let whole: Promise<DeskQuery> | null = null
  return { ...query, whole: () => (whole ??= wholeOf(db, filter, query)) }
}

/** What many orders share. Whether one does is quickly looked up; which ones do takes as long as there are shipments. */
function checksOf(db: Db, { work, carriers }: DeskFilter): Check[] {
  return [
    ...(carriers.length === 0 ? [] : [(orderIds: readonly number[]) => carriedAmong(db, carriers, orderIds)]),
    ...(work === 'done' ? [(orderIds: readonly number[]) => doneAmong(db, orderIds)] : []),
  ]
}

async function wholeOf(
  db: Db,
  { work, carriers }: DeskFilter,
  query: Omit<DeskQuery, 'whole'>,
): Promise<DeskQuery> {
  const { only, checks, pace } = query
  const settled = (sets: Pick<DeskQuery, 'only' | 'except'>): DeskQuery => {
    const whole: DeskQuery = { ...query, ...sets, checks: [], whole: () => Promise.resolve(whole) }
    return whole
  }
  if (only !== null && only.length <= pace.numbers)
    return settled({ only: checks.reduce((left, check) => [...check(left)], [...only]), except: [] })
  const except = work === 'done' ? await allInWork(db) : []
  const carried = carriers.length === 0 ? null : await carriedBy(db, carriers)
  if (only === null && carried === null) return settled({ only, except })
  return settled({ only: without(inAll([only, carried].filter((set) => set !== null)), except), except: [] })
}

async function setsOf(db: Db, filter: DeskFilter, due: Due): Promise<(readonly number[])[]> {
  const sets = [
    filter.needsPerson ? heldOrders(db) : null,
    filter.late ? await lateOrders(db, due) : null,
    await workSet(db, filter.work),
  ]
  return sets.filter((set) => set !== null)
}

/** The whole list, as far as its own filter does not shorten it. */
function spanOf({ by }: DeskSort, range: Range | null): Span {
  // Bytes sort behind every text.
  if (by === 'state') return { bottom: ['', -Infinity], top: [Buffer.alloc(0), Infinity] }
  const [from, to] = range ?? [-Infinity, Infinity]
  return { bottom: [from, -Infinity], top: [to, Infinity] }
}

async function workSet(db: Db, work: WorkState | null): Promise<readonly number[] | null> {
  switch (work) {
    case 'to_pack':
    case 'to_ship': {
      const held = new Set(onHold(db))
      return (await inWork(db, work)).filter((orderId) => !held.has(orderId))
    }
    case 'to_deliver':
      return inWork(db, work)
    case 'on_hold':
      return onHold(db)
    case 'done':
    case 'canceled':
    case null:
      return null
  }
}

async function allInWork(db: Db): Promise<number[]> {
  const parts = [await inWork(db, 'to_pack'), await inWork(db, 'to_ship'), await inWork(db, 'to_deliver')]
  return ascending(parts.flat())
}

/** The numbers that are in each of the sets, ascending. */
function inAll(sets: readonly (readonly number[])[]): number[] {
  const [first = [], ...others] = [...sets].sort((one, other) => one.length - other.length)
  const members = others.map((set) => new Set(set))
  return ascending(first.filter((orderId) => members.every((set) => set.has(orderId))))
}

function without(orderIds: readonly number[], except: readonly number[]): number[] {
  const left = new Set(except)
  return orderIds.filter((orderId) => !left.has(orderId))
}

/** Each once. Numbers alone are sorted several times as fast as what may be anything. */
function ascending(orderIds: readonly number[]): number[] {
  const sorted = Float64Array.from(orderIds).sort()
  return [...sorted.filter((orderId, at) => orderId !== sorted[at - 1])]
}
