import { LOCALES, type Locale } from '../../src/shared/domain/station/locale'
import type { Words } from '../../src/renderer/src/words/dictionary'
import { WORDS } from '../../src/renderer/src/words/i18n'

/** The words of every language, as they are shown. */
export const DICTIONARIES = Object.fromEntries(
  await Promise.all(LOCALES.map(async (locale) => [locale, await WORDS[locale]()] as const)),
) as Record<Locale, Words>
