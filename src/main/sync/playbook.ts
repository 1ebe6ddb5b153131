import type { HeldReason, OpKind } from '../../shared/domain/outbox/operation'
import type { PartnerClient } from '../partner/client'
import type { Tx } from '../store/db/database'
import type { Op } from '../store/tables/outbox'
import type { TakeInDeps } from './take-in'

/** What a playbook may use. It never commits anything: `send.ts` does, so that every step is one commit. */
export type PlayDeps = TakeInDeps & {
  client: PartnerClient
  /**
   * The last op that was queued before this process. What became of those up to here is only what the database says, and
   * somebody may have put an older one there.
   */
  earlierSeq: number
}

/** What the marketplace shows of the effect of an op. */
export type Finding =
  /** The effect exists. `serverRef`: the marketplace's id of what was created; `null` for ops that create nothing. */
  | { kind: 'arrived'; serverRef: string | null }
  /** It is not there. */
  | { kind: 'absent' }
  /** Only a person can decide, or the present state makes the op pointless. */
  | { kind: 'stuck'; reason: HeldReason }
  /** As `stuck`, but the marketplace may not be done yet: looked at again until the settle window is over. */
  | { kind: 'unsettled'; reason: HeldReason }

/** How one kind of op is done. `Present` is what it looks at on the marketplace: its order, or its item. */
export type Playbook<Present> = {
  /** False when this version cannot read the op's body: such an op is held, never dropped (I8). */
  readable(op: Op): boolean
  /** Reads what the op is about. @throws PartnerError */
  look(deps: PlayDeps, op: Op): Promise<Present>
  /** Whether what was read is older than what is known here; then only what has arrived counts. @param at ISO 8601 UTC */
  behind?(deps: PlayDeps, present: Present, at: string): boolean
  /** Keeps what was read. @param at ISO 8601 UTC */
  keep(tx: Tx, deps: PlayDeps, op: Op, present: Present, at: string): void
  /** Whether the effect of the op exists. */
  judge(deps: PlayDeps, op: Op, present: Present): Finding
  /** What speaks against sending an op that is not there yet. */
  against(deps: PlayDeps, op: Op, present: Present): HeldReason | null
  /**
   * Whether the marketplace shows what only this op can have made, although the database has never sent it: the database
   * is older than what it sent. Asked of ops that are `ready` and were never sent.
   */
  sentUnknown?(deps: PlayDeps, op: Op, present: Present): boolean
  /** Ids that exist before the first send; `null` when reading back needs none. */
  baseline(present: Present): readonly (number | string)[] | null
  /** Writes to the marketplace. @returns what it calls what was created @throws PartnerError */
  send(deps: PlayDeps, op: Op, present: Present): Promise<string | null>
  /** Notes what the op brought about, in the commit that confirms it. @param at ISO 8601 UTC */
  confirmed(tx: Tx, deps: PlayDeps, op: Op, serverRef: string | null, at: string): void
  /** Nothing tells equal ones of different senders apart. */
  looksAlike?: true
  /** How long one of unknown outcome is looked for, in milliseconds, where that is longer than the settle window. */
  late?(op: Op): number | null
  /** Whether what shows after all that time is what the op asked for, although it proved nothing before. */
  arrivedLate?(op: Op, present: Present): boolean
  /**
   * How often one whose outcome is unknown, and which was looked for in vain for the whole settle window, is sent at
   * most (I6). Without a bound where saying a thing twice changes nothing; once where a second time costs money.
   */
  sends: number
}

/** Sent as often as it takes. */
export const NO_BOUND = Number.POSITIVE_INFINITY
/** Rounds of a create. */
export const CREATE_SENDS = 3

/** Finds the playbook of each kind; every kind has one. */
export type Playbooks = Readonly<Record<OpKind, Playbook<unknown>>>
