import type { OpKind } from '../../src/shared/domain/outbox/operation'
import { laneOf } from './drain'
import { carries, mayHaveArrived, sameBody, type Body, type Write } from './journal'
import { fail, writesFor, type Truth } from './truth'
import type { Acknowledged } from './acknowledged'
import type { World } from './world'

/** Conditions on the writes that reached the marketplace: their sequence and their times. */

export const SETTLE_MS = 120_000

/** Whether it took effect when nobody waited for it any more. */
export function wasLate({ atMs, appliedMs }: Write): boolean {
  return appliedMs !== null && appliedMs - atMs >= SETTLE_MS - 5_000
}

/** Nothing is sent that nobody asked for, and nothing in other words than it was asked for. */
export function checkAsked(world: World, truth: Truth): void {
  for (const write of truth.writes) {
    // It was never read.
    if (write.appliedMs === null && Object.keys(write.body).length === 0) continue
    const asked = world.acknowledged.some(
      (entry) =>
        entry.holders.has(write.station) &&
        entry.op.kind === write.kind &&
        entry.op.orderId === write.orderId &&
        [entry.asked, ...entry.former].some((body) => isAsked(write, body, entry)),
    )
    if (!asked) throw new Error(`I11: ${write.station} sent what nobody asked for: ${JSON.stringify(write)}`)
  }
}

function isAsked({ kind, itemKey, body }: Write, asked: Body, { op }: Acknowledged): boolean {
  if (op.itemKey !== itemKey) return false
  // What a later op replaced is left out of an earlier one.
  if (kind === 'update_item') return sameBody({ ...asked, ...body }, asked)
  return sameBody(body, asked)
}

/** I2: within a lane of a station, nothing of a later op is sent before an earlier one is finished. */
export function checkLaneOrder(world: World, truth: Truth): void {
  const newest = new Map<string, number>()
  truth.writes.forEach((write, index) => {
    const found = world.acknowledged.filter(
      (entry) => entry.holders.has(write.station) && carries(write, { ...entry.op, body: entry.asked }),
    )
    const [entry] = found
    if (entry === undefined || found.length > 1) return
    const place = entry.places.findLast(({ station, from }) => station === write.station && from <= index)
    if (place === undefined) fail('I2', entry, `was sent by ${write.station}, which does not have it`)
    // A restored file may look for, and send, what it does not know to be done.
    const era = world.restored.findLast(
      ({ station, from }) => station === write.station && from <= index,
    )?.from
    const key = `${write.station} ${laneOf(entry.op)} ${era ?? ''}`
    if (place.seq < (newest.get(key) ?? 0))
      fail('I2', entry, `was sent after op ${newest.get(key)} of ${key}`)
    newest.set(key, place.seq)
  })
}

const CREATING: ReadonlySet<OpKind> = new Set([
  'create_shipment',
  'create_refund',
  'create_item',
  'cancel_order',
])

/** I6: an op that may have arrived is not sent again before the settle window is over. */
export function checkSettleWindow(world: World, truth: Truth): void {
  for (const entry of world.acknowledged) {
    if (!CREATING.has(entry.op.kind) || !isAlone(world, entry)) continue
    let lastMs: number | null = null
    for (const write of writesFor(truth, entry)) {
      if (lastMs !== null && write.atMs - lastMs < SETTLE_MS)
        fail('I6', entry, `was sent again after ${write.atMs - lastMs} ms`)
      if (mayHaveArrived(write)) lastMs = write.atMs
    }
  }
}

/** I11: a corrected op had never arrived with the wrong time. */
export function checkCorrections(world: World, truth: Truth): void {
  for (const entry of world.acknowledged)
    for (const former of entry.former) {
      const asked = { ...entry.op, body: former }
      const same = world.acknowledged.some((other) =>
        carries({ ...entry.op, body: other.asked } as unknown as Write, asked),
      )
      const sent = truth.writes.some(
        (write) => write.station === entry.station && mayHaveArrived(write) && carries(write, asked),
      )
      if (sent && !same) fail('I11', entry, 'was corrected although it may have arrived')
    }
}

/** A person may send again at any time; ops with equal contents cannot be told apart. */
function isAlone(world: World, entry: Acknowledged): boolean {
  if (entry.resends > 0) return false
  const asked = { ...entry.op, body: entry.asked }
  return world.acknowledged.every(
    (other) =>
      other === entry ||
      ![...other.holders].some((name) => entry.holders.has(name)) ||
      !carries({ ...other.op, body: other.asked } as unknown as Write, asked),
  )
}
