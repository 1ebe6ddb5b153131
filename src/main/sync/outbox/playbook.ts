import type { HeldReason } from '../../../shared/domain/outbox/held-reason'
import type { OpKind } from '../../../shared/domain/outbox/operation'
import type { PartnerClient } from '../../partner/client'
import type { Tx } from '../../store/db/database'
import type { Op } from '../../store/tables/outbox'
import type { ApplyCopyDeps } from '../copies/apply-copy'

/** What a playbook may use. It never commits: `send.ts` does, so that every step is one commit. */
export type PlayDeps = ApplyCopyDeps & {
  client: PartnerClient
  /**
   * The last op queued before this process. For ops up to here only the database tells what became of them, and
   * somebody may have put an older one in its place.
   */
  earlierSeq: number
}

/** What the marketplace shows about an op's effect. */
export type Finding =
  /** The effect exists. `serverRef`: the marketplace's id of what was created; `null` for ops that create nothing. */
  | { kind: 'arrived'; serverRef: string | null }
  /** The effect does not exist. */
  | { kind: 'absent' }
  /** Only a person can decide, or the present state makes the op pointless. */
  | { kind: 'stuck'; reason: HeldReason }
  /** Like `stuck`, but the marketplace may not be done yet: checked again until the settle window is over. */
  | { kind: 'unsettled'; reason: HeldReason }

/** How one kind of op is done. `Present` is what it reads from the marketplace: its order, or its item. */
export type Playbook<Present> = {
  /** False when this version cannot read the op's body: such an op is held, never dropped (I8). */
  readable(op: Op): boolean
  /** Reads the op's order or item. @throws PartnerError */
  look(deps: PlayDeps, op: Op): Promise<Present>
  /**
   * Whether the copy read is older than what is known here; then only an effect that has arrived counts.
   * @param since what was learned here before it shows in every copy, ISO 8601 UTC
   */
  behind?(deps: PlayDeps, present: Present, since: string): boolean
  /** Stores what was read. @param at ISO 8601 UTC */
  keep(tx: Tx, deps: PlayDeps, op: Op, present: Present, at: string): void
  /** Whether the effect of the op exists. */
  judge(deps: PlayDeps, op: Op, present: Present): Finding
  /** The reason against sending an op whose effect does not exist yet, or `null`. */
  against(deps: PlayDeps, op: Op, present: Present): HeldReason | null
  /**
   * Why what was packed no longer fits the order, and nobody has dealt with that; `null` if it fits. Asked before an op is sent
   * for the first time, or again.
   */
  changed?(deps: PlayDeps, op: Op, present: Present): HeldReason | null
  /**
   * Whether the marketplace shows something that only this op can have made, although the database has never sent it:
   * the database is older than what it sent. Called for ops that are `ready` and were never sent.
   */
  sentUnknown?(deps: PlayDeps, op: Op, present: Present): boolean
  /** The IDs that exist before the first send; `null` when reading back needs none. */
  baseline(present: Present): readonly (number | string)[] | null
  /** Writes to the marketplace. @returns the ID of the created record @throws PartnerError */
  send(deps: PlayDeps, op: Op, present: Present): Promise<string | null>
  /** Records the op's effect, in the commit that confirms it. @param at ISO 8601 UTC */
  confirmed(tx: Tx, deps: PlayDeps, op: Op, serverRef: string | null, at: string): void
  /** Equal ones from different senders cannot be told apart. */
  looksAlike?: true
  /**
   * The op's own settle window, in milliseconds, where an effect may show later than the usual one lasts; `null`: the usual
   * one. A busy answer does not wait for it: that send was refused, and repeating it changes nothing.
   */
  settleMs?(op: Op): number | null
  /** Whether the present state counts as the requested one after that window, although it proved nothing before. */
  arrivedBySettle?(op: Op, present: Present): boolean
  /**
   * How often at most an op is sent whose outcome is unknown and which was looked for in vain for the whole settle
   * window (I6). No bound if repeating it changes nothing; once if a second time costs money.
   */
  sends: number
}

/** Sent as often as it takes. */
export const NO_BOUND = Number.POSITIVE_INFINITY
/** How often a create is sent at most. */
export const CREATE_SENDS = 3

/** The playbook of each kind of op; every kind has one. */
export type Playbooks = Readonly<Record<OpKind, Playbook<unknown>>>
