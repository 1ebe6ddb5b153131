import { SHIPMENT_MOVES, type ShipmentMove } from '../shipments/shipment'

/** The outbox's operations (ops): one intended effect on the marketplace each. */

/** Stored; never rename. */
export const OP_KINDS = [
  'create_shipment',
  'ship_shipment',
  'deliver_shipment',
  'cancel_shipment',
  'cancel_order',
  'create_refund',
  'create_item',
  'update_item',
  'delist_item',
] as const
export type OpKind = (typeof OP_KINDS)[number]

/** The op that carries a move to the marketplace. */
export const OP_OF_MOVE: Readonly<Record<ShipmentMove, OpKind>> = {
  ship: 'ship_shipment',
  deliver: 'deliver_shipment',
  cancel: 'cancel_shipment',
}

/** The move that an op carries; `null` for every other kind. */
export function moveOfOp(kind: OpKind): ShipmentMove | null {
  return SHIPMENT_MOVES.find((move) => OP_OF_MOVE[move] === kind) ?? null
}

/** A second send of these makes a second one, so only reading back can tell whether to send a lost one again. */
const CREATING: ReadonlySet<OpKind> = new Set(['create_shipment', 'create_refund', 'create_item'])

/** True for operations that would take effect twice if sent twice. */
export function isCreating(kind: OpKind): boolean {
  return CREATING.has(kind)
}

/** Stored; never rename. */
export const OP_STATES = ['ready', 'sending', 'unknown', 'confirmed', 'held', 'discarded'] as const
export type OpState = (typeof OP_STATES)[number]

/** Operations in these states are still open; all others are history. */
export const OPEN_OP_STATES = ['ready', 'sending', 'unknown', 'held'] as const satisfies readonly OpState[]

/** True while an operation in this state is open. */
export function isOpen(state: OpState): boolean {
  return (OPEN_OP_STATES as readonly OpState[]).includes(state)
}

/** Why an op waits for a person. Stored; never rename. */
export const HELD_REASONS = [
  'refused',
  'busy',
  'not_found',
  'unconfirmed',
  'order_canceled',
  'order_shipped',
  'line_taken',
  'duplicate',
  'shipment_unknown',
  'shipment_changed',
  'item_exists',
  'item_changed',
  'unreadable',
  'vanished',
  'forbidden',
  'keeps_failing',
  'cannot_look',
  'clock_wrong',
  'above_rest',
] as const
export type HeldReason = (typeof HELD_REASONS)[number]

/**
 * `claim` before the socket is written; `confirm` when it is on the server; `postpone` when it is proven unsent or
 * proven refused for now; `lose` when its outcome is unknown; `retry` when reading back has shown that it may go out
 * again; `hold` when a person must decide. `recheck`, `release`, `adopt` and `discard` are a person's answers.
 * `follow` ends the later operations of a shipment whose earlier one was discarded; `correct` changes the times of
 * one that was never sent; `annihilate` removes a create and its cancel if neither was ever sent, one replaced by a
 * later operation of the same kind, and a pack that was never sent when its order is canceled; `restore` sets an operation from a backup or another file to an unknown outcome
 * (I10); `export` ends it here because it continues elsewhere from a file; `vanish` reopens a confirmed one that the
 * marketplace does not show (I13), and `appear` ends it if the marketplace shows it after all.
 */
export const OP_EVENTS = [
  'claim',
  'confirm',
  'postpone',
  'lose',
  'retry',
  'hold',
  'recheck',
  'release',
  'adopt',
  'discard',
  'follow',
  'correct',
  'annihilate',
  'restore',
  'export',
  'vanish',
  'appear',
] as const
export type OpEvent = (typeof OP_EVENTS)[number]

const TABLE: Readonly<Record<OpState, Partial<Record<OpEvent, OpState>>>> = {
  // A lost create may be found on the server before it is sent again.
  ready: {
    claim: 'sending',
    confirm: 'confirmed',
    hold: 'held',
    annihilate: 'discarded',
    discard: 'discarded',
    follow: 'discarded',
    correct: 'ready',
    restore: 'unknown',
    export: 'discarded',
  },
  sending: {
    confirm: 'confirmed',
    postpone: 'ready',
    lose: 'unknown',
    hold: 'held',
    restore: 'unknown',
    export: 'discarded',
  },
  unknown: {
    confirm: 'confirmed',
    retry: 'ready',
    hold: 'held',
    follow: 'discarded',
    restore: 'unknown',
    export: 'discarded',
  },
  held: {
    recheck: 'unknown',
    release: 'ready',
    adopt: 'confirmed',
    discard: 'discarded',
    follow: 'discarded',
    correct: 'ready',
    restore: 'unknown',
    export: 'discarded',
    appear: 'confirmed',
  },
  confirmed: { vanish: 'held' },
  discarded: {},
}

/** The state after `event`, or `null` if the event is impossible in `state`. */
export function nextOpState(state: OpState, event: OpEvent): OpState | null {
  return TABLE[state][event] ?? null
}

/** A person's answers to an op that needs one. */
export type HeldAnswer = 'check' | 'resend' | 'adopt' | 'correct' | 'discard'

type Judged = { kind: OpKind; state: OpState; heldReason: HeldReason | null; attempts: number }

const OUTCOME_UNKNOWN: ReadonlySet<HeldReason | null> = new Set([
  'unconfirmed',
  'duplicate',
  'unreadable',
  'vanished',
])
/** The marketplace may show the result, but not clearly enough for the station to accept it by itself. */
const MAY_BE_THERE: ReadonlySet<HeldReason | null> = new Set(['unconfirmed', 'duplicate', 'line_taken'])
/** The marketplace could not be read, so it is read before anything is sent. */
const NOT_SEEN: ReadonlySet<HeldReason | null> = new Set(['forbidden', 'cannot_look'])
const TIMED: ReadonlySet<OpKind> = new Set([
  'create_shipment',
  'ship_shipment',
  'deliver_shipment',
  'cancel_shipment',
])

/** True for ops that carry the time of an event. */
export function isTimed(kind: OpKind): boolean {
  return TIMED.has(kind)
}

/**
 * The safe answers. An operation that was never sent or was plainly refused can be sent again. A create with a lost
 * try can be checked, or adopted from the marketplace, but not sent again: that might do it twice. Only a refund that
 * was not found may go out again, because the station never repeats one by itself. Times can be corrected as long as
 * nothing was ever sent.
 */
export function safeAnswers(op: Judged): readonly HeldAnswer[] {
  if (op.state === 'ready' && op.attempts === 0 && TIMED.has(op.kind)) return ['correct']
  if (op.state !== 'held') return []
  const answers: HeldAnswer[] = []
  const unseen = NOT_SEEN.has(op.heldReason)
  // What is left to refund may be gone because an earlier try took it.
  const mayHaveTaken = op.heldReason === 'above_rest' && op.attempts > 0
  const lost =
    unseen || mayHaveTaken || OUTCOME_UNKNOWN.has(op.heldReason) || (isCreating(op.kind) && op.attempts > 1)
  if (lost) answers.push('check')
  if (isCreating(op.kind) && (mayHaveTaken || MAY_BE_THERE.has(op.heldReason)) && op.kind !== 'create_item')
    answers.push('adopt')
  if (!lost || (op.kind === 'create_refund' && op.heldReason === 'unconfirmed')) answers.push('resend')
  if (op.attempts === 0 && TIMED.has(op.kind)) answers.push('correct')
  return [...answers, 'discard']
}

/** How a check works: an operation that was never sent is treated like a new one; any other is looked for first. */
export function checkEvent({ heldReason, attempts }: Pick<Judged, 'heldReason' | 'attempts'>): OpEvent {
  return NOT_SEEN.has(heldReason) && attempts === 0 ? 'release' : 'recheck'
}
