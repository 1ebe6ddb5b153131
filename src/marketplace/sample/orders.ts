import { passesCheck } from '../../shared/domain/scanning/check-digit'
import type { Core } from '../core'
import { cancelOrder } from '../operations/cancel-order'
import { placeOrder } from '../operations/place-order'
import { createRefund } from '../operations/refunds'
import { createShipment, updateShipment } from '../operations/shipments'
import { countOrders, findAnyOrder, linesOf, touchOrder, ordersToPack, type OrderRow } from '../tables/orders'
import { completeRefund, dueRefunds } from '../tables/refunds'
import { findShipment } from '../tables/shipments'
import { inventModel, SAMPLE_WAREHOUSE_ID } from './catalog'
import { inventBuyer } from './people'
import type { Random } from './random'
import { addSoldUnit } from './units'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Of three orders one is of the days before. */
const PAST_SHARE = 1 / 3
const PAST_MS = 6 * DAY_MS
/** How long before an order is late the shift ends that packs it, and how long before that the late ones came. */
const SHIFT_MS = 8 * HOUR_MS
const MISSED_MS = 2 * HOUR_MS
/** Before a morning, when colleagues pack. */
const NIGHT_MS = 8 * HOUR_MS
/** How many come on another day. */
const OF_A_DAY = 30
/** Of the days before, what nobody packed, as on any morning. */
const LEFT_OVER = 3

type History = 'untouched' | 'part_packed' | 'packed' | 'shipped' | 'delivered' | 'canceled' | 'refunded'

/** Positions within twenty new orders, the others untouched: a bench's morning, with every state somewhere in it. */
const CYCLE: Readonly<Record<number, History>> = {
  3: 'part_packed',
  6: 'packed',
  8: 'shipped',
  11: 'delivered',
  14: 'canceled',
  17: 'refunded',
  19: 'packed',
}

/** Numbers of goods lines, weighted: most orders are small, a few fill the bench. */
const LINE_COUNTS = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7] as const

/** A number begins so and has so many digits more, the last of which checks the others. */
const CARRIERS = [
  ['UPS', '1Z999AA1', 10, 'ups', 'https://www.ups.com/track?tracknum='],
  ['USPS', '9400111899', 12, 'mod10', 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  ['FedEx', '7712', 8, 'fedex', 'https://www.fedex.com/fedextrack/?trknbr='],
] as const

/**
 * Adds `count` orders of an account, oldest first: a third of the days before, which are done but for a few, and those of
 * a morning at `nowMs`.
 */
export function addSampleOrders(
  core: Core,
  random: Random,
  accountId: number,
  plan: { count: number; nowMs: number },
): void {
  const past = Math.floor(plan.count * PAST_SHARE)
  const lateMs = lateAfterMs(core)
  const oldestMs = Math.max(PAST_MS, lateMs + 4 * DAY_MS)
  for (let index = 0; index < plan.count; index++) {
    const isPast = index < past
    const ageMs = isPast
      ? spread(index, past, [oldestMs, lateMs + MISSED_MS], random)
      : spread(index - past, plan.count - past, [lateMs - SHIFT_MS, 0], random)
    const atMs = plan.nowMs - ageMs
    const history = isPast ? historyOfPast(index, past, ageMs - lateMs) : historyOfNew(index, ageMs)
    const splits = history === 'part_packed'
    const orderId = addSampleOrder(core, random, accountId, { atMs, index, splits })
    if (history !== 'untouched') live(core, random, orderId, { history, atMs, ageMs })
  }
  completeRefunds(core, plan.nowMs)
}

/**
 * Another morning at `nowMs`: colleagues have sent in the night what was late, but for a few orders, and new ones have
 * come. Does nothing on the calendar day of the last order. All of it counts as changed now, so that a station that was
 * off meanwhile reads it.
 */
export function addSampleMorning(core: Core, random: Random, accountId: number, nowMs: number): void {
  const { count, newest } = countOrders(core.db, accountId)
  if (newest === null || newest >= nowMs || dayOf(newest) === dayOf(nowMs)) return
  const late = ordersToPack(core.db, accountId).filter(
    (order) => nowMs - order.created_at > lateAfterMs(core),
  )
  for (const order of late.slice(0, -LEFT_OVER)) {
    live(core, random, order.id, { history: 'shipped', atMs: nowMs - NIGHT_MS, ageMs: NIGHT_MS })
    touchOrder(core.db, order.id, nowMs)
  }
  const added = Math.min(count, OF_A_DAY)
  const sinceMs = Math.min(nowMs - newest, lateAfterMs(core) - SHIFT_MS)
  for (let index = 0; index < added; index++) {
    const ageMs = spread(index, added, [sinceMs, 0], random)
    const plan = { atMs: nowMs - ageMs, index: count + index, splits: false }
    touchOrder(core.db, addSampleOrder(core, random, accountId, plan), nowMs)
  }
}

/** The day on this PC, where the people are. */
function dayOf(ms: number): string {
  return new Date(ms).toDateString()
}

/** How old an order is that becomes late: its items say so. */
function lateAfterMs({ settings }: Core): number {
  return Math.max(1, settings.fulfillmentDelayDays) * DAY_MS
}

/** The age of one of `count` orders that are spread evenly, a little by chance, from the oldest on. */
function spread(
  nth: number,
  count: number,
  [oldestMs, youngestMs]: [number, number],
  random: Random,
): number {
  return Math.ceil(oldestMs - ((oldestMs - youngestMs) * (nth + random.next() * 0.9)) / count)
}

function historyOfPast(index: number, past: number, lateByMs: number): History {
  if (index >= past - LEFT_OVER) return 'untouched'
  if (CYCLE[index % 20] === 'canceled') return 'canceled'
  return lateByMs < DAY_MS ? 'shipped' : 'delivered'
}

/** Nothing of this morning can have been delivered. */
function historyOfNew(index: number, ageMs: number): History {
  const wanted = CYCLE[index % 20] ?? 'untouched'
  return wanted === 'delivered' || (wanted === 'shipped' && ageMs < 8 * HOUR_MS) ? 'untouched' : wanted
}

function addSampleOrder(
  core: Core,
  random: Random,
  accountId: number,
  plan: { atMs: number; index: number; splits: boolean },
): number {
  const count = plan.splits ? random.int(2, 6) : random.pick(LINE_COUNTS)
  const units = []
  let model = inventModel(random)
  for (let line = 0; line < count; line++) {
    // Some buyers take two or three of the same: those lines share an mpn.
    if (line > 0 && !random.chance(0.25)) model = inventModel(random)
    const externalId = `SKU${accountId}${String(plan.index + 1).padStart(5, '0')}${line + 1}`
    units.push(addSoldUnit(core, random, accountId, { model, externalId, atMs: plan.atMs }))
  }
  return placeOrder(core, {
    accountId,
    buyer: inventBuyer(random),
    units,
    shippingFee: random.chance(0.6),
    atMs: plan.atMs,
  })
}

/** Plays an order's history through the same operations that the endpoints use. */
function live(
  core: Core,
  random: Random,
  orderId: number,
  past: { history: History; atMs: number; ageMs: number },
): void {
  const at = (share: number): Core => {
    const ms = Math.floor(past.atMs + past.ageMs * share)
    return { ...core, now: () => ms }
  }
  const order = findAnyOrder(core.db, orderId) as OrderRow
  if (past.history === 'canceled') return cancelOrder(at(0.3), order)
  if (past.history === 'refunded') return refundPart(at(0.3), random, order)
  const shipmentId = pack(at(0.2), random, order, past.history === 'part_packed')
  if (past.history === 'shipped' || past.history === 'delivered') ship(at(0.4), order, shipmentId)
  if (past.history === 'delivered') {
    const then = at(0.85)
    const shipment = findShipment(core.db, orderId, shipmentId)
    if (shipment !== null)
      updateShipment(then, order, shipment, { state: 'delivered', delivered_at: then.now() })
  }
}

function pack(core: Core, random: Random, order: OrderRow, part: boolean): number {
  const goods = linesOf(core.db, order.id).filter(
    (line) => !line.is_shipping_fee && line.shipment_id === null,
  )
  const chosen = part ? goods.slice(0, Math.floor(goods.length / 2)) : goods
  const [carrier, prefix, digits, check, url] = random.pick(CARRIERS)
  const drawn = `${random.int(10_000_000, 99_999_999)}${random.int(1000, 9999)}`.slice(0, digits - 1)
  const last = [...'0123456789'].find((digit) => passesCheck(check, prefix + drawn + digit))
  const trackingNumber = `${prefix}${drawn}${last ?? ''}`
  return createShipment(core, order, {
    carrier,
    tracking_number: trackingNumber,
    tracking_url: `${url}${trackingNumber}`,
    warehouse_id: core.settings.warehouseIds?.[0] ?? SAMPLE_WAREHOUSE_ID,
    order_line_ids: chosen.map((line) => line.id),
    packed_at: core.now(),
  })
}

function ship(core: Core, order: OrderRow, shipmentId: number): void {
  const shipment = findShipment(core.db, order.id, shipmentId)
  if (shipment === null) throw new Error(`Sample shipment ${shipmentId} is gone`)
  updateShipment(core, order, shipment, {
    state: 'shipped',
    shipped_at: core.now(),
    expected_to_deliver_at: core.now() + 72 * HOUR_MS,
  })
}

function refundPart(core: Core, random: Random, order: OrderRow): void {
  createRefund(core, order, Math.max(1, Math.floor((order.amount * random.int(10, 100)) / 100)))
}

/** Completes past refunds at the time they were due, so that the first job does not change old orders now. */
function completeRefunds(core: Core, nowMs: number): void {
  for (const refund of dueRefunds(core.db, nowMs)) {
    completeRefund(core.db, refund.id)
    touchOrder(core.db, refund.order_id, refund.due_at ?? nowMs)
  }
}
