import { SHIPMENT_MOVES, type ShipmentMove } from '../shipments/shipment'
import { isHeldReason, meaningOfHold, type HeldReason } from './held-reason'

/** The outbox's operations (ops): one intended effect on the marketplace each. */

/** The questions about a kind. */
export type KindRow = {
  of: 'order' | 'item'
  /** A second send makes a second one, so only reading back can tell whether to send a lost one again. */
  creates: boolean
  /** It is recognized by what it asked for, also if nobody knows what was on the marketplace before. */
  findable: boolean
  /** It carries the time of an event. */
  time: boolean
  /** A restored old database must never send it a second time. */
  money: boolean
  /** Somebody has its parcel in hand, or will take it to the dock. */
  parcel: boolean
}

/** A new kind is one row, with an answer to each question. Stored; never rename. */
const KINDS = {
  create_shipment: { of: 'order', creates: true, findable: true, time: true, money: false, parcel: true },
  ship_shipment: { of: 'order', creates: false, findable: false, time: true, money: false, parcel: true },
  deliver_shipment: { of: 'order', creates: false, findable: false, time: true, money: false, parcel: false },
  cancel_shipment: { of: 'order', creates: false, findable: false, time: true, money: false, parcel: false },
  cancel_order: { of: 'order', creates: false, findable: false, time: false, money: true, parcel: false },
  create_refund: { of: 'order', creates: true, findable: false, time: false, money: true, parcel: false },
  create_item: { of: 'item', creates: true, findable: true, time: false, money: false, parcel: false },
  update_item: { of: 'item', creates: false, findable: false, time: false, money: true, parcel: false },
  delist_item: { of: 'item', creates: false, findable: false, time: false, money: false, parcel: false },
} as const satisfies Record<string, KindRow>

export type OpKind = keyof typeof KINDS
export const OP_KINDS = Object.keys(KINDS) as OpKind[]

/** Of a kind that only a newer version knows: it is held, and nothing of it is ever sent twice. */
const UNKNOWN_KIND: KindRow = {
  of: 'order',
  creates: true,
  findable: false,
  time: false,
  money: true,
  parcel: false,
}

/** What a kind is, as it is stored. */
export function meaningOfKind(kind: string): KindRow {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as OpKind] : UNKNOWN_KIND
}

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

/** Stored; never rename. */
export const OP_STATES = ['ready', 'sending', 'unknown', 'confirmed', 'held', 'discarded'] as const
export type OpState = (typeof OP_STATES)[number]

/** Operations in these states are still open; all others are history. */
export const OPEN_OP_STATES = ['ready', 'sending', 'unknown', 'held'] as const satisfies readonly OpState[]

/** True while an operation in this state is open. */
export function isOpen(state: OpState): boolean {
  return (OPEN_OP_STATES as readonly OpState[]).includes(state)
}

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

/**
 * The safe answers. An operation that was never sent or was plainly refused can be sent again. A create with a lost
 * try can be checked, or adopted from the marketplace, but not sent again: that might do it twice. Only a refund that
 * was not found may go out again, because the station never repeats one by itself. Times can be corrected as long as
 * nothing was ever sent.
 */
export function safeAnswers(op: Judged): readonly HeldAnswer[] {
  const { creates, of, time } = meaningOfKind(op.kind)
  const correctable = op.attempts === 0 && time
  if (op.state === 'ready' && correctable) return ['correct']
  if (op.state !== 'held') return []
  const { happened, offers } = meaningOfHold(op.heldReason)
  const isSure = happened === 'no' || (happened === 'if_sent' && op.attempts === 0)
  const lost = !isSure || (creates && op.attempts > 1)
  const mayOffer = (offer: (typeof offers)[number]): boolean => (offers as readonly string[]).includes(offer)
  const answers: HeldAnswer[] = []
  if (lost) answers.push('check')
  if (creates && of === 'order' && mayOffer('adopt') && (happened !== 'if_sent' || !isSure))
    answers.push('adopt')
  if (!lost || (op.kind === 'create_refund' && mayOffer('refund_again'))) answers.push('resend')
  if (correctable && isHeldReason(op.heldReason)) answers.push('correct')
  return [...answers, 'discard']
}

/** How a check works: an operation that was never sent is treated like a new one; any other is looked for first. */
export function checkEvent({ heldReason, attempts }: Pick<Judged, 'heldReason' | 'attempts'>): OpEvent {
  return meaningOfHold(heldReason).happened === 'unread' && attempts === 0 ? 'release' : 'recheck'
}
