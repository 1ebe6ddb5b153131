import de from '../../locales/de/print.json'
import deCommands from '../../locales/de/start/commands.json'
import deGrades from '../../locales/de/start/grades.json'
import en from '../../locales/en/print.json'
import enCommands from '../../locales/en/start/commands.json'
import enGrades from '../../locales/en/start/grades.json'
import es from '../../locales/es/print.json'
import esCommands from '../../locales/es/start/commands.json'
import esGrades from '../../locales/es/start/grades.json'
import fr from '../../locales/fr/print.json'
import frCommands from '../../locales/fr/start/commands.json'
import frGrades from '../../locales/fr/start/grades.json'
import type { Locale } from '../../shared/domain/station/locale'

/** English names the keys; a language that lacks one does not compile. */
type PrintWords = ReturnType<typeof wordsOf>

/** Commands and conditions are called what the screen calls them. */
function wordsOf(
  { paper }: typeof en,
  { commands: { names, does, shift } }: typeof enCommands,
  { grades }: typeof enGrades,
) {
  return { ...paper, commands: { ...paper.commands, names, does, shift }, grades }
}

/** Every text on paper. */
export const PRINT_WORDS: Readonly<Record<Locale, PrintWords>> = {
  en: wordsOf(en, enCommands, enGrades),
  de: wordsOf(de, deCommands, deGrades),
  fr: wordsOf(fr, frCommands, frGrades),
  es: wordsOf(es, esCommands, esGrades),
}

/** Replaces each `{{name}}` in a text. Throws if a value is missing, because paper cannot be corrected. */
export function fillIn(text: string, values: Readonly<Record<string, number | string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {{${name}}} in "${text}"`)
    return String(value)
  })
}

/** The form of a manifest's text that the language uses for this count. */
export function countedWords(key: 'parcelCount' | 'itemCount', count: number, locale: Locale): string {
  const one = new Intl.PluralRules(locale).select(count) === 'one'
  return fillIn(PRINT_WORDS[locale].manifest[`${key}_${one ? 'one' : 'other'}`], { count })
}
