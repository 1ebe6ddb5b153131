import { z } from 'zod'
import { call, typed } from './call'
import { orderId } from './fields'

/** Orders to one address, which are packed one after the other and go in one box, under one label. */

export type OneBox = {
  /** The other orders that are to be packed at this station, longest waiting first. */
  toPack: readonly { orderId: number; units: number }[]
  /**
   * The label of the parcel that was packed last at this station, a moment ago, if it goes to the same address and waits for the
   * carrier: the box is still open.
   */
  label: BoxLabel | null
}

export type BoxLabel = {
  orderId: number
  carrier: string
  trackingNumber: string
  trackingUrl: string
  /** When the box counts as closed, ISO 8601 UTC. */
  until: string
}

export const boxCalls = {
  /** What goes in one box with the order; `null` where the station does not ask for that. */
  'boxes:of-order': call({
    request: z.strictObject({ orderId }),
    value: typed<OneBox | null>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
}
