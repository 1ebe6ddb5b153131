import type { Command } from '../../../shared/domain/scanning/command'

/** Every text on paper. A language that lacks one does not compile. */
export type PrintWords = {
  slip: {
    title: string
    order: string
    shipment: string
    ordered: string
    packed: string
    carrier: string
    tracking: string
    shipTo: string
    noAddress: string
    item: string
    size: string
    condition: string
    itemNumber: string
    price: string
    total: string
    /** @param count items in this parcel @param of items of the order, without fees */
    holds: (count: number, of: number) => string
  }
  commands: {
    title: string
    hint: string
    of: Readonly<Record<Command, { name: string; does: string }>>
  }
  calibration: { title: string; hint: string }
  badges: { title: string }
  manifest: {
    title: string
    carrier: string
    noCarrier: string
    handedOver: string
    notYet: string
    by: string
    count: (parcels: number, items: number) => string
    order: string
    items: string
    tracking: string
    driver: string
    date: string
    signature: string
  }
}
