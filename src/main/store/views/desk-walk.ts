import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Db } from '../db/database'
import { KEYS, type DeskQuery, type Key, type Pace, type Place, type Span } from './desk-query'

/**
 * Finds what a query of the order desk shows, in its order, in parts of a few milliseconds. Where an index has the
 * order, the list is walked as far as rows are wanted; where none has, or where few orders fit, all facts are read,
 * which are short. Both find the same.
 */

/** A place whose key is what SQLite gave. */
export type Found = readonly [orderId: number, key: Key]

/** Up to `need` of the orders in the span, in the query's order; fewer only at its end. */
export async function nextFound(db: Db, query: DeskQuery, span: Span, need: number): Promise<Found[]> {
  const { only, pace } = query
  const { index } = KEYS[query.sort.by]
  if (index === null || (only !== null && only.length <= pace.few))
    return firstOf(db, await query.whole(), span, need)
  const fitting = checkOf(query)
  const found: Found[] = []
  let rest = span
  let entries = fitting === null ? pace.walked : pace.first
  for (let walked = 0; db.open; await nextTurn()) {
    const end = endOfPart(db, query, rest, entries)
    const part = end === null ? rest : upTo(query, rest, end)
    const missing = need - found.length
    const rows = rowsIn(
      db,
      `order_facts ${index} WHERE TRUE`,
      query,
      part,
      fitting === null ? missing : entries,
    )
    found.push(...(fitting?.(rows) ?? rows).slice(0, missing))
    if (found.length >= need || end === null) return found
    rest = beyond(query, rest, end)
    walked += entries
    entries = Math.min(2 * entries, pace.walked)
    const left = need - found.length
    if (left <= pace.mostFromFacts && left * walked > pace.far * found.length)
      return [...found, ...(await firstOf(db, await query.whole(), rest, left))]
  }
  return found
}

/** What of the found rows is shown; `null`: all of them. */
function checkOf({ only, except, checks }: DeskQuery): ((rows: readonly Found[]) => Found[]) | null {
  if (only === null && except.length === 0 && checks.length === 0) return null
  const [wanted, unwanted] = [only === null ? null : new Set(only), new Set(except)]
  return (rows) => {
    const first = rows.filter(([orderId]) => wanted?.has(orderId) ?? !unwanted.has(orderId))
    return checks.reduce<Found[]>((left, check) => {
      const passed = check(left.map(([orderId]) => orderId))
      return left.filter(([orderId]) => passed.has(orderId))
    }, first)
  }
}

/** The span behind an order that was found. */
export function behind(query: DeskQuery, span: Span, [orderId, key]: Found): Span {
  return beyond(query, span, [key, orderId])
}

/** How many orders the query shows. */
export async function countFound(db: Db, asked: DeskQuery): Promise<number> {
  const query = await asked.whole()
  let count = 0
  for (const piece of piecesOf(db, query)) {
    if (!db.open) return count
    count += countIn(db, piece.source, query, piece.values)
    await nextTurn()
  }
  for (const orderIds of chunks(query.only === null ? query.except : [], query.pace)) {
    if (!db.open) return count
    count -= countIn(db, BY_NUMBER, query, { numbers: JSON.stringify(orderIds) })
  }
  return count
}

type Piece = { source: string; values: Record<string, number | string>; from: number; to: number }

const BY_NUMBER =
  'json_each(@numbers) j CROSS JOIN order_facts NOT INDEXED ON order_facts.order_id = j.value WHERE TRUE'
const BY_RANGE = 'order_facts NOT INDEXED WHERE order_id > @from AND order_id <= @to'

/** All that the query may show, without its order. */
function* piecesOf(db: Db, { only, sort, pace }: DeskQuery): Generator<Piece> {
  const inOrder = <T>(parts: T[]): T[] => (sort.descending ? parts.reverse() : parts)
  if (only === null) {
    for (const [from, to] of inOrder(rangesOf(db, pace)))
      yield { source: BY_RANGE, values: { from, to }, from, to }
    return
  }
  for (const orderIds of inOrder([...chunks(only, pace)])) {
    const [from, to] = [(orderIds[0] ?? 0) - 1, orderIds.at(-1) ?? 0]
    yield { source: BY_NUMBER, values: { numbers: JSON.stringify(orderIds) }, from, to }
  }
}

function* chunks(orderIds: readonly number[], { numbers }: Pace): Generator<readonly number[]> {
  for (let at = 0; at < orderIds.length; at += numbers) yield orderIds.slice(at, at + numbers)
}

/** Ranges of order numbers with as many orders each. */
function rangesOf(db: Db, { facts }: Pace): (readonly [number, number])[] {
  const text = 'SELECT order_id FROM order_facts WHERE order_id > ? ORDER BY order_id LIMIT 1 OFFSET +?'
  const ranges: [number, number][] = []
  for (let from = -1; ;) {
    const to = sql(db, text)
      .pluck()
      .get(from, facts - 1) as number | undefined
    ranges.push([from, to ?? Number.MAX_SAFE_INTEGER])
    if (to === undefined) return ranges
    from = to
  }
}

/** The same as a walk finds, from all facts. */
async function firstOf(db: Db, query: DeskQuery, span: Span, need: number): Promise<Found[]> {
  const left = new Set(query.except)
  let best: Found[] = []
  let rest = span
  for (const { source, values, from, to } of piecesOf(db, query)) {
    if (!db.open) return best
    const passedOver = left.size === 0 ? 0 : query.except.filter((id) => id > from && id <= to).length
    const rows = rowsIn(
      db,
      source,
      { ...query, values: { ...query.values, ...values } },
      rest,
      need + passedOver,
    )
    best.push(...rows.filter(([orderId]) => !left.has(orderId)))
    best.sort((one, other) => inSort(query, one, other))
    best = best.slice(0, need)
    const worst = best.length === need ? best.at(-1) : undefined
    // Nothing behind the last that is wanted has to be read.
    if (worst !== undefined) rest = upTo(query, span, [worst[1], worst[0]])
    await nextTurn()
  }
  return best
}

function inSort({ sort }: DeskQuery, [oneId, one]: Found, [otherId, other]: Found): number {
  const ascending = one === other ? oneId - otherId : compareKeys(one, other)
  return sort.descending ? -ascending : ascending
}

/** As SQLite does: texts by their bytes. */
function compareKeys(one: Key, other: Key): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
}

/** The part of the span up to and including a place. */
function upTo({ sort }: DeskQuery, span: Span, [key, orderId]: Place): Span {
  return sort.descending ? { ...span, bottom: [key, orderId - 1] } : { ...span, top: [key, orderId + 1] }
}

/** The part of the span after a place. */
function beyond({ sort }: DeskQuery, span: Span, place: Place): Span {
  return sort.descending ? { ...span, top: place } : { ...span, bottom: place }
}

const placesOf = ({ bottom, top }: Span) => ({
  bottomKey: bottom[0],
  bottomId: bottom[1],
  topKey: top[0],
  topId: top[1],
})

const within = (key: string): string =>
  `(${key}, order_id) > (@bottomKey, @bottomId) AND (${key}, order_id) < (@topKey, @topId)`

function rowsIn(
  db: Db,
  source: string,
  { sort, passes, values }: DeskQuery,
  span: Span,
  most: number,
): Found[] {
  const { key } = KEYS[sort.by]
  const way = sort.descending ? 'DESC' : 'ASC'
  const text = `SELECT order_id, ${key} FROM ${source} AND ${within(key)} AND ${passes}
    ORDER BY ${key} ${way}, order_id ${way} LIMIT +@most`
  return sql(db, text)
    .raw()
    .all({ ...values, ...placesOf(span), most }) as Found[]
}

function countIn(db: Db, source: string, { passes, values }: DeskQuery, piece: Piece['values']): number {
  const text = `SELECT count(*) FROM ${source} AND ${passes}`
  return sql(db, text)
    .pluck()
    .get({ ...values, ...piece }) as number
}

/** The last place of the next part of a walk; `null`: the span ends before. */
function endOfPart(db: Db, { sort }: DeskQuery, span: Span, entries: number): Place | null {
  const { key, index } = KEYS[sort.by]
  const way = sort.descending ? 'DESC' : 'ASC'
  const text = `SELECT ${key}, order_id FROM order_facts ${index ?? ''} WHERE ${within(key)}
    ORDER BY ${key} ${way}, order_id ${way} LIMIT 1 OFFSET +@part`
  const end = sql(db, text)
    .raw()
    .get({ ...placesOf(span), part: entries - 1 }) as Place | undefined
  return end ?? null
}
