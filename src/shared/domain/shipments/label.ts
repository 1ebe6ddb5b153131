import {
  carrierNamed,
  choiceKey,
  NOTHING_USUAL,
  recognizeTracking,
  trackingUrl,
  type Carrier,
  type Usual,
} from '../carriers/carrier'

/** A form's fields of a parcel's label; empty texts if unknown. */
export type Label = { carrier: string; trackingNumber: string; trackingUrl: string }

/**
 * The label after its barcode was scanned or its number typed: carrier and page follow the number if its carrier is
 * known; otherwise the carrier stays.
 * @param usual decides if several match
 */
export function readLabel(
  code: string,
  before: Label,
  carriers: readonly Carrier[],
  usual: Usual = NOTHING_USUAL,
): Label {
  const found = recognizeTracking(code, carriers, usual)
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
  const found = recognizeTracking(trackingNumber, carriers, { ...NOTHING_USUAL, carrier })
  return found.kind === 'ambiguous' ? found.carriers.map(({ name }) => name) : []
}

/**
 * The choice that a label's carrier is between several that have such numbers, to be remembered; `null` if the number
 * leaves no choice.
 */
export function choiceOf(
  { carrier, trackingNumber }: Pick<Label, 'carrier' | 'trackingNumber'>,
  carriers: readonly Carrier[],
): Usual['choices'] | null {
  const found = recognizeTracking(trackingNumber, carriers)
  if (found.kind !== 'ambiguous' || !found.carriers.some(({ name }) => name === carrier)) return null
  return { [choiceKey(found.carriers)]: carrier }
}

function pageOf({ carrier, trackingNumber }: Label, carriers: readonly Carrier[]): string {
  const known = carrierNamed(carrier, carriers)
  return known === null ? '' : (trackingUrl(known, trackingNumber) ?? '')
}
