import {
  QUEUE_FILTERS,
  type HoldView,
  type QueueFilter,
  type QueueView,
} from '../../../shared/domain/orders/order-queue'
import type { ItemLook, QueueList, QueueRow, ScanResolution } from '../../../shared/contract/views'
import { isDigitsOfGroups, normalizeCode } from '../../../shared/domain/scanning/compare-codes'
import type { TaughtMeaning } from '../../../shared/domain/scanning/taught-code'
import { leaveBy } from '../../../shared/domain/carriers/truck'
import { formatInstant, readMoment } from '../../../shared/domain/time/timestamps'
import { sql, type Db } from '../db/database'
import { CANCELING, OPEN } from '../tables/outbox'
import { findShipmentByCode } from '../tables/printed-codes'
import { LIVE } from '../tables/shipment-states'
import { countOrders, placeOf, type CountedFilter } from './order-days'

/** Which orders a list shows. Lateness depends on the present time and on how long an order may take. */
export type QueueChoice = {
  view: QueueView
  filter: QueueFilter
  due: Due
  /** Orders to pack begin with the one that has to leave first. */
  dueFirst?: boolean
}

/**
 * `nowMs`: since the epoch; `afterMs`: from purchase until an order is promised to leave, if its items do not say; `trucks`: when the
 * trucks of orders to pack leave, see `leaveBy`.
 */
export type Due = { nowMs: number; afterMs: number; trucks?: readonly number[] }

/** What SQL needs of it. */
export function dueValues({ nowMs, afterMs, trucks = [] }: Due) {
  return {
    ...{ nowMs, afterMs },
    lastTruckMs: trucks.findLast((ms) => ms < nowMs) ?? 0,
    nextTruckMs: trucks.find((ms) => ms >= nowMs) ?? nowMs,
  }
}

const HELD = 'o.order_id IN (SELECT order_id FROM order_holds)'
const WANTED = `o.canceled = 0 AND o.order_id NOT IN (${CANCELING}) AND NOT ${HELD}`
const TO_PACK = `o.unpacked_lines > 0 AND ${WANTED}`
const VIEW_FILTER: Readonly<Record<QueueView, string>> = {
  to_pack: TO_PACK,
  // As at the dock: parcels of canceled orders must be pulled, and those of orders on hold stay.
  to_ship: `o.packed_shipments > 0 AND ${WANTED}`,
  to_deliver: 'o.shipped_shipments > 0',
  on_hold: HELD,
  all: '1',
}
const DAY_MS = 86_400_000
const BOUGHT_MS = `CAST(round(unixepoch(o.purchased_at, 'subsec') * 1000) AS INTEGER)`
const PROMISED_MS = `(${BOUGHT_MS} + coalesce(o.due_days * ${DAY_MS}, @afterMs))`
/**
 * The one definition: whatever counts, lists or marks late orders uses it. See the glossary. An order promised before the next truck
 * should have been on the last one, unless it was bought after that: the same as `leaveBy` before now.
 */
export const LATE = `${TO_PACK} AND (${PROMISED_MS} < @nowMs
  OR ${PROMISED_MS} < @nextTruckMs AND ${BOUGHT_MS} < @lastTruckMs)`
const FILTER: Readonly<Record<QueueFilter, string>> = {
  any: '1',
  late: LATE,
  one_item: 'o.goods_lines = 1',
  begun: 'o.unpacked_lines > 0 AND o.canceled = 0 AND o.unpacked_lines < o.goods_lines',
}

type Row = Omit<
  QueueRow,
  'canceled' | 'preview' | 'dueAt' | 'lateFrom' | 'hold' | 'bench' | 'waiting' | 'held'
> & {
  canceled: 0 | 1
  preview: string
  promisedMs: number | null
  toPack: 0 | 1
  hold: string | null
  ops: string
}

// Not joined with the holds: SQLite would plan the query again for each order, which costs seven times as much.
const ROW = `o.order_id AS orderId, o.state, o.canceled, o.purchased_at AS purchasedAt, o.goods_lines AS lines,
  o.unpacked_lines AS unpacked, o.packed_shipments AS packedShipments, o.shipped_shipments AS shippedShipments,
  ${PROMISED_MS} AS promisedMs, ${TO_PACK} AS toPack,
  (SELECT json_object('reason', h.reason, 'heldBy', h.held_by, 'heldAt', h.held_at)
     FROM order_holds h WHERE h.order_id = o.order_id) AS hold,
  (SELECT json_group_array(name) FROM (
     SELECT i.title AS name FROM order_lines l
       LEFT JOIN items i USING (item_number)
      WHERE l.order_id = o.order_id AND l.is_shipping_fee = 0 AND i.title IS NOT NULL
      ORDER BY l.shipment_uid IS NOT NULL, l.position LIMIT 3)) AS preview,
  (SELECT json_array(count(*) FILTER (WHERE b.state <> 'held'), count(*) FILTER (WHERE b.state = 'held'))
     FROM outbox b WHERE b.lane = 'order:' || o.order_id AND b.${OPEN}) AS ops`

/** What is late or begun has lines to pack: found by their index, not among the orders of many years. */
const WITH_LINES = `o.order_id IN (
  SELECT order_id FROM orders INDEXED BY orders_to_pack WHERE unpacked_lines > 0 AND canceled = 0)`

function conditionOf({ view, filter }: Pick<QueueChoice, 'view' | 'filter'>): string {
  const first = view === 'all' && (filter === 'late' || filter === 'begun') ? WITH_LINES : VIEW_FILTER[view]
  return `${first} AND ${FILTER[filter]}`
}

/** Whether a view shows the newest first; work to do comes oldest first. */
export const newestFirst = (view: QueueView): boolean => view === 'all'

/** A window of the chosen orders. */
export function listQueue(db: Db, choice: QueueChoice, offset: number, limit: number): QueueList {
  if (isByDue(choice)) return listByDue(db, choice, offset, limit)
  const total = countChoice(db, choice)
  if (isCounted(choice)) return { total, rows: allFrom(db, choice, offset, limit) }
  const order = orderOf(choice.view)
  const rows = sql(
    db,
    `SELECT ${ROW} FROM orders o WHERE ${conditionOf(choice)} ORDER BY ${order} LIMIT +@limit OFFSET +@offset`,
  )
  return {
    total,
    rows: (rows.all({ ...dueValues(choice.due), limit, offset }) as Row[]).map(rowOf(choice.due)),
  }
}

/** Whether the choice is sorted by when its orders have to leave. */
export function isByDue({ view, dueFirst }: Pick<QueueChoice, 'view' | 'dueFirst'>): boolean {
  return view === 'to_pack' && dueFirst === true
}

/** Trucks are not in SQL: of all orders left to pack, which are not many, the times are read and sorted here. */
function listByDue(db: Db, choice: QueueChoice, offset: number, limit: number): QueueList {
  const { due } = choice
  const text = `SELECT o.order_id, ${PROMISED_MS}, ${BOUGHT_MS} FROM orders o WHERE ${conditionOf(choice)}
    ORDER BY ${orderOf(choice.view)}`
  const rows = sql(db, text).raw().all(dueValues(due)) as [orderId: number, ...DueTimes][]
  const orderIds = rows
    .map(([orderId, ...times]) => ({ orderId, ms: leaveMs(times, due) }))
    .toSorted((one, other) => one.ms - other.ms)
    .map(({ orderId }) => orderId)
  return { total: orderIds.length, rows: queueRows(db, orderIds.slice(offset, offset + limit), due) }
}

type DueTimes = [promisedMs: number | null, boughtMs: number | null]

/** An order that nobody knows the time of comes first, as in the list by age. */
function leaveMs([promisedMs, boughtMs]: DueTimes, { trucks = [] }: Due): number {
  return promisedMs === null || boughtMs === null ? 0 : leaveBy(promisedMs, boughtMs, trucks)
}

function orderOf(view: QueueView): string {
  return newestFirst(view) ? 'o.purchased_at DESC, o.order_id DESC' : 'o.purchased_at ASC, o.order_id ASC'
}

type CountedChoice = QueueChoice & { filter: CountedFilter }

/** Whether the choice grows with the years, and not with the work: it has counts by day. */
function isCounted(choice: QueueChoice): choice is CountedChoice {
  return choice.view === 'all' && (choice.filter === 'any' || choice.filter === 'one_item')
}

/** A window of all orders. Skips within the day that it begins in; those without a purchase time come last. */
function allFrom(db: Db, choice: CountedChoice, offset: number, limit: number): QueueRow[] {
  const place = placeOf(db, choice.filter, offset)
  if (place === null) return []
  const page = (dated: string, values: object): Row[] =>
    sql(
      db,
      `SELECT ${ROW} FROM orders o WHERE ${dated} AND ${conditionOf(choice)}
        ORDER BY ${orderOf('all')} LIMIT +@limit OFFSET +@skip`,
    ).all({ ...dueValues(choice.due), ...values }) as Row[]
  const until = `${place.day}${AFTER_ANY_TIME}`
  const rows = place.day === '' ? [] : page('o.purchased_at <= +@until', { limit, skip: place.skip, until })
  if (rows.length < limit) {
    const skip = place.day === '' ? place.skip : 0
    rows.push(...page('o.purchased_at IS NULL', { limit: limit - rows.length, skip }))
  }
  return rows.map(rowOf(choice.due))
}

/** Sorts after whatever follows the day in a time. */
const AFTER_ANY_TIME = '\u{10FFFF}'

export type QueuePart = readonly { orderId: number; purchasedAt: string | null; searchText: string }[]

const PART = 'o.order_id AS orderId, o.purchased_at AS purchasedAt, o.search_text AS searchText'

/** Those of `orderIds` that the choice shows, in list order. */
export function chosenOf(db: Db, orderIds: readonly number[], { view, filter, due }: QueueChoice): QueuePart {
  const direction = newestFirst(view) ? 'DESC' : 'ASC'
  const text = `SELECT ${PART} FROM json_each(@orderIds) j CROSS JOIN orders o ON o.order_id = j.value
      WHERE ${conditionOf({ view, filter })} ORDER BY o.purchased_at ${direction}, o.order_id ${direction}`
  return sql(db, text).all({ ...dueValues(due), orderIds: JSON.stringify(orderIds) }) as QueuePart
}

/** The lowest order number in the view; 0 if it has no order, or is of all. */
export function lowestNumber(db: Db, view: QueueView): number {
  if (view === 'all') return 0
  const text = `SELECT coalesce(min(o.order_id), 0) FROM orders o WHERE ${VIEW_FILTER[view]}`
  return sql(db, text).pluck().get() as number
}

/** Up to `limit` of the chosen orders after `last`, in list order. @param dated those with a purchase time, or those without */
export function partOfQueue(
  db: Db,
  { view, filter, due }: QueueChoice,
  dated: boolean,
  last: QueuePart[number] | null,
  limit: number,
): QueuePart {
  const [direction, after] = newestFirst(view) ? ['DESC', '<'] : ['ASC', '>']
  const beyond = dated
    ? `(o.purchased_at, o.order_id) ${after} (+@purchasedAt, +@orderId)`
    : `o.order_id ${after} +@orderId`
  const text = `SELECT ${PART} FROM orders o
      WHERE ${conditionOf({ view, filter })} AND o.purchased_at IS ${dated ? 'NOT NULL' : 'NULL'}
        ${last === null ? '' : `AND ${beyond}`}
      ORDER BY o.purchased_at ${direction}, o.order_id ${direction} LIMIT +@limit`
  return sql(db, text).all({ ...dueValues(due), ...last, limit }) as QueuePart
}

function countChoice(db: Db, choice: QueueChoice): number {
  if (isCounted(choice)) return countOrders(db, choice.filter)
  return sql(db, `SELECT count(*) FROM orders o WHERE ${conditionOf(choice)}`)
    .pluck()
    .get(dueValues(choice.due)) as number
}

/** How many orders are left to pack, without those on hold. */
export function countToPack(db: Db): number {
  return sql(db, `SELECT count(*) FROM orders o WHERE ${VIEW_FILTER.to_pack}`).pluck().get() as number
}

/** How many orders each filter leaves of a view. */
export function countQueue(db: Db, view: QueueView, due: Due): Record<QueueFilter, number> {
  if (view === 'all') {
    const counts = QUEUE_FILTERS.map((filter) => [filter, countChoice(db, { view, filter, due })])
    return Object.fromEntries(counts) as Record<QueueFilter, number>
  }
  const sums = QUEUE_FILTERS.map((filter) => `count(*) FILTER (WHERE ${FILTER[filter]}) AS "${filter}"`)
  const text = `SELECT ${sums.join(', ')} FROM orders o WHERE ${VIEW_FILTER[view]}`
  return sql(db, text).get(dueValues(due)) as Record<QueueFilter, number>
}

/** The rows of these orders, in this order; missing orders are left out. */
export function queueRows(db: Db, orderIds: readonly number[], due: Due): QueueRow[] {
  const row = sql(db, `SELECT ${ROW} FROM orders o WHERE o.order_id = @orderId`)
  return orderIds.flatMap((orderId) => {
    const found = row.get({ ...dueValues(due), orderId }) as Row | undefined
    return found === undefined ? [] : [rowOf(due)(found)]
  })
}

/** When each order that is left to pack has to leave, up to `untilMs`, and when each of those that are late had to. */
export function dueTimes(db: Db, due: Due, untilMs: number): { dueMs: number[]; lateMs: number[] } {
  const { trucks = [] } = due
  // What is promised before the truck after that has to leave with the one before it.
  const promisedBeforeMs = trucks.find((ms) => ms >= untilMs) ?? untilMs
  const bought = trucks.length === 0 ? '0' : BOUGHT_MS
  const text = `SELECT ${PROMISED_MS} AS promisedMs, ${bought} FROM orders o
    WHERE ${TO_PACK} AND promisedMs < @promisedBeforeMs`
  const rows = sql(db, text)
    .raw()
    .all({ ...dueValues(due), promisedBeforeMs }) as [promisedMs: number, boughtMs: number][]
  const dueMs = rows
    .map(([promisedMs, boughtMs]) => leaveBy(promisedMs, boughtMs, trucks))
    .filter((ms) => ms < untilMs)
  // All of them are left to pack: as `LATE` has it.
  return { dueMs, lateMs: dueMs.filter((ms) => ms < due.nowMs) }
}

/** When each order whose last item was packed since `fromMs` was packed, at whatever station, in milliseconds. */
export function packedTimes(db: Db, fromMs: number): number[] {
  // The marketplace may write another offset: a day earlier, as text, is early enough for any.
  const day = formatInstant(fromMs - DAY_MS).slice(0, 10)
  const text = `SELECT max(CAST(unixepoch(s.packed_at, 'subsec') * 1000 AS INTEGER)) AS ms
      FROM shipments s INDEXED BY shipments_packed_at CROSS JOIN orders o USING (order_id)
     WHERE s.packed_at >= ? AND s.state ${LIVE} AND o.unpacked_lines = 0 AND o.canceled = 0
     GROUP BY s.order_id`
  return (sql(db, text).pluck().all(day) as (number | null)[]).filter(
    (ms) => ms !== null && ms >= fromMs,
  ) as number[]
}

const rowOf = (due: Due) => (row: Row) => toQueueRow(row, due)

function toQueueRow({ promisedMs, toPack, hold, ops, ...row }: Row, { trucks = [] }: Due): QueueRow {
  const [waiting, held] = JSON.parse(ops) as [number, number]
  const dueAt =
    promisedMs === null ? null : formatInstant(leaveBy(promisedMs, readMoment(row.purchasedAt), trucks))
  return {
    ...row,
    canceled: row.canceled === 1,
    preview: JSON.parse(row.preview) as string[],
    dueAt,
    lateFrom: toPack === 1 ? dueAt : null,
    hold: hold === null ? null : (JSON.parse(hold) as HoldView),
    waiting,
    held,
    bench: null,
  }
}

/** Orders and lines that other stations work on. */
export type PassOver = { orderIds: readonly number[]; lineIds: readonly number[] }

/**
 * What a scan means to the whole station: the first of its codes (`Scanned.codes`, best first) that an order still
 * needs, else the first known one. Only the text itself can name an order: a serial number in it may look like one.
 */
export function resolveCodes(
  db: Db,
  codes: readonly string[],
  passOver: PassOver = { orderIds: [], lineIds: [] },
): ScanResolution {
  const texts = codes.map(normalizeCode).filter((code) => code !== '')
  const orderId = orderOfCode(db, texts[0] ?? '')
  if (orderId !== null) return { kind: 'order', orderId }
  let known: ScanResolution = { kind: 'unknown' }
  for (const text of texts) {
    const found = itemOfCode(db, text, passOver)
    if (found.kind === 'item') return found
    if (known.kind === 'unknown') known = found
  }
  return known
}

/** The order with this number, or of the shipment whose packing slip was scanned. */
function orderOfCode(db: Db, code: string): number | null {
  const shipment = findShipmentByCode(db, code)
  if (shipment !== null) return shipment.orderId
  if (!/^\d{1,15}$/.test(code)) return null
  const orderId = Number(code)
  return sql(db, 'SELECT 1 FROM orders WHERE order_id = ?').get(orderId) === undefined ? null : orderId
}

/**
 * The oldest order that still needs the item with this `item_number`, `external_id` or `mpn`; one that is on hold or
 * passed over only if no other needs it. The case of letters, or groups of digits, count only if an item has the code
 * exactly as written.
 */
function itemOfCode(db: Db, code: string, passOver: PassOver): ScanResolution {
  for (const alike of [
    'exact',
    'any_case',
    ...(isDigitsOfGroups(code) ? (['in_groups'] as const) : []),
  ] as const) {
    const found = itemAlike(db, code, alike, passOver)
    if (found.kind !== 'unknown') return found
  }
  return { kind: 'unknown' }
}

/** How a column is compared with `@code`, each by an index. */
const SAME = {
  exact: (column: string) => `l.${column} = +@code COLLATE NOCASE AND l.${column} = +@code`,
  any_case: (column: string) => `l.${column} = +@code COLLATE NOCASE`,
  in_groups: (column: string) =>
    `replace(replace(l.${column}, '-', ''), ' ', '') = +@code AND l.${column} GLOB '*[0-9][- ][0-9]*' AND l.${column} NOT GLOB '*[^0-9 -]*'`,
} as const

function itemAlike(db: Db, code: string, alike: keyof typeof SAME, passOver: PassOver): ScanResolution {
  const exact = alike === 'exact'
  let known: ScanResolution = { kind: 'unknown' }
  for (const column of ['item_number', 'external_id', 'mpn']) {
    const same = SAME[alike](column)
    if (!exact) {
      const codes = sql(db, `SELECT count(DISTINCT l.${column}) ${GOODS} AND ${same}`).pluck().get({ code })
      // Two items that differ by the case of letters, or by their groups, alone stay two.
      if (codes !== 1) continue
    }
    const isUnit = column !== 'mpn'
    const found = lineThat(db, same, { code }, { passOver, exact, isUnit })
    if (found.kind === 'item') return found
    if (known.kind === 'unknown') known = found
  }
  return known
}

const GOODS = 'FROM order_lines l JOIN orders o USING (order_id) WHERE l.is_shipping_fee = 0'

/**
 * The first line to pack that meets the condition, else the latest one that does.
 * @param isUnit an MPN may be that of many sizes and grades: which one is in the packer's hand, it does not say
 */
function lineThat(
  db: Db,
  condition: string,
  values: Record<string, unknown>,
  { passOver, exact, isUnit }: { passOver: PassOver; exact: boolean; isUnit: boolean },
): ScanResolution {
  const [lineIds, orderIds] = [passOver.lineIds, passOver.orderIds].map((ids) => JSON.stringify(ids))
  const needed = sql(
    db,
    `SELECT l.order_id AS orderId, l.line_id AS lineId, ${LOOK} ${GOODS} AND ${condition} AND l.shipment_uid IS NULL AND o.canceled = 0
      ORDER BY l.line_id IN (SELECT value FROM json_each(+@lineIds)), o.order_id IN (SELECT value FROM json_each(+@orderIds)), ${HELD}, o.purchased_at, o.order_id, l.position LIMIT 1`,
  ).get({ ...values, lineIds, orderIds }) as ({ orderId: number; lineId: number } & StoredLook) | undefined
  if (needed !== undefined) {
    const { orderId, lineId } = needed
    return { kind: 'item', orderId, lineId, ...lookIn(needed, isUnit), exact }
  }
  const known = sql(
    db,
    `SELECT l.order_id AS orderId, o.canceled, ${LOOK} ${GOODS} AND ${condition} ORDER BY o.purchased_at DESC, o.order_id DESC LIMIT 1`,
  ).get(values) as ({ orderId: number; canceled: 0 | 1 } & StoredLook) | undefined
  if (known === undefined) return { kind: 'unknown' }
  const { orderId, canceled } = known
  return { kind: 'not_needed', orderId, canceled: canceled === 1, ...lookIn(known, isUnit), exact }
}

/** A copy that cannot be read must not stop a scan. */
const LOOK = `(SELECT iif(json_valid(c.server_copy), json_extract(c.server_copy, '$.title', '$.size.name', '$.quality', '$.condition_description'), json_array(i.title))
    FROM items i JOIN item_copies c USING (item_id) WHERE i.item_number = l.item_number) AS look`
type StoredLook = { look: string | null }

/** Of an item that is not read yet, nothing is known. */
function lookIn({ look }: StoredLook, isUnit: boolean): ItemLook {
  const told = look === null ? [] : (JSON.parse(look) as unknown[])
  const [title = null, ...traits] = told.map((text) => (typeof text === 'string' ? text : null))
  const [size = null, quality = null, condition = null] = isUnit ? traits : []
  return { title, size, quality, condition }
}

const COLUMN = { mpn: 'mpn', externalId: 'external_id', itemNumber: 'item_number' } as const

/** As `isMeant`: an item whose size is not known here may be meant. */
const FITS = `ifnull((SELECT iif(json_valid(c.server_copy), c.server_copy ->> '$.size.name', NULL) FROM items i JOIN item_copies c USING (item_id)
    WHERE i.item_number = l.item_number), +@size) = +@size`

/** The same for what a code was taught to stand for. */
export function itemMeant(db: Db, { by, value, size }: TaughtMeaning, passOver: PassOver): ScanResolution {
  const same = SAME.any_case(COLUMN[by])
  const condition = size === null ? same : `${same} AND ${FITS}`
  const values = size === null ? { code: value } : { code: value, size }
  const found = lineThat(db, condition, values, { passOver, exact: false, isUnit: by !== 'mpn' })
  return by === 'mpn' && 'title' in found ? { ...found, size } : found
}
