import type { TFunction } from 'i18next'
import type { Words } from '../../../locales/words'
import { hasText } from '../locales/i18n'

/** Settings of one PC, by their labels. All that stations can share has a name in the setup's words. */
const OWN = {
  'station.operator': 'settings.operator',
  'scanner.prefix': 'calibration.prefix',
  'scanner.suffix': 'calibration.suffix',
  'scanner.terminator': 'calibration.terminator',
  'scanner.layout': 'calibration.scannerLayout',
  'scanner.groupSeparator': 'calibration.groupSeparator',
  'scanner.maxGapMs': 'calibration.maxGap',
  'scanner.sameItemMs': 'calibration.sameItem',
  'scanner.calibratedAt': 'calibration.title',
  'language.locale': 'language.label',
  'language.dateFormat': 'language.dates',
  'printing.printer': 'printing.printer',
  'printing.labelPrinter': 'printing.labelPrinter',
  'labelFolder.path': 'labelFolder.path',
  'labelFolder.zplPrinter': 'labelFolder.zplPrinter',
  'labelFolder.printWhenPacked': 'labelFolder.printWhenPacked',
  'camera.on': 'camera.on',
  'camera.deviceId': 'camera.camera',
  'camera.deviceName': 'camera.camera',
  'carriers.choices': 'carriers.title',
  'lan.on': 'stations.on',
  'lan.stationName': 'stations.name',
  'lan.port': 'stations.port',
  'lan.addresses': 'stations.addresses',
  'lan.passphrase': 'stations.passphrase',
} as const

type Shared = keyof Words['stations']['setup']['names']

/** A setting by its label; one without words by the name that the provisioning file has. @param name such as `sound.volume` */
export function settingWords(t: TFunction, name: string): string {
  const shared = name.replace('.', '_')
  if (hasText(`stations.setup.names.${shared}`)) return t(`stations.setup.names.${shared as Shared}`)
  return Object.hasOwn(OWN, name) ? t(OWN[name as keyof typeof OWN]) : name
}
