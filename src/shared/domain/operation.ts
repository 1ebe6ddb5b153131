import { SHIPMENT_MOVES, type ShipmentMove } from './shipment'

/** The outbox's operations (ops): one intended effect on the marketplace each. */

/** Stored; never rename. */
export const OP_KINDS = ['create_shipment', 'ship_shipment', 'deliver_shipment', 'cancel_shipment'] as const
export type OpKind = (typeof OP_KINDS)[number]

/** The op that carries a move to the marketplace. */
export const OP_OF_MOVE: Readonly<Record<ShipmentMove, OpKind>> = {
  ship: 'ship_shipment',
  deliver: 'deliver_shipment',
  cancel: 'cancel_shipment',
}

/** The move that an op carries; `null` for the create of a shipment. */
export function moveOfOp(kind: OpKind): ShipmentMove | null {
  return SHIPMENT_MOVES.find((move) => OP_OF_MOVE[move] === kind) ?? null
}

/** Stored; never rename. */
export const OP_STATES = ['ready', 'sending', 'unknown', 'confirmed', 'held', 'discarded'] as const
export type OpState = (typeof OP_STATES)[number]

/** Ops in these states still have something to do; the rest is history. */
export const OPEN_OP_STATES = ['ready', 'sending', 'unknown', 'held'] as const satisfies readonly OpState[]

/** Why an op waits for a person. Stored; never rename. */
export const HELD_REASONS = [
  'refused',
  'not_found',
  'unconfirmed',
  'order_canceled',
  'line_taken',
  'duplicate',
  'shipment_unknown',
  'shipment_changed',
  'unreadable',
] as const
export type HeldReason = (typeof HELD_REASONS)[number]

/**
 * `claim` before the socket is written, `confirm` when it is on the server, `postpone` when it is proven unsent or
 * proven refused for now, `lose` when nobody knows, `retry` when reading back has shown that it may go out again, `hold`
 * when a person must look; `recheck`, `release` and `discard`
 * are a person's answers; `annihilate` removes a create and its cancel when neither was ever sent.
 */
export type OpEvent =
  | 'claim'
  | 'confirm'
  | 'postpone'
  | 'lose'
  | 'retry'
  | 'hold'
  | 'recheck'
  | 'release'
  | 'discard'
  | 'annihilate'

const TABLE: Readonly<Record<OpState, Partial<Record<OpEvent, OpState>>>> = {
  // A lost create may be found on the server before it would go out again.
  ready: {
    claim: 'sending',
    confirm: 'confirmed',
    hold: 'held',
    annihilate: 'discarded',
    discard: 'discarded',
  },
  sending: { confirm: 'confirmed', postpone: 'ready', lose: 'unknown', hold: 'held' },
  unknown: { confirm: 'confirmed', retry: 'ready', hold: 'held' },
  held: { recheck: 'unknown', release: 'ready', discard: 'discarded' },
  confirmed: {},
  discarded: {},
}

/** The state after `event`, or `null` when the event is not possible in `state`. */
export function nextOpState(state: OpState, event: OpEvent): OpState | null {
  return TABLE[state][event] ?? null
}

/** A person's answers to a held op. */
export type HeldAnswer = 'check' | 'resend' | 'discard'

const OUTCOME_UNKNOWN: ReadonlySet<HeldReason | null> = new Set(['unconfirmed', 'duplicate', 'unreadable'])

/**
 * Which answers are safe. An op whose outcome nobody knows can be checked, but not sent again: that might do it twice.
 * One that was never sent or was refused can be sent again.
 */
export function safeAnswers(op: { state: OpState; heldReason: HeldReason | null }): readonly HeldAnswer[] {
  if (op.state !== 'held') return []
  return OUTCOME_UNKNOWN.has(op.heldReason) ? ['check', 'discard'] : ['resend', 'discard']
}
