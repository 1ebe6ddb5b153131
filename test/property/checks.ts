import type { HeldReason } from '../../src/shared/domain/outbox/held-reason'
import type { OpState } from '../../src/shared/domain/outbox/operation'
import { openOpsOfLane, type Op } from '../../src/main/store/tables/outbox'
import { openNotices } from '../../src/main/store/tables/notices'
import { shipmentsOfOrder } from '../../src/main/store/tables/shipments'
import { sameBody, type Body } from './journal'
import { countNeedless } from './needless'
import { checkChanges } from './oracle-changes'
import { checkItems, checkKeptItems } from './oracle-items'
import { checkMany } from './oracle-many'
import { checkCancellations, checkRefunds } from './oracle-refunds'
import { checkAsked, checkCorrections, checkLaneOrder, checkSettleWindow } from './oracle-sends'
import { checkCreated, checkMoved, checkReferences } from './oracle-shipments'
import { STATIONS } from './schedule'
import { fail, readTruth, type Truth } from './truth'
import type { Acknowledged } from './acknowledged'
import { refuseFaults } from './unforeseen'
import type { World } from './world'

/**
 * Conditions that must hold once a schedule is drained. They are derived from what people requested and were told, from
 * the requests that the marketplace received and from what it shows, not from how the station works.
 */

/** Compares guarantee and marketplace. Throws an error that names the invariant. */
export async function checkAll(world: World): Promise<void> {
  const truth = await readTruth(world)
  for (const name of STATIONS) refuseFaults(world.benches[name].station)
  for (const entry of world.acknowledged) {
    const op = truth.now.get(entry) ?? null
    if (op !== null) {
      checkKept(entry, op)
      checkSettled(world, entry, op)
    }
    checkEffect(world, truth, entry, op)
  }
  checkReferences(world, truth)
  checkRefunds(world, truth)
  checkCancellations(world, truth)
  checkItems(world, truth)
  checkKeptItems(world, truth)
  checkMany(world, truth)
  checkAsked(world, truth)
  checkLaneOrder(world, truth)
  checkSettleWindow(world, truth)
  checkCorrections(world, truth)
  checkChanges(world, truth)
  checkLocalCopies(world, truth)
  countNeedless(world, truth)
}

/** An acknowledged op still exists, as it was confirmed. */
function checkKept(entry: Acknowledged, op: Op): void {
  for (const field of ['opUid', 'kind', 'lane', 'orderId', 'itemKey'] as const)
    if (op[field] !== entry.op[field]) fail('I4', entry, `${field} changed to ${op[field]}`)
  const kept = JSON.parse(op.body) as Body
  // Only the latest price and discount is sent: fields that a later op replaced are removed from an earlier one.
  const part = op.kind === 'update_item' && sameBody({ ...entry.asked, ...kept }, entry.asked)
  if (!part && !sameBody(entry.asked, kept))
    fail('I11', entry, `asked for ${JSON.stringify(entry.asked)}, kept as ${op.body}`)
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

function checkEffect(world: World, truth: Truth, entry: Acknowledged, op: Op | null): void {
  switch (entry.op.kind) {
    case 'create_shipment':
      return checkCreated(world, truth, entry, op)
    case 'ship_shipment':
    case 'deliver_shipment':
    case 'cancel_shipment':
      return op === null ? undefined : checkMoved(world, truth, entry, op)
    default:
      // Checked for the whole order or item.
      return
  }
}

/** For orders without open ops, the stations show what the marketplace shows. */
function checkLocalCopies(world: World, truth: Truth): void {
  for (const name of STATIONS) {
    const { db } = world.benches[name].station
    world.count('notices', openNotices(db).length)
    for (const [orderId, order] of truth.orders) {
      if (openOpsOfLane(db, `order:${orderId}`).length > 0) continue
      if (world.schedule.hidden) continue
      // A pretended success is announced by its notice, and shown as people last knew it.
      if (truth.writes.some((write) => write.pretended && write.orderId === orderId)) continue
      const here = shipmentsOfOrder(db, orderId).map(({ serverId, state }) => `${serverId} ${state}`)
      const there = order.shipments.map(({ id, state }) => `${id} ${state}`)
      const local = here
        .filter((text) => !text.startsWith('null canceled'))
        .sort()
        .join(', ')
      if (local !== there.sort().join(', '))
        throw new Error(`order ${orderId} at ${name} shows [${local}], the marketplace [${there.join(', ')}]`)
    }
  }
}
