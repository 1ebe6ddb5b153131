import type { ControlOrder } from '../../src/marketplace/control-client'
import type { NoticeKind } from '../../src/shared/contract/views'
import { sql, type Db } from '../../src/main/store/db/database'
import { openNotices } from '../../src/main/store/tables/notices'
import { findOp, type Op } from '../../src/main/store/tables/outbox'
import { carries, type Write } from './journal'
import { listItems, type ListedItem } from './items'
import type { Acknowledged } from './acknowledged'
import type { World } from './world'

/** The marketplace's final state, the requests it received, and the outcome of each acknowledged op. */
export type Truth = {
  orders: Map<number, ControlOrder>
  items: ListedItem[]
  writes: Write[]
  /** The op as people see it; `null` for one that was lost with a replaced file. */
  now: Map<Acknowledged, Op | null>
}

/** Reads all of it. Throws when an acknowledged op is gone (I4). */
export async function readTruth(world: World): Promise<Truth> {
  const orders = new Map<number, ControlOrder>()
  for (const id of world.orderIds) orders.set(id, await world.control.readOrder(id))
  const [account] = await world.control.accounts()
  const items = await listItems(world.baseUrl, account?.accessToken ?? '')
  const now = new Map<Acknowledged, Op | null>()
  for (const entry of world.acknowledged) {
    const op = findByUid(world.benches[entry.station].station.db, entry.op.opUid)
    if (op === null && !entry.gone) {
      world.count('losses')
      fail('I4', entry, 'an acknowledged op is gone')
    }
    now.set(entry, op)
  }
  return { orders, items, writes: world.writes(), now }
}

/** The op with this uid; the last row of one that was exported and came back. */
export function findByUid(db: Db, opUid: string): Op | null {
  const seq = sql(db, 'SELECT max(seq) FROM outbox WHERE op_uid = ?').pluck().get(opUid) as number | null
  return seq === null ? null : findOp(db, seq)
}

/** The writes that a station, or those that imported the op, sent for the request, from the journal. */
export function writesFor(truth: Truth, entry: Acknowledged): Write[] {
  return truth.writes.filter(
    (write) => entry.holders.has(write.station) && carries(write, { ...entry.op, body: entry.asked }),
  )
}

/** The op's order. */
export function orderOf(truth: Truth, { orderId }: Pick<Op, 'orderId'>): ControlOrder {
  const order = truth.orders.get(orderId ?? 0)
  if (order === undefined) throw new Error(`no order ${orderId}`)
  return order
}

const UNITS = { milliseconds: 1, seconds: 1_000, rounded_seconds: 1_000 } as const

/** Equal at the marketplace's precision. */
export function sameTime(world: World, shown: string | null, asked: unknown): boolean {
  const { timestampPrecision } = world.schedule.settings
  const unit = UNITS[timestampPrecision]
  const kept = (ms: number): number =>
    timestampPrecision === 'rounded_seconds' ? Math.round(ms / unit) : Math.floor(ms / unit)
  return kept(Date.parse(shown ?? '')) === kept(Date.parse(String(asked)))
}

/** As `sameTime`, for a station that has not yet seen whether this marketplace cuts or rounds. */
export function mayBeTime(world: World, shown: string | null, asked: unknown): boolean {
  const unit = UNITS[world.schedule.settings.timestampPrecision]
  const [shownMs, askedMs] = [Date.parse(shown ?? ''), Date.parse(String(asked))]
  return [Math.floor, Math.round].some((kept) => kept(askedMs / unit) * unit === shownMs)
}

/** Whether the people who have the op, or moved its parcel, were told about its order with one of these kinds. */
export function wasTold(world: World, entry: Acknowledged, ...kinds: readonly NoticeKind[]): boolean {
  const { orderId, shipmentUid } = entry.op
  const concerned = world.acknowledged
    .filter(({ op }) => op.shipmentUid !== null && op.shipmentUid === shipmentUid)
    .map(({ station }) => station)
  return [...new Set([entry.station, ...concerned])].some((name) =>
    openNotices(world.benches[name].station.db).some(
      (notice) => notice.orderId === orderId && kinds.includes(notice.kind),
    ),
  )
}

/** Throws an error that names the invariant and the op. */
export function fail(invariant: string, { station, op }: Acknowledged, problem: string): never {
  throw new Error(`${invariant}: op ${op.seq} of ${station} (${op.kind}): ${problem}`)
}
