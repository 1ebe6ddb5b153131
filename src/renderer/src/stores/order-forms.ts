import type { ShipmentMove } from '../../../shared/domain/shipments/shipment'

/** What the open form of an order is about. */

/** A move of a shipment, by the station's id. */
export type Moving = {
  shipmentId: string
  move: ShipmentMove
  /** Every time is proposed, so that a scanner alone can confirm. */
  proposeTimes?: boolean
}

/** What is being asked about a hold: its reason, proposed or not, or whether to take it off. */
export type Holding = 'hold' | 'hold_by_command' | 'release'
