import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { LOCALES, type Locale } from '../../src/shared/domain/station/locale'
import type { Words } from '../../src/locales/words'

const LOCALES_FOLDER = path.join(__dirname, '..', '..', 'src', 'locales')

/** A language's files by name, as they are on disk. */
export function filesOf(locale: Locale): Readonly<Record<string, object>> {
  const folder = path.join(LOCALES_FOLDER, locale)
  const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as object
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file, read(file)]),
  )
}

/** The words of every language. */
export const DICTIONARIES = Object.fromEntries(
  LOCALES.map((locale) => [locale, Object.assign({}, ...Object.values(filesOf(locale))) as Words]),
) as Record<Locale, Words>

/** Texts by key, as `t()` names them. */
export function flatten(words: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flatten(value as object, `${prefix}${key}.`),
  )
}
