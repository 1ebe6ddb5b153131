import type { OpKind, OpState } from '../../src/shared/domain/outbox/operation'
import type { CrashPoint } from '../../src/main/base/crash-points'
import type { BulkJobView } from '../../src/shared/contract/bulk'
import type { BulkAct } from './bulk-acts'
import type { ScaledTime } from './scaled-clock'

/** An act of a person at the station that will be killed. `orderId` is 0 for items. */
export type Act =
  | { do: 'pack'; orderId: number }
  | { do: 'ship' | 'deliver' | 'cancelShipment'; orderId: number }
  | { do: 'cancelOrder'; orderId: number }
  | { do: 'refund'; orderId: number; amountCents: number }
  | { do: 'createItem'; externalId: string }
  | { do: 'updateItem' | 'delistItem'; itemNumber: string }
  | { do: 'discard' }

/** The options of the station process; JSON in its first argument. */
export type Start = {
  dataDir: string
  baseUrl: string
  accessToken: string
  time: ScaledTime
  /** Dies at this point, counted from 0; `null`: lives. */
  dieAt: number | null
}

export type OpReport = {
  seq: number
  kind: OpKind
  orderId: number | null
  state: OpState
  heldReason: string | null
  attempts: number
  body: string
  serverRef: string | null
}

export type Question = { id: number } & (
  | { ask: 'act'; act: Act }
  | { ask: 'many'; act: BulkAct }
  | { ask: 'ops' }
  | { ask: 'close' }
)
export type Answer = { id: number } & (
  | { kind: 'acted'; refused: string | null }
  | { kind: 'many'; jobs: BulkJobView[]; refused: string | null }
  | { kind: 'ops'; ops: OpReport[] }
  | { kind: 'closed'; points: Passed[] }
)

/** A point that the process passed. `with`: what the durable commit contained. */
export type Passed = { point: CrashPoint; with: readonly CrashPoint[] }
