/** As people and spreadsheets write it in the languages of the app; compared in small letters. */
const YES: ReadonlySet<string> = new Set([
  'yes',
  'y',
  'true',
  '1',
  'x',
  'ja',
  'wahr',
  'oui',
  'vrai',
  'si',
  'sí',
  'verdadero',
])
const NO: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', 'nein', 'falsch', 'non', 'faux', 'falso'])

/** Whether a cell says yes; `null` if it says neither. */
export function readYes(text: string): boolean | null {
  const typed = text.trim().toLowerCase()
  if (YES.has(typed)) return true
  return NO.has(typed) ? false : null
}
