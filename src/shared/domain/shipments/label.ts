import { carrierNamed, recognizeTracking, trackingUrl, type Carrier } from '../carriers/carrier'

/** A form's fields of a parcel's label; empty texts if unknown. */
export type Label = { carrier: string; trackingNumber: string; trackingUrl: string }

/**
 * The label after its barcode was scanned or its number typed: carrier and page follow the number if its carrier is
 * known; otherwise the carrier stays.
 * @param own the station's usual carrier, which wins if several match
 */
export function readLabel(code: string, before: Label, carriers: readonly Carrier[], own: string): Label {
  const found = recognizeTracking(code, carriers, own)
  const trackingNumber = found.kind === 'none' ? code.trim() : found.number
  const carrier = found.kind === 'carrier' ? found.carrier.name : before.carrier
  return changeLabel(before, { carrier, trackingNumber }, carriers)
}

/** The label after an edit by hand. The page follows carrier and number, unless somebody typed a different one. */
export function changeLabel(before: Label, change: Partial<Label>, carriers: readonly Carrier[]): Label {
  // Fields copied one by one: a form's draft is a label too, but has more fields.
  const { carrier, trackingNumber, trackingUrl } = { ...before, ...change }
  const after = { carrier, trackingNumber, trackingUrl }
  const ownPage = before.trackingUrl !== '' && before.trackingUrl !== pageOf(before, carriers)
  if (change.trackingUrl !== undefined || ownPage) return after
  return { ...after, trackingUrl: pageOf(after, carriers) }
}

/** Carriers that the number could belong to, if the label names none of them; else empty. */
export function undecided({ carrier, trackingNumber }: Label, carriers: readonly Carrier[]): string[] {
  const found = recognizeTracking(trackingNumber, carriers, carrier)
  return found.kind === 'ambiguous' ? found.carriers.map(({ name }) => name) : []
}

function pageOf({ carrier, trackingNumber }: Label, carriers: readonly Carrier[]): string {
  const known = carrierNamed(carrier, carriers)
  return known === null ? '' : (trackingUrl(known, trackingNumber) ?? '')
}
