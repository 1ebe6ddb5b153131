import type { settingsCalls } from '../../../shared/contract/settings'
import type { HandlersOf } from '../../bridge/handle'
import { saveStationSettings } from './settings'
import type { Parts } from '../parts'

export function settingsHandlers({
  account,
  accounts,
  preferences,
  fixedSettings,
  operators,
  settingsView,
  tellSignIn,
  tellSettings,
}: Parts): HandlersOf<typeof settingsCalls> {
  return {
    'settings:read': () => settingsView(),
    'settings:save': (settings) => {
      saveStationSettings(account(), settings, fixedSettings)
      tellSignIn()
      tellSettings()
      return settingsView()
    },
    'settings:connect': (request) => accounts.connect(request),
    'settings:train': (request) => accounts.train(request.exportOps),
    'settings:save-preferences': (part) => {
      const saved = preferences.save(part)
      operators.refresh()
      tellSignIn()
      tellSettings()
      return saved
    },
  }
}
