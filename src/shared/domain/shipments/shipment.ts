/**
 * The shipment's state machine as the document's transition table has it.
 * @see partner-api "States and transitions / Shipment"
 */

/** Stored; never rename. */
export const SHIPMENT_STATES = ['packed', 'shipped', 'delivered', 'canceled'] as const
export type ShipmentState = (typeof SHIPMENT_STATES)[number]

/** The moves that a person or a request can make on an existing shipment. */
export const SHIPMENT_MOVES = ['ship', 'deliver', 'cancel'] as const
export type ShipmentMove = (typeof SHIPMENT_MOVES)[number]

/** The state that a move leads to. */
export const STATE_AFTER_MOVE: Readonly<Record<ShipmentMove, ShipmentState>> = {
  ship: 'shipped',
  deliver: 'delivered',
  cancel: 'canceled',
}

/** The timestamps that the document requires for each state. */
export const REQUIRED_TIMESTAMPS = {
  packed: ['packed_at'],
  shipped: ['shipped_at', 'expected_to_deliver_at'],
  delivered: ['delivered_at'],
  canceled: ['canceled_at'],
} as const satisfies Record<ShipmentState, readonly string[]>

/**
 * `usual`: a packer's everyday move. `unusual`: allowed by the document but seldom meant, so offered only with an
 * explicit confirmation. `no`: refused.
 */
export type MoveVerdict = 'usual' | 'unusual' | 'no'

/** The document's literal table of states and moves. */
const LITERAL_TABLE: Readonly<Record<ShipmentState, Readonly<Record<ShipmentMove, boolean>>>> = {
  packed: { ship: true, deliver: true, cancel: true },
  shipped: { ship: false, deliver: true, cancel: false },
  delivered: { ship: true, deliver: true, cancel: true },
  canceled: { ship: true, deliver: true, cancel: true },
}

/**
 * The moves that Packbench offers: never more than the literal table, and never one that revives a canceled shipment.
 */
const OFFERED_TABLE: Readonly<Record<ShipmentState, Readonly<Record<ShipmentMove, MoveVerdict>>>> = {
  packed: { ship: 'usual', deliver: 'unusual', cancel: 'usual' },
  shipped: { ship: 'no', deliver: 'usual', cancel: 'no' },
  delivered: { ship: 'no', deliver: 'no', cancel: 'unusual' },
  canceled: { ship: 'no', deliver: 'no', cancel: 'no' },
}

/** True for the states that the document names. */
export function isShipmentState(state: string): state is ShipmentState {
  return (SHIPMENT_STATES as readonly string[]).includes(state)
}

/** Whether the document's literal table lets a shipment in `state` make `move`. */
export function documentAllows(state: ShipmentState, move: ShipmentMove): boolean {
  return LITERAL_TABLE[state][move]
}

/**
 * Whether Packbench offers `move` to a shipment in `state`. A state that the document does not name gets `no` for
 * every move: unknown states are shown, not acted on.
 */
export function verdict(state: string, move: ShipmentMove): MoveVerdict {
  return isShipmentState(state) ? OFFERED_TABLE[state][move] : 'no'
}

/** The next state of an offered move. Throws for one that is not offered: `verdict` is asked before. */
export function transition(state: string, move: ShipmentMove): ShipmentState {
  if (verdict(state, move) === 'no') throw new Error(`a ${state} shipment cannot ${move}`)
  return STATE_AFTER_MOVE[move]
}

/** A live shipment holds its order lines; only a canceled one frees them. */
export function isLive(state: string): boolean {
  return state !== 'canceled'
}

/** Carrier, tracking number and tracking URL may change until the shipment has been shipped. */
export function carrierIsLocked(shipment: { state: string; shippedAt: string | null }): boolean {
  return shipment.state !== 'packed' || shipment.shippedAt !== null
}
