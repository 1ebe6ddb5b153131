import { findOp, type Op } from '../../src/main/store/tables/outbox'
import type { Body } from './journal'
import type { StationName } from './schedule'
import type { World } from './world'

/** An op that a use-case acknowledged: it must never be lost from here on. */
export type Acknowledged = {
  /** The station where it is now. */
  station: StationName
  /** Stations that may have sent it: where it was requested, and where a file took it. */
  holders: Set<StationName>
  /** As it was acknowledged. */
  op: Op
  /** The request, and its content before a person corrected it. */
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

/** Records new ops: of a person, or of a job that was confirmed earlier. */
export function noteNew(world: Pick<World, 'benches' | 'acknowledged' | 'count'>, name: StationName): void {
  const bench = world.benches[name]
  if (!bench.station.db.open) return
  for (let op = next(bench); op !== null; op = next(bench)) {
    bench.lastSeq = op.seq
    world.acknowledged.push(acknowledged(name, op))
    world.count(`op ${op.kind}${op.jobId === null ? '' : ' of many'}`)
  }
}

function acknowledged(station: StationName, op: Op): Acknowledged {
  return {
    station,
    holders: new Set([station]),
    op,
    asked: JSON.parse(op.body) as Body,
    former: [],
    resends: 0,
    adopted: null,
    discarded: false,
    carried: false,
    rewound: false,
    gone: false,
  }
}

function next({ station, lastSeq }: World['benches'][StationName]): Op | null {
  return findOp(station.db, lastSeq + 1)
}
