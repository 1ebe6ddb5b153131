import type { Preferences } from '../../../shared/contract/preferences'
import { choiceOf, type Label } from '../../../shared/domain/shipments/label'
import type { PreferenceFile } from '../settings/preferences'

/**
 * Remembers which of the carriers that have such numbers a person has chosen, so that this station asks once.
 * @throws StationError `provisioned` when IT sets the choices; the disk's error. Nothing is changed then.
 */
export function chooseCarrier(
  preferences: PreferenceFile,
  label: Pick<Label, 'carrier' | 'trackingNumber'>,
): Preferences {
  const { carriers } = preferences.read()
  const choice = choiceOf(label, carriers.list)
  if (choice === null) return preferences.read()
  return preferences.save({ carriers: { choices: { ...carriers.choices, ...choice } } })
}
