import type { NoticeKind } from '../../src/shared/contract/views'
import { findShipment } from '../../src/main/store/tables/shipments'
import type { Op } from '../../src/main/store/tables/outbox'
import { noticesOfOrder } from '../../src/main/store/tables/notices'
import type { ControlOrder } from '../../src/marketplace/control-client'
import type { Body } from './journal'
import { fail, orderOf, writesFor, type Truth } from './truth'
import type { Acknowledged } from './acknowledged'
import type { World } from './world'

/** A scan, and a label, count for the line, the item and the address as they were when the parcel was packed. */

export type PackedAs = {
  /** By which code each line was scanned. */
  codes: ReadonlyMap<number, string>
  street: string | null
  /** Its label, as the packer gave it. */
  label: Body
}

/** Each of these stops the parcel until somebody has looked. */
const STOPS: ReadonlySet<string> = new Set<NoticeKind>([
  'items_changed',
  'address_changed',
  'order_canceled',
  'shipment_canceled',
  'lines_elsewhere',
  'duplicate',
  'vanished',
  'parcel_stopped',
])

/**
 * No parcel is packed, or shipped, with scans of what is no longer there, or a label for another address, without a person
 * having been told at the station that packed it.
 */
export function checkChanges(world: World, truth: Truth): void {
  for (const entry of world.acknowledged) {
    const { op } = entry
    const packed = world.packedAs.get(op.shipmentUid ?? '')
    // Elsewhere, or in an older file, nobody knows what it was packed as.
    if (op.kind !== 'create_shipment' || packed === undefined) continue
    if (entry.rewound || entry.carried || entry.gone || truth.now.get(entry)?.state !== 'confirmed') continue
    const order = orderOf(truth, op)
    if (fits(packed, order) || !mayStillBeStopped(world, truth, entry, order)) continue
    const { db } = world.benches[entry.station].station
    const told = noticesOfOrder(db, order.id).some(({ kind }) => STOPS.has(kind))
    world.count(told ? 'told of a change' : 'not told of a change')
    if (!told) fail('I13', entry, 'no longer fits its order, and nobody was told')
  }
}

function fits({ codes, street }: PackedAs, order: ControlOrder): boolean {
  const lines = new Map(order.order_lines.map((line) => [line.id, line]))
  const same = [...codes].every(([lineId, code]) => {
    const line = lines.get(lineId)
    return line !== undefined && [line.item_number, line.external_id, line.mpn].includes(code)
  })
  return same && (street === null || street === order.shipping_address.line1)
}

/** A change this long before a request may have come between it and the look before it. */
const LOOKED_BEFORE_MS = 5_000

/** It is on the marketplace, not canceled, and was not shipped before somebody changed the order last. */
function mayStillBeStopped(world: World, truth: Truth, entry: Acknowledged, order: ControlOrder): boolean {
  const serverId = serverIdOf(world, entry, entry.op)
  const shipment = order.shipments.find(({ id }) => id === serverId)
  if (shipment === undefined || shipment.state === 'canceled' || world.touched.has(shipment.id)) return false
  const left = [...truth.now]
    .filter(([other, now]) => now !== null && serverIdOf(world, other, now) === shipment.id)
    .filter(([{ op }]) => op.kind === 'ship_shipment' || op.kind === 'deliver_shipment')
    .flatMap(([moved]) => writesFor(truth, moved).map(({ atMs }) => atMs))
  const lastChange = Math.max(
    ...world.changes.filter((one) => one.orderId === order.id).map(({ atMs }) => atMs),
  )
  const seenMs = lastChange + LOOKED_BEFORE_MS + world.schedule.settings.replicaLagMs
  return left.every((atMs) => atMs > seenMs)
}

function serverIdOf(
  world: World,
  { station }: Acknowledged,
  { shipmentUid }: Pick<Op, 'shipmentUid'>,
): number | null {
  return findShipment(world.benches[station].station.db, shipmentUid ?? '')?.serverId ?? null
}
