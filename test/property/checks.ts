import type { ControlOrder } from '../../src/marketplace/control-client'
import type { HeldReason, OpState } from '../../src/shared/domain/operation'
import { openOpsOfLane, type Op } from '../../src/main/store/outbox'
import { openNotices } from '../../src/main/store/notices'
import { findShipment, shipmentsOfOrder } from '../../src/main/store/shipments'
import { STATIONS } from './schedule'
import { checkLaneOrder, checkSettleWindow, mayHaveArrived } from './sends'
import { bodyOf, fail, orderOf, readTruth, sameTime, type Truth } from './truth'
import { markOf } from './watched-client'
import { refuseFaults, type Acknowledged, type World } from './world'

/**
 * What must be true once a schedule is drained, said from what people asked for and what the marketplace shows, and not
 * from how the station works.
 */

type Shipment = ControlOrder['shipments'][number]

/** Compares promise and marketplace. Throws an error that names the invariant. */
export async function checkAll(world: World): Promise<void> {
  const truth = await readTruth(world)
  for (const name of STATIONS) refuseFaults(world.benches[name].station)
  for (const entry of world.acknowledged) {
    const op = truth.now.get(entry) as Op
    checkKept(entry, op)
    checkSettled(world, entry, op)
    checkEffect(world, truth, entry, op)
  }
  checkOneLivePerOp(world, truth)
  checkReferences(world, truth)
  checkRefunds(world, truth)
  checkCancellations(world, truth)
  checkItems(world, truth)
  checkLaneOrder(world, truth)
  checkSettleWindow(world, truth)
  checkLocalCopies(world, truth)
}

/** What was acknowledged is still there, as it was confirmed. */
function checkKept(entry: Acknowledged, op: Op): void {
  for (const field of ['opUid', 'kind', 'lane', 'orderId', 'itemKey', 'capturedAt'] as const)
    if (op[field] !== entry.op[field]) fail('I4', entry, `${field} changed to ${op[field]}`)
  if (op.body !== entry.op.body) fail('I11', entry, `the body changed to ${op.body}`)
}

const FINAL: readonly OpState[] = ['confirmed', 'discarded']

function checkSettled(world: World, entry: Acknowledged, op: Op): void {
  world.count(`end ${op.state}`)
  if (FINAL.includes(op.state)) return
  if (op.state === 'held') {
    if (op.heldReason === null) fail('I8', entry, 'held without a reason')
    world.count(`held ${op.heldReason satisfies HeldReason}`)
    return
  }
  const { db } = world.benches[entry.station].station
  const before = openOpsOfLane(db, op.lane).filter(({ seq, state }) => seq < op.seq && state === 'held')
  if (before.length === 0) fail('I9', entry, `still ${op.state}, and nothing in front of it needs a person`)
}

/** `confirmed` means that it is on the server, with the captured time (I5, I11); a held one that is not sent is not. */
function checkEffect(world: World, truth: Truth, entry: Acknowledged, op: Op): void {
  if (op.state !== 'confirmed') return
  switch (op.kind) {
    case 'create_shipment':
      return checkCreated(world, truth, entry, op)
    case 'ship_shipment':
      return checkMoved(world, truth, entry, op, 'shipped_at')
    case 'deliver_shipment':
      return checkMoved(world, truth, entry, op, 'delivered_at')
    case 'cancel_shipment':
      return checkMoved(world, truth, entry, op, 'canceled_at')
    case 'create_refund': {
      const refund = orderOf(truth, op).refunds.find(({ id }) => String(id) === op.serverRef)
      const { amount } = JSON.parse(op.body) as { amount: number }
      if (refund?.total_refunded !== amount && entry.adopted === null)
        fail('I5', entry, `no refund ${op.serverRef} of ${amount}`)
      return
    }
    case 'create_item': {
      const item = truth.items.find(({ item_number: number }) => number === op.serverRef)
      if (item === undefined || item.external_id !== op.itemKey) fail('I5', entry, `no item ${op.serverRef}`)
      return
    }
    case 'cancel_order':
    case 'update_item':
    case 'delist_item':
      // Looked at for the whole order or item below.
      return
  }
}

function checkCreated(world: World, truth: Truth, entry: Acknowledged, op: Op): void {
  const order = orderOf(truth, op)
  const shipment = order.shipments.find(({ id }) => String(id) === op.serverRef)
  if (shipment === undefined) fail('I5', entry, `no shipment ${op.serverRef}`)
  const local =
    op.shipmentUid === null ? null : findShipment(world.benches[entry.station].station.db, op.shipmentUid)
  if (local?.serverId !== shipment.id)
    fail('I1', entry, `confirmed, but the shipment says ${local?.serverId}`)
  // Whoever took it for theirs may also have shipped it with what stands on their parcel.
  if (world.acknowledged.some(({ adopted }) => adopted === shipment.id)) return
  const body = bodyOf(op)
  if (!sameTime(world, shipment.packed_at, body.packed_at))
    fail('I11', entry, `packed at ${shipment.packed_at}`)
  if (shipment.tracking_number !== body.tracking_number || shipment.warehouse_id !== body.warehouse_id)
    fail('I5', entry, `shipment ${shipment.id} is another one`)
  const lines = order.order_lines.filter((line) => line.shipment_id === shipment.id).map(({ id }) => id)
  const alone = world.schedule.settings.secondShipmentOnLine === 'refuse' && shipment.state !== 'canceled'
  if (alone && lines.sort().join() !== [...body.order_line_ids].sort().join())
    fail('I5', entry, `shipment ${shipment.id} carries ${lines.join()}`)
}

type MoveTime = 'shipped_at' | 'delivered_at' | 'canceled_at'

/** The shipment shows the time of the last op here that set it, unless another hand moved it too. */
function checkMoved(world: World, truth: Truth, entry: Acknowledged, op: Op, field: MoveTime): void {
  const { db } = world.benches[entry.station].station
  const serverId = findShipment(db, op.shipmentUid ?? '')?.serverId ?? null
  const shipment = orderOf(truth, op).shipments.find(({ id }) => id === serverId)
  if (shipment === undefined) fail('I5', entry, `no shipment ${serverId}`)
  const others = world.acknowledged.filter(
    (other) => other !== entry && other.op.kind === op.kind && other.op.orderId === op.orderId,
  )
  if (world.touched.has(shipment.id)) return
  const possible = [op, ...others.map((other) => truth.now.get(other) as Op)].map(
    (each) => bodyOf(each)[field],
  )
  // A time that ends on a whole second may come from a marketplace that keeps no more: it is any moment of that second.
  const shown = Date.parse(shipment[field] ?? '')
  const inThatSecond = possible.some((time) => Math.floor(Date.parse(time ?? '') / 1_000) * 1_000 === shown)
  if (!inThatSecond && !possible.some((time) => sameTime(world, shipment[field], time ?? '')))
    fail('I11', entry, `${field} is ${shipment[field]}`)
}

/** I3: what one op asked for exists at most once and lives at most once; a second one is told to a person. */
function checkOneLivePerOp(world: World, truth: Truth): void {
  for (const entry of world.acknowledged) {
    const op = truth.now.get(entry) as Op
    if (op.kind !== 'create_shipment') continue
    const made = orderOf(truth, op).shipments.filter(
      ({ tracking_number: tracking }) => tracking === bodyOf(op).tracking_number,
    )
    if (made.length > 1) {
      world.count('duplicates')
      fail('I3', entry, `exists ${made.length} times: ${made.map(describeShipment).join(', ')}`)
    }
    if (op.state === 'confirmed') continue
    const [one] = made
    if (op.state === 'held' && one !== undefined && !knownToBeThere(op))
      fail('I5', entry, `held (${op.heldReason}), but it is there`)
  }
}

/** A person was told that it may be there, or asked for it to be forgotten. */
function knownToBeThere(op: Op): boolean {
  return ['duplicate', 'line_taken', 'unconfirmed'].includes(op.heldReason ?? '')
}

/** No two ops took the same thing for theirs. */
function checkReferences(world: World, truth: Truth): void {
  const owners = new Map<string, Acknowledged>()
  for (const entry of world.acknowledged) {
    const op = truth.now.get(entry) as Op
    if (op.serverRef === null || op.state !== 'confirmed' || op.kind === 'create_item') continue
    if (entry.adopted !== null) continue
    const key = `${op.kind} ${op.serverRef}`
    const owner = owners.get(key)
    if (owner !== undefined)
      fail('I3', entry, `${key} is also what op ${owner.op.seq} of ${owner.station} made`)
    owners.set(key, entry)
  }
}

/** Money: never twice, unless a person said so. */
function checkRefunds(world: World, truth: Truth): void {
  for (const entry of world.acknowledged) {
    const op = truth.now.get(entry) as Op
    if (op.kind !== 'create_refund') continue
    const { amount } = JSON.parse(op.body) as { amount: number }
    const made = orderOf(truth, op).refunds.filter(({ total_refunded: total }) => total === amount)
    if (made.length > 1 + entry.resends) fail('I3', entry, `refunded ${made.length} times`)
    if (made.length === 0 && op.state === 'confirmed' && entry.adopted === null)
      fail('I5', entry, 'not refunded')
    const sends = world.sent.filter(
      ({ station, mark }) => station === entry.station && mark === markOf(op.kind, amount),
    )
    const arrived = sends.filter(({ outcome }) => mayHaveArrived(outcome)).length
    if (arrived > 1 + entry.resends) fail('I6', entry, `a refund was sent ${arrived} times`)
  }
}

function checkCancellations(world: World, truth: Truth): void {
  for (const order of truth.orders.values()) {
    const cancellations = order.refunds.filter(({ type }) => type === 'cancellation')
    if (cancellations.length > 1)
      throw new Error(`I3: order ${order.id} was refunded twice for a cancellation`)
    const asked = world.acknowledged.filter(({ op }) => op.kind === 'cancel_order' && op.orderId === order.id)
    const confirmed = asked.find((entry) => (truth.now.get(entry) as Op).state === 'confirmed')
    if (confirmed !== undefined && order.state !== 'canceled')
      fail('I5', confirmed, `the order is ${order.state}`)
  }
}

function checkItems(world: World, truth: Truth): void {
  for (const key of new Set(world.acknowledged.map(({ op }) => op.itemKey))) {
    const living = truth.items.filter(({ external_id: id, state }) => id === key && state !== 'deleted')
    if (key !== null && living.length > 1) throw new Error(`I3: ${living.length} items have the key ${key}`)
  }
  for (const number of world.itemNumbers) {
    const item = truth.items.find(({ item_number: each }) => each === number)
    // A deleted one need not be shown any more.
    if (item === undefined || item.state === 'deleted') continue
    const done = world.acknowledged
      .filter(({ op }) => op.itemKey === number)
      .map((entry) => ({ entry, op: truth.now.get(entry) as Op }))
      .filter(({ op }) => op.state === 'confirmed')
    const last = (field: 'price' | 'discount') =>
      done.filter(({ op }) => op.kind === 'update_item' && field in (JSON.parse(op.body) as object)).at(-1)
    const price = last('price')
    if (price !== undefined && item.price !== (JSON.parse(price.op.body) as { price: number }).price)
      fail('I5', price.entry, `the price is ${item.price}`)
    const discount = last('discount')
    const percent = item.discount?.max_discount?.percentage
    if (
      discount !== undefined &&
      percent !==
        (JSON.parse(discount.op.body) as { discount: { max_discount: { percentage: number } } }).discount
          .max_discount.percentage
    )
      fail('I5', discount.entry, `the discount is ${percent}`)
    const delist = done.find(({ op }) => op.kind === 'delist_item')
    if (delist !== undefined && item.state === 'listed') fail('I5', delist.entry, 'still listed')
  }
}

/** What the stations show of orders without open ops is what the marketplace shows. */
function checkLocalCopies(world: World, truth: Truth): void {
  for (const name of STATIONS) {
    const { db } = world.benches[name].station
    for (const [orderId, order] of truth.orders) {
      if (openOpsOfLane(db, `order:${orderId}`).length > 0) continue
      const here = shipmentsOfOrder(db, orderId).map(({ serverId, state }) => `${serverId} ${state}`)
      const there = order.shipments.map(({ id, state }) => `${id} ${state}`)
      const local = here
        .filter((text) => !text.startsWith('null canceled'))
        .sort()
        .join(', ')
      if (local !== there.sort().join(', '))
        throw new Error(`order ${orderId} at ${name} shows [${local}], the marketplace [${there.join(', ')}]`)
    }
    world.count('notices', openNotices(db).length)
  }
}

function describeShipment({ id, state, packed_at: packedAt }: Shipment): string {
  return `${id} ${state} ${packedAt}`
}
