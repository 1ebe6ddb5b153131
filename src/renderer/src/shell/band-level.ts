import type { ShownLevel } from '../features/scan/scan-panel'
import type { OrderState } from '../stores/order-state'
import { isStopped, needsPerson, stoppedParcels } from '../stores/order-store'

/** What the order on the page asks for: nothing of it may go on; something of it needs a person. */
export type Warning = 'stop' | 'person' | 'none'

/** A stopped parcel does not hide the answers to scans while the rest of its order is being packed. */
export function warningOf({ order, chosen }: Pick<OrderState, 'order' | 'chosen'>): Warning {
  if (order === null) return 'none'
  if (isStopped(order) || (stoppedParcels(order).length > 0 && chosen.size === 0)) return 'stop'
  return needsPerson(order) ? 'person' : 'none'
}

/**
 * Whether the next step comes before the answer: what must be pulled from the round is not hidden by a parcel that was
 * accepted. A refusal is shown, because the packer has that parcel in hand.
 */
export function stepComesFirst(answered: ShownLevel, pull: boolean): boolean {
  return pull && (answered === 'good' || answered === 'note')
}

/**
 * The color of the band. An order that must stop, a round with a parcel to pull, or a wrong clock keeps it red until that is
 * over, whatever was acknowledged; and nothing is green while something of the order needs a person.
 */
export function bandLevel(answered: ShownLevel, warning: Warning): ShownLevel | 'stop' {
  if (warning === 'stop' && answered !== 'block') return 'stop'
  return warning === 'person' && answered === 'good' ? 'idle' : answered
}
