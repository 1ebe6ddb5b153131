import type { Locale } from '../../shared/domain/station/locale'
import { PRINT_WORDS } from './words'

/** A grade code in words. The API does not list its codes, so an unknown one is shown without its underscores. */
export function gradeWords(code: string, locale: Locale): string {
  const { grades } = PRINT_WORDS[locale]
  const key = code
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return Object.hasOwn(grades, key) ? grades[key as keyof typeof grades] : code.replaceAll('_', ' ').trim()
}
