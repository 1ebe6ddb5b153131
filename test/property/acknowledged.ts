import { findOp, type Op } from '../../src/main/store/tables/outbox'
import type { OpKind } from '../../src/shared/domain/outbox/operation'
import { sameBody, type Body } from './journal'
import type { StationName } from './schedule'
import type { World } from './world'

/** An op that a use-case acknowledged: it must never be lost from here on. */
export type Acknowledged = {
  /** The station where it is now. */
  station: StationName
  /** Stations that may have sent it: where it was requested, and where a file took it. */
  holders: Set<StationName>
  /** Its numbers, as they were when it was acknowledged; what was asked is not taken from there. */
  op: Op
  /** Its number at each station, and from which write to the marketplace on. */
  places: { station: StationName; from: number; seq: number }[]
  /** What the call asked for, and what it had asked for before a person corrected it. */
  asked: Body
  former: Body[]
  /** How often a person said "send again". */
  resends: number
  /** The record that a person chose with "it is this one". */
  adopted: number | null
  /** A person discarded it, or it left in a file. */
  discarded: boolean
  /** It left in a file and was imported from it. */
  carried: boolean
  /** It continued from a backup, or from a restored file. */
  rewound: boolean
  /** It was requested after a restored file was copied, so that nobody here may know about it. */
  gone: boolean
}

/** What a person's call asked for, in the words of the API. */
export type Ask = {
  kind: OpKind
  orderId: number | null
  itemKey: string | null
  body: Body
  /** The time in the body is that of the station's clock, a few milliseconds later at most. */
  stamped?: string
  /** Only if there was anything to do. */
  ifNeeded?: boolean
}

/** Two packs of an order never have the same time, so that one may be a little later than its call. */
const MOST_LATER_MS = 50

/**
 * Records new ops: of a person, or of a job that was confirmed earlier.
 * @throws for one that nobody asked for
 */
export function noteNew(
  world: Pick<World, 'benches' | 'acknowledged' | 'asks' | 'jobs' | 'count'>,
  name: StationName,
): void {
  const bench = world.benches[name]
  if (!bench.station.db.open) return
  for (let op = next(bench); op !== null; op = next(bench)) {
    bench.lastSeq = op.seq
    const asked = askedFor(world, name, op)
    world.acknowledged.push(
      acknowledged(name, op, op.kind === 'update_item' ? merged(world, op, asked) : asked),
    )
    world.count(`op ${op.kind}${op.jobId === null ? '' : ' of many'}`)
  }
  const missed = world.asks.splice(0).find(({ ifNeeded }) => ifNeeded !== true)
  if (missed !== undefined)
    throw new Error(`I4: ${name} acknowledged ${JSON.stringify(missed)}, and has no op`)
}

function askedFor(world: Pick<World, 'asks' | 'jobs' | 'benches'>, name: StationName, op: Op): Body {
  const { kind, orderId, itemKey, jobId } = op
  if (jobId !== null) {
    const job = world.jobs.findLast((one) => one.station === name && one.jobId === jobId)
    const body = job?.bodies.get(itemKey ?? '')
    if (body === undefined) throw new Error(`op ${op.seq} of ${name} (${kind}): no row asked for ${itemKey}`)
    return body
  }
  for (let ask = world.asks.shift(); ask !== undefined; ask = world.asks.shift()) {
    if (ask.kind === kind && ask.orderId === orderId && ask.itemKey === itemKey)
      return ask.stamped === undefined ? ask.body : stamped(ask.body, ask.stamped, op)
    if (ask.ifNeeded !== true) break
  }
  throw new Error(`op ${op.seq} of ${name} (${kind}): nobody asked for it`)
}

/** A change takes along what was asked for before, for the same item, and never sent. */
function merged({ acknowledged }: Pick<World, 'acknowledged'>, op: Op, asked: Body): Body {
  const before = acknowledged.filter((entry) => entry.op.kind === op.kind && entry.op.itemKey === op.itemKey)
  const taken = Object.keys(JSON.parse(op.body) as Body).flatMap((field) => {
    const last = before.findLast((entry) => field in entry.asked)
    return last === undefined ? [] : [[field, last.asked[field]]]
  })
  return { ...Object.fromEntries(taken), ...asked }
}

/** The milliseconds are the station's choice; that they are about those of its clock is not. */
function stamped(body: Body, field: string, op: Op): Body {
  const at = (JSON.parse(op.body) as Body)[field]
  const later = Date.parse(String(at)) - Date.parse(String(body[field]))
  if (!(later >= 0 && later <= MOST_LATER_MS))
    throw new Error(
      `I11: op ${op.seq} (${op.kind}): ${field} is ${String(at)}, asked at ${String(body[field])}`,
    )
  return { ...body, [field]: at }
}

function acknowledged(station: StationName, op: Op, asked: Body): Acknowledged {
  return {
    station,
    holders: new Set([station]),
    op,
    places: [{ station, from: 0, seq: op.seq }],
    asked,
    former: [],
    resends: 0,
    adopted: null,
    discarded: false,
    carried: false,
    rewound: false,
    gone: false,
  }
}

/** What a person's correction asked for instead. */
export function noteCorrection(entry: Acknowledged, body: Body, now: Op): void {
  noteAsked(entry, 'packed_at' in body ? stamped(body, 'packed_at', now) : body)
}

/** What is asked for from here on. */
export function noteAsked(entry: Acknowledged, body: Body): void {
  if (sameBody(body, entry.asked)) return
  entry.former.push(entry.asked)
  entry.asked = body
}

function next({ station, lastSeq }: World['benches'][StationName]): Op | null {
  return findOp(station.db, lastSeq + 1)
}
