import type { ControlOrder } from '../../src/marketplace/control-client'
import type { HeldReason } from '../../src/shared/domain/outbox/held-reason'
import { findShipment } from '../../src/main/store/tables/shipments'
import type { Op } from '../../src/main/store/tables/outbox'
import { candidatesOf } from '../../src/main/areas/outbox/candidates'
import { lineSet, type Body, type Write } from './journal'
import { SETTLE_MS, wasLate } from './oracle-sends'
import { fail, mayBeTime, orderOf, sameTime, wasTold, writesFor, type Truth } from './truth'
import type { Acknowledged } from './acknowledged'
import type { World } from './world'

/** Conditions on packs and on later moves of parcels. */

type Shipment = ControlOrder['shipments'][number]

/** Reasons that tell a person that the shipment may exist. */
const MAY_BE_THERE: ReadonlySet<HeldReason | null> = new Set([
  'duplicate',
  'line_taken',
  'unconfirmed',
  'forbidden',
  'cannot_look',
])

/** Notices that lead a person to a duplicate: the parcel to stop, or the lines that are in two. */
const OF_A_SECOND = ['duplicate', 'lines_elsewhere', 'order_canceled'] as const

/** I3, I5: a requested pack is done once; a confirmed one exists, one held or dropped for another reason does not. */
export function checkCreated(world: World, truth: Truth, entry: Acknowledged, op: Op | null): void {
  const writes = writesFor(truth, entry)
  const applied = writes.filter(({ appliedMs }) => appliedMs !== null)
  if (applied.length > 1 + entry.resends) {
    // Nobody can know about a pack that is applied, or shown, after the settle window; a person must be told.
    const blind = world.schedule.settings.replicaLagMs >= SETTLE_MS || applied.some(wasLate)
    world.count(blind ? 'duplicates by the marketplace' : 'duplicates')
    if (!blind) fail('I3', entry, `was carried out ${applied.length} times`)
    if (!showsAll(world, entry, op, applied.length) && !wasTold(world, entry, ...OF_A_SECOND))
      fail('I13', entry, 'exists twice, and nobody was told')
  }
  if (op === null) return
  if (world.withdrawn.has(op.opUid) && op.state !== 'discarded')
    fail('I5', entry, `was withdrawn, and is ${op.state}`)
  const shipment = told(world, truth, entry, op)
  switch (op.state) {
    case 'confirmed':
      return checkConfirmed(world, truth, { entry, op, writes, shipment })
    case 'held':
      if (applied.length > 0 && !MAY_BE_THERE.has(op.heldReason) && !applied.some(wasLate))
        checkKnown(world, entry, op)
      return
    case 'discarded':
      // Dropped by the station itself, because it was never sent.
      if (!entry.discarded && applied.length > 0)
        fail('I3', entry, 'was dropped as never sent, and was carried out')
      return
    default:
      return
  }
}

/** A person is asked, and sees each of them. */
function showsAll(world: World, { station }: Acknowledged, op: Op | null, count: number): boolean {
  if (op?.state !== 'held') return false
  return op.heldReason === 'duplicate' || candidatesOf(world.benches[station].station, op).length >= count
}

/** Behind a lagging replica a person may be asked although the shipment exists: needless, but not wrong. */
function checkKnown(world: World, entry: Acknowledged, op: Op): void {
  if (world.schedule.settings.replicaLagMs > 0)
    return world.excuse('behind a replica, held for another reason')
  fail('I5', entry, `held (${op.heldReason}), but it is there`)
}

/** The shipment that people are told it became. */
function told(world: World, truth: Truth, entry: Acknowledged, op: Op): Shipment | null {
  if (op.state !== 'confirmed') return null
  const shown =
    op.shipmentUid === null ? null : findShipment(world.benches[entry.station].station.db, op.shipmentUid)
  return orderOf(truth, op).shipments.find(({ id }) => id === shown?.serverId) ?? null
}

type Confirmed = { entry: Acknowledged; op: Op; writes: Write[]; shipment: Shipment | null }

function checkConfirmed(world: World, truth: Truth, { entry, op, writes, shipment }: Confirmed): void {
  if (shipment === null) {
    if (!writes.some(({ pretended }) => pretended)) fail('I5', entry, 'confirmed, and not there')
    if (asksForItsEnd(truth, entry))
      return world.excuse('a pretended pack was canceled since, and a person is asked')
    world.excuse('a pretended pack, announced')
    return checkAnnounced(world, entry)
  }
  // The person who adopted it may also have shipped it with the label on their own parcel.
  if (world.acknowledged.some(({ adopted }) => adopted === shipment.id)) return
  if (!writes.some(({ made }) => made === String(shipment.id))) {
    if (!isTwin(world, truth, entry, shipment))
      fail('I5', entry, `shipment ${shipment.id} was made by others`)
    return world.count('twins')
  }
  if (!sameTime(world, shipment.packed_at, entry.asked['packed_at']))
    fail('I11', entry, `packed at ${shipment.packed_at}`)
  if (!sameLabel(world, shipment, entry)) fail('I5', entry, `shipment ${shipment.id} is another one`)
  const order = orderOf(truth, op)
  const lines = order.order_lines.filter((line) => line.shipment_id === shipment.id).map(({ id }) => id)
  const alone = world.schedule.settings.secondShipmentOnLine === 'refuse' && shipment.state !== 'canceled'
  if (
    alone &&
    !world.unlinked.has(shipment.id) &&
    lineSet({ order_line_ids: lines }) !== lineSet(leftOf(world, entry.asked))
  )
    fail('I5', entry, `shipment ${shipment.id} carries ${lines.join()}`)
}

/** Without lines that somebody else removed. */
function leftOf(world: World, asked: Body): Body {
  const lines = (asked['order_line_ids'] ?? []) as number[]
  return { order_line_ids: lines.filter((lineId) => !world.removed.has(lineId)) }
}

/** A person canceled it since, and is asked because the marketplace does not know it. */
function asksForItsEnd(truth: Truth, { op, station }: Acknowledged): boolean {
  return [...truth.now].some(
    ([other, now]) =>
      other.station === station &&
      other.op.kind === 'cancel_shipment' &&
      other.op.shipmentUid === op.shipmentUid &&
      now?.state === 'held',
  )
}

/** I13: a confirmed effect that is missing, or disappeared, is announced. */
export function checkAnnounced(world: World, entry: Acknowledged): void {
  world.count('pretended')
  if (!wasTold(world, entry, 'vanished', 'lines_elsewhere', 'order_canceled', 'data_restored'))
    fail('I13', entry, 'confirmed, not there, and nobody was told')
}

/** The shipments of its order that others made, and that nothing outside tells from its own. */
export function twinsOf(world: World, truth: Truth, entry: Acknowledged): Shipment[] {
  const own = new Set(writesFor(truth, entry).map(({ made }) => made))
  return orderOf(truth, entry.op).shipments.filter(
    (shipment) => !own.has(String(shipment.id)) && isTwin(world, truth, entry, shipment),
  )
}

/** Packed by others with the same lines and the same label at the same time, at the marketplace's precision. */
function isTwin(world: World, truth: Truth, entry: Acknowledged, shipment: Shipment): boolean {
  if (!mayBeTime(world, shipment.packed_at, entry.asked['packed_at'])) return false
  const maker = truth.writes.find(({ made }) => made === String(shipment.id))
  if (maker !== undefined)
    return (
      maker.kind === 'create_shipment' &&
      lineSet(maker.body) === lineSet(entry.asked) &&
      sameLabel(world, maker.body, entry)
    )
  const lines = orderOf(truth, entry.op).order_lines.filter(({ shipment_id: id }) => id === shipment.id)
  return lineSet({ order_line_ids: lines.map(({ id }) => id) }) === lineSet(entry.asked)
}

/** @param packed a shipment, or what it was made of */
function sameLabel(world: World, packed: Shipment | Body, { asked }: Acknowledged): boolean {
  const { tracking_number: trackingNumber, warehouse_id: warehouseId }: Body = { ...packed }
  const { warehouseEcho } = world.schedule.settings
  return (
    (trackingNumber ?? '') === (asked['tracking_number'] ?? '') &&
    (warehouseEcho !== 'shown' || warehouseId === asked['warehouse_id'])
  )
}

const TIME_OF = {
  ship_shipment: 'shipped_at',
  deliver_shipment: 'delivered_at',
  cancel_shipment: 'canceled_at',
} as const

/** The shipment shows the time of the last op here that set it, unless somebody else moved it too (I11). */
export function checkMoved(world: World, truth: Truth, entry: Acknowledged, op: Op): void {
  if (op.state !== 'confirmed') return
  const field = TIME_OF[op.kind as keyof typeof TIME_OF]
  const { db } = world.benches[entry.station].station
  const serverId = findShipment(db, op.shipmentUid ?? '')?.serverId ?? null
  const shipment = orderOf(truth, op).shipments.find(({ id }) => id === serverId)
  const writes = writesFor(truth, entry)
  if (shipment === undefined) {
    const followsPretence = packsOf(truth, entry, op).some((pack) =>
      writesFor(truth, pack).some(({ pretended }) => pretended),
    )
    if (!followsPretence) fail('I5', entry, `no shipment ${serverId}`)
    world.excuse('a parcel of a pretended pack, moved and announced')
    return checkAnnounced(world, entry)
  }
  const possible = movesOf(world, truth, op.kind, shipment.id).map(({ asked }) => asked[field])
  if (possible.some((time) => sameTime(world, shipment[field], time))) return
  // Somebody else moved it on from there.
  if (world.touched.has(shipment.id)) return world.excuse('moved by another hand')
  if (shipment.state === 'canceled' && world.foreignOrders.has(op.orderId ?? 0))
    return world.excuse('canceled with its order by another hand')
  if (!writes.some(({ pretended }) => pretended))
    fail(
      'I11',
      entry,
      `${field} is ${shipment[field]}, asked for ${possible.join()} (own ${String(entry.asked[field])})`,
    )
  if (isOvertaken(truth, entry)) return world.excuse('a pretended move, overtaken by a later one')
  world.excuse('a pretended move, announced')
  return checkAnnounced(world, entry)
}

/** The requests for the parcel that the op moves. */
function packsOf(truth: Truth, { station }: Acknowledged, { shipmentUid }: Op): Acknowledged[] {
  return [...truth.now].flatMap(([other, now]) =>
    other.station === station && now?.kind === 'create_shipment' && now.shipmentUid === shipmentUid
      ? [other]
      : [],
  )
}

/** The moves of this kind that were asked for of the marketplace's shipment, at any station. */
function movesOf(world: World, truth: Truth, kind: Op['kind'], serverId: number): Acknowledged[] {
  return [...truth.now].flatMap(([other, now]) => {
    if (now?.kind !== kind || now.shipmentUid === null) return []
    const { db } = world.benches[other.station].station
    return findShipment(db, now.shipmentUid)?.serverId === serverId ? [other] : []
  })
}

/** A later move of the parcel arrived, so the marketplace shows more than the pretended success. */
function isOvertaken(truth: Truth, { op, station }: Acknowledged): boolean {
  return [...truth.now].some(
    ([other, now]) =>
      other.station === station &&
      other.op.shipmentUid === op.shipmentUid &&
      other.op.seq > op.seq &&
      now?.state === 'confirmed' &&
      writesFor(truth, other).some(({ appliedMs }) => appliedMs !== null),
  )
}

/** I3: no two ops were given the same record, unless a person said so or nothing tells them apart. */
export function checkReferences(world: World, truth: Truth): void {
  const owners = new Map<string, Acknowledged>()
  for (const entry of world.acknowledged) {
    const op = truth.now.get(entry)
    if (op?.state !== 'confirmed' || op.serverRef === null || op.kind === 'create_item') continue
    if (entry.adopted !== null) continue
    const key = `${op.kind} ${op.serverRef}`
    const owner = owners.get(key)
    const apart =
      owner !== undefined && owner.station !== entry.station && lineSet(owner.asked) === lineSet(entry.asked)
    // Equal refunds of two stations are counted elsewhere.
    const alike = owner !== undefined && owner.station !== entry.station && op.kind === 'create_refund'
    if (owner !== undefined && !alike && !(apart && op.kind === 'create_shipment'))
      fail('I3', entry, `${key} is also what op ${owner.op.seq} of ${owner.station} made`)
    owners.set(key, entry)
  }
}
