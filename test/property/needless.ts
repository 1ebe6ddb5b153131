import type { HeldReason } from '../../src/shared/domain/outbox/operation'
import type { Op } from '../../src/main/store/tables/outbox'
import { writesFor, type Truth } from './truth'
import type { Acknowledged, World } from './world'

/** How often a person was asked although a person knows no more than the station. */

/** Whatever the marketplace shows, these are for a person. */
const FAIR: ReadonlySet<HeldReason | null> = new Set([
  'not_found',
  'clock_wrong',
  'forbidden',
  'keeps_failing',
  'cannot_look',
])

/**
 * Counts ops that are held although nobody else touched what they are about, nobody at this station asked for something
 * that speaks against them, and the marketplace neither refused them nor kept what became of them to itself.
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
  const applied = writes.filter(({ appliedMs }) => appliedMs !== null)
  // It is there, once.
  if (applied.length === 1) return true
  // It was not carried out, and no fault made that doubtful.
  return applied.length === 0 && writes.length === 0
}
