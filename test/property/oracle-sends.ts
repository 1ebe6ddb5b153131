import type { OpKind } from '../../src/shared/domain/outbox/operation'
import { laneOf } from './drain'
import { carries, mayHaveArrived, type Write } from './journal'
import { fail, writesFor, type Truth } from './truth'
import type { Acknowledged } from './acknowledged'
import type { World } from './world'

/** Conditions on the writes that reached the marketplace: their sequence and their times. */

export const SETTLE_MS = 120_000

/** I2: within a lane of a station, nothing of a later op is sent before an earlier one is finished. */
export function checkLaneOrder(world: World, truth: Truth): void {
  const entryOf = (write: Write): Acknowledged | null => {
    const found = world.acknowledged.filter(
      (entry) => entry.holders.has(write.station) && carries(write, { ...entry.op, body: entry.asked }),
    )
    return found.length === 1 ? (found[0] ?? null) : null
  }
  const newest = new Map<string, number>()
  for (const write of truth.writes) {
    const entry = entryOf(write)
    // An op restored from a backup or a file has another seq.
    if (entry === null || entry.rewound) continue
    const key = `${write.station} ${laneOf(entry.op)}`
    const { seq } = entry.op
    if (seq < (newest.get(key) ?? 0))
      throw new Error(`I2: op ${seq} of ${key} was sent after op ${newest.get(key)}`)
    newest.set(key, seq)
  }
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
