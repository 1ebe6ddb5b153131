import type { ControlOrder } from '../../src/marketplace/control-client'
import { mayHaveArrived } from './journal'
import { STATIONS, type StationName } from './schedule'
import { fail, writesFor, orderOf, type Truth } from './truth'
import type { Acknowledged } from './acknowledged'
import type { World } from './world'

/** Money: equal refunds cannot be told apart, so they are counted. */

/** I3, I5, I6: never twice, unless a person said so, and never one that somebody else made. */
export function checkRefunds(world: World, truth: Truth): void {
  const groups = new Map<string, Acknowledged[]>()
  for (const entry of world.acknowledged) {
    if (entry.op.kind !== 'create_refund') continue
    const key = `${entry.op.orderId} ${String(entry.asked['amount'])}`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  for (const alike of groups.values()) checkAlike(world, truth, alike)
  for (const order of truth.orders.values()) for (const name of STATIONS) checkPaid(world, truth, order, name)
}

/** A station never sends more than the buyer paid, unless a person or a disaster made it forget what it had sent. */
function checkPaid(world: World, truth: Truth, { id, amount }: ControlOrder, name: StationName): void {
  const entries = world.acknowledged.filter(({ op }) => op.kind === 'create_refund' && op.orderId === id)
  const isTold = entries.every(
    ({ resends, adopted, discarded, carried, rewound, gone }) =>
      resends === 0 && adopted === null && !discarded && !carried && !rewound && !gone,
  )
  const writes = truth.writes.filter((write) => write.kind === 'create_refund' && write.orderId === id)
  // A lost refund may be taken for an equal one by somebody else, and arrive afterwards.
  const isShared = writes.some(({ station }) => station !== name)
  const isForeign = world.foreignRefunds.some(({ orderId }) => orderId === id)
  if (!isTold || isShared || isForeign) return
  const sent = writes.filter(({ appliedMs }) => appliedMs !== null)
  const sum = sent.reduce((cents, { body }) => cents + Number(body['amount']), 0)
  if (sum > amount) throw new Error(`order ${id}: ${name} refunded ${sum} cents of ${amount}`)
  if (entries.length > 1) world.count('refunds together')
}

function checkAlike(world: World, truth: Truth, alike: Acknowledged[]): void {
  const [one] = alike
  if (one === undefined) return
  const writes = [...new Set(alike.flatMap((entry) => writesFor(truth, entry)))]
  const allowed = alike.reduce((sum, { resends }) => sum + 1 + resends, 0)
  const applied = writes.filter(({ appliedMs }) => appliedMs !== null)
  if (applied.length > allowed) {
    world.count('duplicates')
    fail('I3', one, `${applied.length} refunds for ${allowed}`)
  }
  const arrived = writes.filter(mayHaveArrived)
  if (arrived.length > allowed) fail('I6', one, `a refund was sent ${arrived.length} times for ${allowed}`)

  const confirmed = alike.filter(
    (entry) => truth.now.get(entry)?.state === 'confirmed' && entry.adopted === null,
  )
  // After a lost refund, an equal one from elsewhere looks exactly as ours would. Requests in flight when the
  // marketplace went offline or the station died may be missing from the journal.
  const isCutOff = ['did network', 'did crash'].some((what) => world.tally[what] !== undefined)
  const cutOff = isCutOff ? alike.length : 0
  const lost = arrived.length - applied.length + cutOff
  const shared = new Set(alike.map(({ station }) => station)).size > 1 ? applied.length : 0
  const mistaken = Math.min(lost, equalOfOthers(world, one) + shared)
  const pretended = writes.filter((write) => write.pretended).length
  if (confirmed.length > applied.length + mistaken + pretended)
    fail('I5', one, `${confirmed.length} confirmed, and ${applied.length} refunds made`)
  const shown = new Set(orderOf(truth, one.op).refunds.map(({ id }) => String(id)))
  for (const entry of confirmed) {
    const ref = truth.now.get(entry)?.serverRef ?? ''
    if (!shown.has(ref) && pretended === 0) fail('I5', entry, `no refund ${ref}`)
  }
}

function equalOfOthers(world: World, { op, asked }: Acknowledged): number {
  return world.foreignRefunds.filter(
    ({ orderId, amount }) => orderId === op.orderId && amount === asked['amount'],
  ).length
}

/** I3: an order is refunded only once for its cancellation; an order reported as canceled is canceled. */
export function checkCancellations(world: World, truth: Truth): void {
  for (const order of truth.orders.values()) {
    const cancellations = order.refunds.filter(({ type }) => type === 'cancellation')
    if (cancellations.length > 1)
      throw new Error(`I3: order ${order.id} was refunded twice for a cancellation`)
    const confirmed = world.acknowledged.find(
      (entry) =>
        entry.op.kind === 'cancel_order' &&
        entry.op.orderId === order.id &&
        truth.now.get(entry)?.state === 'confirmed',
    )
    if (confirmed === undefined || order.state === 'canceled') continue
    if (writesFor(truth, confirmed).some(({ pretended }) => pretended))
      world.excuse('a pretended cancellation')
    else fail('I5', confirmed, `the order is ${order.state}`)
  }
}
