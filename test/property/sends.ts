import type { Op } from '../../src/main/store/outbox'
import { findShipment } from '../../src/main/store/shipments'
import { laneOf } from './drain'
import { bodyOf, type Truth } from './truth'
import { markOf } from './watched-client'
import type { Acknowledged, World } from './world'

/** What must be true of the writes that went out, in their order and their time. */

const SETTLE_MS = 120_000

/** I2: within a lane of a station, nothing of a later op goes out before an earlier one is done with. */
export function checkLaneOrder(world: World, truth: Truth): void {
  const seqOf = (station: string, lane: string, mark: string): number | null => {
    const found = world.acknowledged.filter(
      (entry) =>
        entry.station === station && laneOf(entry.op) === lane && marksOf(world, entry, truth).includes(mark),
    )
    return found.length === 1 ? (found[0]?.op.seq ?? null) : null
  }
  const newest = new Map<string, number>()
  for (const { station, lane, mark } of world.sent) {
    const seq = seqOf(station, lane, mark)
    if (seq === null) continue
    const key = `${station} ${lane}`
    if (seq < (newest.get(key) ?? 0))
      throw new Error(`I2: op ${seq} of ${key} was sent after op ${newest.get(key)}`)
    newest.set(key, seq)
  }
}

function marksOf(world: World, entry: Acknowledged, truth: Truth): string[] {
  const op = truth.now.get(entry) as Op
  const body = bodyOf(op)
  switch (op.kind) {
    case 'create_shipment':
      return [markOf(op.kind, body.tracking_number)]
    case 'create_refund':
      return [markOf(op.kind, body.amount)]
    case 'cancel_order':
      return [markOf(op.kind, op.orderId)]
    case 'create_item':
      return [markOf(op.kind, body.title)]
    case 'update_item':
      return [markOf(op.kind, `${op.itemKey} ${op.body}`)]
    case 'delist_item':
      return [markOf(op.kind, op.itemKey)]
    default: {
      const { db } = world.benches[entry.station].station
      const serverId = findShipment(db, op.shipmentUid ?? '')?.serverId
      const time = body.shipped_at ?? body.delivered_at ?? body.canceled_at
      return [markOf(String(body.state), `${serverId} ${time}`)]
    }
  }
}

/** I6: what may have arrived is not sent again before the settle window is over. */
export function checkSettleWindow(world: World, truth: Truth): void {
  const last = new Map<string, number>()
  for (const { station, mark, atMs, outcome } of world.sent) {
    const key = `${station} ${mark}`
    const before = last.get(key)
    const creates = /^create_(shipment|refund|item)|^cancel_order/.test(mark)
    // A person may send again whenever a person wants to.
    const resent = world.acknowledged.some(
      (entry) =>
        entry.station === station && entry.resends > 0 && marksOf(world, entry, truth).includes(mark),
    )
    if (creates && !resent && before !== undefined && atMs - before < SETTLE_MS)
      throw new Error(`I6: ${key} was sent again after ${atMs - before} ms`)
    if (mayHaveArrived(outcome)) last.set(key, atMs)
  }
}

const NEVER_ARRIVED = [
  'unreachable',
  'unauthorized',
  'rate_limited',
  'unprocessable',
  'not_found',
  'invalid_request',
]

/** Whether the marketplace may have carried out a write that ended so. */
export function mayHaveArrived(outcome: string | null): boolean {
  return outcome === null || !NEVER_ARRIVED.includes(outcome)
}
