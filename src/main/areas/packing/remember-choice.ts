import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { choiceOf } from '../../../shared/domain/shipments/label'
import type { PreferenceFile } from '../settings/preferences'

/**
 * Keeps the carrier of a packed parcel whose number several carriers have, so that this station asks once. A parcel
 * never fails because of it: on a full disk the station asks again.
 */
export function rememberChoice(
  preferences: PreferenceFile,
  { carrier, trackingNumber }: Pick<ParsedRequestOf<'shipment:pack'>, 'carrier' | 'trackingNumber'>,
): void {
  if (carrier === null || trackingNumber === null) return
  const { carriers } = preferences.read()
  const choice = choiceOf({ carrier, trackingNumber }, carriers.list)
  if (choice === null || Object.entries(choice).every(([key, name]) => carriers.choices[key] === name)) return
  try {
    preferences.save({ carriers: { ...carriers, choices: { ...carriers.choices, ...choice } } })
  } catch {
    // The parcel is packed; only the memory of its carrier is missing.
  }
}
