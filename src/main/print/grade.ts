import type { Locale } from '../../shared/domain/station/locale'
import { codeKey, readableCode } from '../../shared/domain/text/codes'
import { PRINT_WORDS } from './words'

/** An item's condition in words; one that has none as it came. */
export function gradeWords(code: string, locale: Locale): string {
  const { grades } = PRINT_WORDS[locale]
  const key = codeKey(code)
  return Object.hasOwn(grades, key) ? grades[key as keyof typeof grades] : readableCode(code)
}
