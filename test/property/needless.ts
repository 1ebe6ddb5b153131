import type { HeldReason } from '../../src/shared/domain/outbox/held-reason'
import type { Op } from '../../src/main/store/tables/outbox'
import { wasLate } from './oracle-sends'
import { writesFor, type Truth } from './truth'
import type { Acknowledged } from './acknowledged'
import type { World } from './world'

/** Counts how often a person was asked who knows no more than the station. */

/** These always need a person, whatever the marketplace shows. */
const FAIR: ReadonlySet<HeldReason | null> = new Set([
  'not_found',
  'clock_wrong',
  'forbidden',
  'busy',
  'keeps_failing',
  'cannot_look',
])

/**
 * Counts held ops that nobody else interfered with, that contradict no other request at this station, and whose outcome
 * the marketplace neither refused nor left unclear.
 */
export function countNeedless(world: World, truth: Truth): void {
  for (const entry of world.acknowledged) {
    const op = truth.now.get(entry)
    if (op?.state !== 'held' || !isNeedless(world, truth, entry, op)) continue
    world.count(`needless ${op.kind} ${op.heldReason}`)
  }
}

function isNeedless(world: World, truth: Truth, entry: Acknowledged, op: Op): boolean {
  if (FAIR.has(op.heldReason) || entry.rewound || op.orderId === null) return false
  if (world.foreignOrders.has(op.orderId)) return false
  const others = world.acknowledged.filter((other) => other !== entry && other.op.orderId === op.orderId)
  if (others.some((other) => other.station !== entry.station || other.op.kind === 'cancel_order'))
    return false
  if (others.some(({ discarded, adopted, resends }) => discarded || adopted !== null || resends > 0))
    return false
  const writes = writesFor(truth, entry)
  // Never sent again by itself: of one that was killed on its way out, or is shown too late, nobody can know.
  const isRefund = op.kind === 'create_refund'
  const applied = writes.filter(({ appliedMs }) => appliedMs !== null)
  const [only] = applied
  // It exists, once.
  if (applied.length === 1) return !(isRefund && only !== undefined && wasLate(only))
  // It was not applied, and no fault made that doubtful.
  return applied.length === 0 && writes.length === 0 && !(isRefund && op.attempts > 0)
}
