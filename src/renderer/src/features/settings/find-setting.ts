import type { TFunction } from 'i18next'

/** The labels that each section of the settings can be found by. */
const WORDS = {
  general: [
    'settings.connection',
    'settings.baseUrl',
    'settings.token',
    'settings.station',
    'settings.warehouse',
    'settings.currency',
    'settings.timeZone',
    'settings.archiveDays',
    'settings.evidenceMonths',
    'settings.purgeDays',
    'settings.carrier',
    'settings.transitDays',
    'settings.operator',
    'language.title',
    'language.label',
    'language.dates',
    'backups.title',
    'settings.updates.title',
    'leave.title',
  ],
  accounts: ['accounts.title', 'accounts.rules', 'accounts.packersSwitch'],
  carriers: [
    'carriers.title',
    'carriers.labels.title',
    'carriers.labels.confirm',
    'carriers.labels.oneBox',
    'carriers.trucks.title',
    'carriers.trucks.dueFirst',
    'carriers.testTitle',
    'carriers.testLabel',
  ],
  scanner: [
    'calibration.title',
    'calibration.settings',
    'calibration.prefix',
    'calibration.suffix',
    'calibration.terminator',
    'calibration.maxGap',
    'calibration.sameItem',
    'calibration.groupSeparator',
    'calibration.scannerLayout',
  ],
  sound: ['sound.volume', 'sound.speech', 'sound.tones'],
  camera: ['camera.photo', 'camera.on', 'camera.camera', 'camera.keepDays'],
  instructions: ['instructions.title', 'instructions.list.title'],
  labels: [
    'labelFolder.title',
    'labelFolder.path',
    'labelFolder.zplPrinter',
    'labelFolder.printWhenPacked',
    'labelFolder.found',
  ],
  printing: [
    'printing.title',
    'printing.printer',
    'printing.labelPrinter',
    'printing.paper',
    'printing.onLabels',
    'printing.slipWhenPacked',
    'printing.pricesOnSlip',
    'printing.sender.title',
    'printing.sheets',
    'printing.sender.name',
    'printing.sender.address',
    'printing.sender.returnAddress',
    'printing.sender.thanks',
    'printing.sender.logo',
    'printing.labels.packing_slip',
    'printing.labels.badges',
    'printing.labels.command_sheet',
    'printing.labels.calibration_sheet',
    'printing.labels.manifest',
    'printing.labels.pick_list',
  ],
  stations: [
    'stations.title',
    'stations.on',
    'stations.name',
    'stations.port',
    'stations.addresses',
    'stations.passphrase',
    'stations.setup.title',
  ],
  operators: [
    'operators.title',
    'operators.lockTitle',
    'operators.idleMinutes',
    'operators.signInNeeded',
    'operators.scanRuleTitle',
    'operators.everyItemScanned',
    'operators.packersTeach',
    'operators.serials',
    'operators.moneyTitle',
    'bulk.floorSetting.title',
    'bulk.floorSetting.ofPresent',
    'bulk.rule.changes.msrp',
  ],
  evidence: ['evidence.title'],
  archive: ['archive.title', 'archive.search'],
  diagnostics: ['diagnostics.title', 'diagnostics.checks', 'diagnostics.facts', 'diagnostics.log'],
} as const

export type SettingsSection = keyof typeof WORDS
export type FoundSetting = { section: SettingsSection; words: string }

const SECTIONS = Object.keys(WORDS) as readonly SettingsSection[]

/** More would not be read; a longer search finds fewer. */
const MOST = 12

/**
 * The settings whose label, alone or with its section's name, contains every typed word, accents aside. Matches by the
 * label alone come first.
 * @param sections those that this person may open
 */
export function findSettings(
  t: TFunction,
  typed: string,
  sections: readonly SettingsSection[] = SECTIONS,
): FoundSetting[] {
  const parts = plain(typed).split(/\s+/).filter(Boolean)
  const fits = (text: string) => parts.every((part) => plain(text).includes(part))
  const all = sections.flatMap((section) =>
    [...new Set(WORDS[section].map((key) => t(key)))].map((words) => ({ section, words })),
  )
  const byWords = all.filter(({ words }) => fits(words))
  const bySection = all.filter(
    ({ section, words }) => !fits(words) && fits(`${words} ${t(`settings.sections.${section}`)}`),
  )
  return parts.length === 0 ? [] : [...byWords, ...bySection].slice(0, MOST)
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * Scrolls to a setting, opened if it is behind More, and focuses its field.
 * @param sought by its label, or by the ID of its control
 * @returns whether it is on the page
 */
export function showSetting(page: Element, sought: { words: string } | { id: string }): boolean {
  const found =
    'id' in sought ? page.querySelector(`#${CSS.escape(sought.id)}`) : labelled(page, sought.words)
  if (found === null) return false
  closed(found)?.setAttribute('open', '')
  found.scrollIntoView({ block: 'center' })
  const label = found.closest('label')
  const field = label === null ? found : label.control
  if (field instanceof HTMLElement) field.focus({ preventScroll: true })
  return true
}

function labelled(page: Element, words: string): Element | null {
  const shown = page.querySelectorAll<HTMLElement>('[role=tabpanel] :is(label, legend, h2, h3, th, p, span)')
  const isThere = (element: Element) => element.checkVisibility() || closed(element) !== null
  return [...shown].find((one) => isThere(one) && withoutStar(one.textContent) === words) ?? null
}

const closed = (element: Element) => element.closest('details:not([open])')

/** The star of a field that must be filled in is no word. */
function withoutStar(text: string): string {
  const trimmed = text.trim()
  return trimmed.endsWith('*') ? trimmed.slice(0, -1).trimEnd() : trimmed
}
