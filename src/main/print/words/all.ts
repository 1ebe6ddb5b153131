import type { Locale } from '../../../shared/domain/station/locale'
import { de } from './de'
import { en } from './en'
import { es } from './es'
import { fr } from './fr'
import type { PrintWords } from './words'

export const PRINT_WORDS: Readonly<Record<Locale, PrintWords>> = { en, de, fr, es }
