import {
  documentAllows,
  hasArrived,
  hasLeft,
  isLive,
  isOnItsWay,
  isShipmentState,
  REQUIRED_TIMESTAMPS,
  STATE_AFTER_CREATE,
  STATE_AFTER_MOVE,
  type ShipmentMove,
} from '../../shared/domain/shipments/shipment'
import type { CreateShipmentRequest, UpdateShipmentRequest } from '../bodies'
import type { Core } from '../core'
import { keepPrecision } from '../instants'
import { Refusal } from '../refusal'
import { linesOf, setOrderState, touchOrder, type OrderRow } from '../tables/orders'
import {
  addShipment,
  freeLines,
  linesTakenByOthers,
  shipmentsOf,
  takeLines,
  updateShipmentRow,
  type ShipmentRow,
} from '../tables/shipments'
import { demandMember } from './items'

const TIME_FIELDS = ['shipped_at', 'expected_to_deliver_at', 'delivered_at', 'canceled_at'] as const
const CARRIER_FIELDS = ['carrier', 'tracking_number', 'tracking_url'] as const

/**
 * Packs lines of an order into a new shipment and returns its ID.
 * @see partner-api "POST /api/v1.0/orders/{id}/shipments"
 */
export function createShipment(core: Core, order: OrderRow, body: CreateShipmentRequest): number {
  if (order.canceled_at !== null) throw new Refusal('unprocessable', 'order is canceled')
  demandMember(core.settings.warehouseIds, body.warehouse_id, 'warehouse_id')
  checkLines(core, order, body.order_line_ids)
  const shipment = {
    order_id: order.id,
    state: 'packed',
    carrier: body.carrier ?? null,
    tracking_number: body.tracking_number ?? null,
    tracking_url: body.tracking_url ?? null,
    warehouse_id: body.warehouse_id,
    packed_at: kept(core, body.packed_at),
    shipped_at: keptOrNull(core, body.shipped_at),
    expected_to_deliver_at: keptOrNull(core, body.expected_to_deliver_at),
    delivered_at: null,
    canceled_at: null,
    carrier_locked: 0 as const,
  }
  checkTimeOrder(core, shipment)
  const id = addShipment(core.db, shipment, body.order_line_ids)
  touchOrder(core.db, order.id, kept(core, core.now()))
  return id
}

function checkLines(core: Core, order: OrderRow, lineIds: readonly number[]): void {
  if (new Set(lineIds).size !== lineIds.length)
    throw new Refusal('unprocessable', 'order_line_ids: duplicate line')
  const lines = new Map(linesOf(core.db, order.id).map((line) => [line.id, line]))
  for (const lineId of lineIds) {
    const line = lines.get(lineId)
    if (line === undefined) throw new Refusal('unprocessable', `line ${lineId} is not in the order`)
    if (line.is_shipping_fee) throw new Refusal('unprocessable', `line ${lineId} is the shipping fee`)
    if (line.shipment_id !== null && core.settings.secondShipmentOnLine === 'refuse')
      throw new Refusal('unprocessable', `line ${lineId} is in shipment ${line.shipment_id}`)
  }
}

/**
 * Moves a shipment to the requested state and changes its carrier fields, exactly by the document's table.
 * @see partner-api "POST /api/v1.0/orders/{order_id}/shipments/{shipment_id}"
 */
export function updateShipment(
  core: Core,
  order: OrderRow,
  shipment: ShipmentRow,
  body: UpdateShipmentRequest,
): void {
  checkMove(core, order, shipment, body.state)
  checkRequiredTimes(body)
  checkCarrierLock(shipment, body)
  const after: ShipmentRow = { ...shipment, state: body.state }
  for (const field of CARRIER_FIELDS) after[field] = body[field] ?? shipment[field]
  for (const field of storedTimes(core, body.state))
    after[field] = keptOrNull(core, body[field]) ?? shipment[field]
  if (isOnItsWay(body.state)) after.carrier_locked = 1
  checkTimeOrder(core, after)
  moveLines(core, shipment, body.state)
  updateShipmentRow(core.db, after)
  followShipments(core, order)
  touchOrder(core.db, order.id, kept(core, core.now()))
}

function checkMove(core: Core, order: OrderRow, shipment: ShipmentRow, state: string): void {
  if (state === STATE_AFTER_CREATE) {
    if (shipment.state === STATE_AFTER_CREATE && core.settings.packedUpdate === 'accept') return
    throw new Refusal('unprocessable', 'state: no move leads to packed')
  }
  const move = moveTo(state)
  if (move === null) throw new Refusal('unprocessable', `state: ${state} is unknown`)
  if (!isShipmentState(shipment.state) || !documentAllows(shipment.state, move))
    throw new Refusal('unprocessable', `state: ${state} cannot follow ${shipment.state}`)
  if (order.canceled_at === null || move === 'cancel') return
  // A canceled order can no longer be shipped; delivering directly from packed would ship it all the same.
  if (move === 'ship' || !hasLeft(shipment.state)) throw new Refusal('unprocessable', 'order is canceled')
}

function moveTo(state: string): ShipmentMove | null {
  const moves = Object.entries(STATE_AFTER_MOVE) as [ShipmentMove, string][]
  return moves.find(([, after]) => after === state)?.[0] ?? null
}

function checkRequiredTimes(body: UpdateShipmentRequest): void {
  if (!isShipmentState(body.state) || body.state === STATE_AFTER_CREATE) return
  for (const field of REQUIRED_TIMESTAMPS[body.state])
    if (typeof body[field] !== 'number') throw new Refusal('unprocessable', `${field}: required`)
}

/** Sending the same value again changes nothing, so it is allowed. */
function checkCarrierLock(shipment: ShipmentRow, body: UpdateShipmentRequest): void {
  if (!shipment.carrier_locked) return
  for (const field of CARRIER_FIELDS) {
    const given = body[field]
    if (typeof given === 'string' && given !== (shipment[field] ?? ''))
      throw new Refusal('unprocessable', `${field}: locked since the shipment was shipped`)
  }
}

function storedTimes(core: Core, state: string): readonly (typeof TIME_FIELDS)[number][] {
  if (core.settings.irrelevantTimestamps === 'store') return TIME_FIELDS
  const demanded: readonly string[] = isShipmentState(state) ? REQUIRED_TIMESTAMPS[state] : []
  return TIME_FIELDS.filter((field) => demanded.includes(field))
}

function checkTimeOrder(core: Core, shipment: Omit<ShipmentRow, 'id'>): void {
  if (core.settings.timeOrder === 'ignore') return
  const times = [shipment.packed_at, shipment.shipped_at, shipment.delivered_at].filter((ms) => ms !== null)
  if (times.some((ms, index) => index > 0 && ms < (times[index - 1] as number)))
    throw new Refusal('unprocessable', 'times: packed, shipped and delivered are out of order')
}

/** A canceled shipment releases its lines; one that is revived takes them back. */
function moveLines(core: Core, shipment: ShipmentRow, state: string): void {
  if (isLive(shipment.state) && !isLive(state)) {
    if (core.settings.canceledShipmentFreesLines) freeLines(core.db, shipment.id)
  } else if (!isLive(shipment.state) && isLive(state)) {
    if (linesTakenByOthers(core.db, shipment.id) && core.settings.secondShipmentOnLine === 'refuse')
      throw new Refusal('unprocessable', 'a line is in another shipment by now')
    takeLines(core.db, shipment.id)
  }
}

/** Lets the order's state follow its shipments, if a setting names the states. */
function followShipments(core: Core, order: OrderRow): void {
  const { orderStateWhenShipped, orderStateWhenDelivered } = core.settings
  if (order.canceled_at !== null) return
  const states = new Map(shipmentsOf(core.db, order.id).map((shipment) => [shipment.id, shipment.state]))
  const goods = linesOf(core.db, order.id).filter((line) => !line.is_shipping_fee)
  const all = (are: (state: string) => boolean) =>
    goods.every((line) => line.shipment_id !== null && are(states.get(line.shipment_id) ?? ''))
  if (orderStateWhenDelivered !== null && all(hasArrived))
    setOrderState(core.db, order.id, orderStateWhenDelivered)
  else if (orderStateWhenShipped !== null && all(hasLeft))
    setOrderState(core.db, order.id, orderStateWhenShipped)
}

function kept(core: Core, ms: number): number {
  return keepPrecision(ms, core.settings.timestampPrecision)
}

function keptOrNull(core: Core, ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : kept(core, ms)
}
