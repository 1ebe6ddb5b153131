/**
 * The shipment's state machine as the document's transition table has it.
 * @see partner-api "States and transitions / Shipment"
 */

/** The moves that a person or a request can make on an existing shipment. */
export const SHIPMENT_MOVES = ['ship', 'deliver', 'cancel'] as const
export type ShipmentMove = (typeof SHIPMENT_MOVES)[number]

/**
 * `usual`: a packer's everyday move. `unusual`: allowed by the document but seldom meant, so offered only with an
 * explicit confirmation. `no`: refused.
 */
export type MoveVerdict = 'usual' | 'unusual' | 'no'

/** The questions about a state. */
export type ShipmentStateRow = {
  /** Stations only ever move a shipment to a higher one; `null`: nobody knows what it comes after. */
  rank: number | null
  /** A live shipment holds its order lines: nobody else may pack them. */
  live: boolean
  /** Where its parcel is: it waits at the station for its carrier, the carrier has it, or the buyer. */
  parcel: 'waits' | 'on_its_way' | 'arrived' | 'unknown'
  /** Whether the buyer's name and address may still be needed for it: else they may be deleted, and are not kept at the hub. */
  needsBuyer: boolean
  /** Whether the document's literal table allows each move. */
  allowed: Readonly<Record<ShipmentMove, boolean>>
  /** Which moves Packbench offers: never more than the document, and never one that revives a canceled shipment. */
  offered: Readonly<Record<ShipmentMove, MoveVerdict>>
}

/** A new state is one row, with an answer to each question. Stored; never rename. */
const STATES = {
  packed: {
    ...{ rank: 0, live: true, parcel: 'waits', needsBuyer: true },
    allowed: { ship: true, deliver: true, cancel: true },
    offered: { ship: 'usual', deliver: 'unusual', cancel: 'usual' },
  },
  shipped: {
    ...{ rank: 1, live: true, parcel: 'on_its_way', needsBuyer: true },
    allowed: { ship: false, deliver: true, cancel: false },
    offered: { ship: 'no', deliver: 'usual', cancel: 'no' },
  },
  delivered: {
    ...{ rank: 2, live: true, parcel: 'arrived', needsBuyer: false },
    allowed: { ship: true, deliver: true, cancel: true },
    offered: { ship: 'no', deliver: 'no', cancel: 'unusual' },
  },
  // Its parcel may still stand here, or come back.
  canceled: {
    ...{ rank: 3, live: false, parcel: 'unknown', needsBuyer: false },
    allowed: { ship: true, deliver: true, cancel: true },
    offered: { ship: 'no', deliver: 'no', cancel: 'no' },
  },
} as const satisfies Record<string, ShipmentStateRow>

export type ShipmentState = keyof typeof STATES
export const SHIPMENT_STATES = Object.keys(STATES) as ShipmentState[]

/** Of a state that the document does not name: it is shown and not acted on, and packing its lines again could send goods twice. */
const UNKNOWN: ShipmentStateRow = {
  ...{ rank: null, live: true, parcel: 'unknown', needsBuyer: true },
  allowed: { ship: false, deliver: false, cancel: false },
  offered: { ship: 'no', deliver: 'no', cancel: 'no' },
}

/** What a state means, whatever the marketplace says. */
function meaningOfState(state: string): ShipmentStateRow {
  return isShipmentState(state) ? STATES[state] : UNKNOWN
}

/** True for the states that the document names. */
export function isShipmentState(state: string): state is ShipmentState {
  return Object.hasOwn(STATES, state)
}

/** The state that a create leads to. */
export const STATE_AFTER_CREATE = 'packed' satisfies ShipmentState

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

/** Whether the document's literal table lets a shipment in `state` make `move`. */
export function documentAllows(state: ShipmentState, move: ShipmentMove): boolean {
  return STATES[state].allowed[move]
}

/** Whether Packbench offers `move` to a shipment in `state`; in a state that the document does not name, none. */
export function verdict(state: string, move: ShipmentMove): MoveVerdict {
  return meaningOfState(state).offered[move]
}

/** The next state of an offered move. Throws for one that is not offered: `verdict` is asked before. */
export function transition(state: string, move: ShipmentMove): ShipmentState {
  if (verdict(state, move) === 'no') throw new Error(`a ${state} shipment cannot ${move}`)
  return STATE_AFTER_MOVE[move]
}

/** A live shipment holds its order lines; one that is not frees them. */
export function isLive(state: string): boolean {
  return meaningOfState(state).live
}

/** Somebody canceled it. Other states may be over, too, without that being said of them. */
export function isCanceledShipment(state: string): boolean {
  return state === STATE_AFTER_MOVE.cancel
}

/** Its parcel waits for its carrier. */
export function isWaiting(state: string): boolean {
  return meaningOfState(state).parcel === 'waits'
}

/** Its parcel is between the station and the buyer. */
export function isOnItsWay(state: string): boolean {
  return meaningOfState(state).parcel === 'on_its_way'
}

/** The buyer has its parcel. */
export function hasArrived(state: string): boolean {
  return meaningOfState(state).parcel === 'arrived'
}

/** Somebody may still need the buyer's name and address for it. */
export function needsBuyer(state: string): boolean {
  return meaningOfState(state).needsBuyer
}

/** Its parcel is with its carrier or the buyer. */
export function hasLeft(state: string): boolean {
  return isOnItsWay(state) || hasArrived(state)
}

/** Whether stations only ever move a shipment from `state` to `later`, and not back; `false` if nobody knows. */
export function comesBefore(state: string, later: string): boolean {
  const [one, other] = [meaningOfState(state).rank, meaningOfState(later).rank]
  return one !== null && other !== null && one < other
}

/** Carrier, tracking number and tracking URL may change until the shipment has been shipped. */
export function carrierIsLocked(shipment: { state: string; shippedAt: string | null }): boolean {
  return !isWaiting(shipment.state) || shipment.shippedAt !== null
}
