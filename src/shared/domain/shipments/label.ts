import { carrierNamed, recognizeTracking, trackingUrl, type Carrier } from '../carriers/carrier'

/** What a form holds of a parcel's label; empty texts where nothing is known. */
export type Label = { carrier: string; trackingNumber: string; trackingUrl: string }

/**
 * The label after its barcode was scanned, or its number typed: carrier and page follow the number where it says whose
 * it is; where it does not, the carrier stays.
 * @param own the station's usual carrier, which decides where several would do
 */
export function readLabel(code: string, before: Label, carriers: readonly Carrier[], own: string): Label {
  const found = recognizeTracking(code, carriers, own)
  const trackingNumber = found.kind === 'none' ? code.trim() : found.number
  const carrier = found.kind === 'carrier' ? found.carrier.name : before.carrier
  return changeLabel(before, { carrier, trackingNumber }, carriers)
}

/** The label after a change by hand. The page follows carrier and number, unless somebody wrote one of their own. */
export function changeLabel(before: Label, change: Partial<Label>, carriers: readonly Carrier[]): Label {
  // Named one by one: a form's draft, which is a label too, has more in it.
  const { carrier, trackingNumber, trackingUrl } = { ...before, ...change }
  const after = { carrier, trackingNumber, trackingUrl }
  const ownPage = before.trackingUrl !== '' && before.trackingUrl !== pageOf(before, carriers)
  if (change.trackingUrl !== undefined || ownPage) return after
  return { ...after, trackingUrl: pageOf(after, carriers) }
}

/** Names of the carriers that the number could be of, when the label names none of them; else empty. */
export function undecided({ carrier, trackingNumber }: Label, carriers: readonly Carrier[]): string[] {
  const found = recognizeTracking(trackingNumber, carriers, carrier)
  return found.kind === 'ambiguous' ? found.carriers.map(({ name }) => name) : []
}

function pageOf({ carrier, trackingNumber }: Label, carriers: readonly Carrier[]): string {
  const known = carrierNamed(carrier, carriers)
  return known === null ? '' : (trackingUrl(known, trackingNumber) ?? '')
}
