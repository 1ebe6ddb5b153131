import type { Preferences } from '../../../shared/contract/preferences'
import type { ConnectionView, StationSettings } from '../../../shared/contract/views'
import type { ProvisioningFile } from './schema'

/** This PC's set-up as a file for other PCs, as JSON. Without secrets, and without what belongs to this PC or its people. */
export function setupText(of: {
  settings: StationSettings
  preferences: Preferences
  connection: ConnectionView
  kiosk: boolean
  updateUrl: string | undefined
}): string {
  const { operator: _person, ...station } = of.settings
  const { lan, camera, ...preferences } = of.preferences
  const { stationName: _name, ...stations } = lan
  const { deviceId: _device, ...photos } = camera
  const { mode, baseUrl } = of.connection
  const file = {
    ...(mode === 'live' ? { connection: { baseUrl } } : {}),
    station,
    preferences: { ...preferences, camera: photos, lan: stations },
    kiosk: of.kiosk,
    ...(of.updateUrl === undefined ? {} : { updates: { url: of.updateUrl } }),
  } as const
  return `${JSON.stringify(file satisfies ReadonlyDeep<ProvisioningFile>, null, 2)}\n`
}

type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T
