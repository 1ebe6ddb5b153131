import type { ControlOrder } from '../../src/marketplace/control-client'
import { findOp, type Op } from '../../src/main/store/outbox'
import { listItems, type Acknowledged, type ListedItem, type World } from './world'

/** What the marketplace shows in the end, and what became of each acknowledged op. */
export type Truth = { orders: Map<number, ControlOrder>; items: ListedItem[]; now: Map<Acknowledged, Op> }

/** Reads all of it. Throws when an acknowledged op is gone (I4). */
export async function readTruth(world: World): Promise<Truth> {
  const orders = new Map<number, ControlOrder>()
  for (const id of world.orderIds) orders.set(id, await world.control.readOrder(id))
  const [account] = await world.control.accounts()
  const items = await listItems(world.baseUrl, account?.accessToken ?? '')
  const now = new Map<Acknowledged, Op>()
  for (const entry of world.acknowledged) {
    const op = findOp(world.benches[entry.station].station.db, entry.op.seq)
    if (op === null) {
      world.count('losses')
      fail('I4', entry, 'an acknowledged op is gone')
    }
    now.set(entry, op)
  }
  return { orders, items, now }
}

/** The order that an op is about. */
export function orderOf(truth: Truth, op: Op): ControlOrder {
  const order = truth.orders.get(op.orderId ?? 0)
  if (order === undefined) throw new Error(`no order ${op.orderId}`)
  return order
}

type Body = Record<string, string | undefined> & { amount?: never }

/** What the op asked for. */
export function bodyOf(op: Op): Body &
  Record<'tracking_number' | 'packed_at', string> & {
    warehouse_id: unknown
    order_line_ids: readonly number[]
  } {
  return JSON.parse(op.body)
}

/** Equal at the precision that the marketplace keeps. */
export function sameTime(world: World, shown: string | null, asked: string | undefined): boolean {
  const unit = world.schedule.settings.timestampPrecision === 'seconds' ? 1_000 : 1
  return Math.floor(Date.parse(shown ?? '') / unit) === Math.floor(Date.parse(asked ?? '') / unit)
}

/** Names the invariant and the op. */
export function fail(invariant: string, { station, op }: Acknowledged, problem: string): never {
  throw new Error(`${invariant}: op ${op.seq} of ${station} (${op.kind}): ${problem}`)
}
