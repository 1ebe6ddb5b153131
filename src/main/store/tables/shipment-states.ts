import {
  hasLeft,
  isLive,
  isOnItsWay,
  isWaiting,
  needsBuyer,
  SHIPMENT_STATES,
  type ShipmentState,
} from '../../../shared/domain/shipments/shipment'

/** The questions about a shipment's state as SQL asks them, of any state that a marketplace may have: `s.state ${LIVE}`. */

export const LIVE = not(SHIPMENT_STATES.filter((state) => !isLive(state)))
export const WAITING = only(SHIPMENT_STATES.filter(isWaiting))
export const ON_ITS_WAY = only(SHIPMENT_STATES.filter(isOnItsWay))
export const LEFT = only(SHIPMENT_STATES.filter(hasLeft))
/** Also a state that the document does not name. */
export const NEEDS_BUYER = not(SHIPMENT_STATES.filter((state) => !needsBuyer(state)))
/** Or it may be: in a state that the document does not name. */
export const PERHAPS_ON_ITS_WAY = not(SHIPMENT_STATES.filter((state) => !isOnItsWay(state)))
/** Spelled as in the index `shipments_in_other_states`, or SQLite does not use it: a new state needs a migration. */
export const UNNAMED = not(SHIPMENT_STATES)

/** One state is compared: for a list of one, SQLite's planner knows less. */
function only(states: readonly ShipmentState[]): string {
  return states.length === 1 ? `= '${states[0]}'` : `IN (${listOf(states)})`
}

function not(states: readonly ShipmentState[]): string {
  return states.length === 1 ? `<> '${states[0]}'` : `NOT IN (${listOf(states)})`
}

function listOf(states: readonly ShipmentState[]): string {
  return states.map((state) => `'${state}'`).join(', ')
}
