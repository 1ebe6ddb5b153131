import i18next, { type FormatterModule, type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { LOCALES, type Locale } from '../../../shared/domain/station/locale'
import { readableCode } from '../../../shared/domain/text/codes'
import type { BridgeError } from '../../../shared/contract/result'
import { words as startInEnglish } from '../../../locales/en/start'
import type { Words } from '../../../locales/words'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Words }
  }
}

/** What the first screen says, and everything else. */
type Part = 'start' | 'rest'

/** The first screen's in English comes with the first script; all other words are loaded when they are needed. */
const WORDS: Readonly<Record<Locale, Readonly<Record<Part, () => Promise<object>>>>> = {
  en: {
    start: () => Promise.resolve(startInEnglish),
    rest: async () => (await import('../../../locales/en/rest')).words,
  },
  de: {
    start: async () => (await import('../../../locales/de/start')).words,
    rest: async () => (await import('../../../locales/de/rest')).words,
  },
  fr: {
    start: async () => (await import('../../../locales/fr/start')).words,
    rest: async () => (await import('../../../locales/fr/rest')).words,
  },
  es: {
    start: async () => (await import('../../../locales/es/start')).words,
    rest: async () => (await import('../../../locales/es/rest')).words,
  },
}

/** The separator between groups of digits, and from which number on it is used. */
const GROUPS: Readonly<Record<Locale, { mark: string; from: number }>> = {
  en: { mark: ',', from: 1_000 },
  de: { mark: '.', from: 1_000 },
  fr: { mark: '\u202f', from: 1_000 },
  es: { mark: '.', from: 10_000 },
}

/**
 * A whole number with the language's digit grouping. The browser could do it, but loading its tables would delay the
 * first paint by 10 ms.
 */
export function grouped(count: number, language: Locale): string {
  const { mark, from } = GROUPS[language]
  return count < from ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, mark)
}

/** Groups the digits of counts; order numbers and the like are not grouped. */
const countFormat: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, lng, options) =>
    typeof value === 'number' && options?.['interpolationkey'] === 'count'
      ? grouped(value, lng as Locale)
      : (value as string),
}

/** Each in its own language, so that people find theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

/** Makes the first screen's English words available to `useTranslation`, before this returns. */
export function startWords(): void {
  loaded.clear()
  loaded.add('en start')
  void i18next.use(countFormat).init({
    lng: 'en',
    resources: { en: { translation: startInEnglish } },
    // React escapes already.
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
  })
}

let wanted: Locale = 'en'
/** What every language on screen must have. */
const needed = new Set<Part>(['start'])
const loaded = new Set<string>()

/** Changes the language of everything on screen at once, as soon as its words are loaded. The latest call wins. */
export async function speak(locale: Locale): Promise<void> {
  wanted = locale
  await load(locale)
  if (wanted === locale && i18next.language !== locale) await i18next.changeLanguage(locale)
}

/** Resolves once everything has its words, in this language and in the one that is on its way. */
export async function needAllWords(): Promise<void> {
  needed.add('rest')
  await Promise.all([load(wanted), load(locale())])
}

async function load(locale: Locale): Promise<void> {
  const missing = [...needed].filter((part) => !loaded.has(`${locale} ${part}`))
  await Promise.all(
    missing.map(async (part) => {
      i18next.addResourceBundle(locale, 'translation', await WORDS[locale][part](), false)
      loaded.add(`${locale} ${part}`)
    }),
  )
}

/** Whether there is a text of this name: there is none for what only a newer server or version says. @param key of `t` */
export function hasText(key: string): boolean {
  return textOf(key) !== null
}

/** The text as it is written, with its placeholders; `null` where there is none. @param key of `t` */
export function textOf(key: string): string | null {
  const text: unknown = i18next.getResource(locale(), 'translation', key)
  return typeof text === 'string' ? text : null
}

/** A code of the marketplace in words; one without words as it came. @param key of `t`, made of the code by `codeKey` */
export function wordsOfCode(t: TFunction, key: string, code: string): string {
  return hasText(key) ? t(key as never) : readableCode(code)
}

/** The language of this PC, if Packbench has it; else English. */
export function ownLocale(): Locale {
  return pcLocale(navigator.languages)
}

/** The first of the languages a PC prefers that Packbench has; else English. @param preferred BCP 47 tags */
export function pcLocale(preferred: readonly string[]): Locale {
  const known = (tag: string) => LOCALES.find((locale) => tag.toLowerCase().split('-')[0] === locale)
  return preferred.map(known).find((locale) => locale !== undefined) ?? 'en'
}

/** The current language of words, ages and amounts. */
export function locale(): Locale {
  return i18next.language as Locale
}

let speaker: { language: string; t: TFunction } | null = null

/** `t` for the current language. Each language has its own, so that a change of language draws every text again. */
export function words(): TFunction {
  const { language } = i18next
  if (speaker?.language === language) return speaker.t
  const say = i18next.getFixedT(language) as unknown as (key: string, values?: object) => string
  // Finding a text takes as long as drawing what shows it.
  const found = new Map<string, string>()
  const t: typeof say = (key, values) => {
    if (values !== undefined) return say(key, values)
    const text = found.get(key) ?? say(key)
    // A text that is still to be loaded is said by its name.
    if (text !== key) found.set(key, text)
    return text
  }
  speaker = { language, t: t as unknown as TFunction }
  return speaker.t
}

/**
 * `words` for a component, which is drawn again in another language. A table calls it in each cell, so it does nothing
 * else: `react-i18next` also loads words, which took a tenth of the drawing of a page.
 */
export function useTranslation(): { t: TFunction } {
  return { t: useSyncExternalStore(onLanguage, words) }
}

/** Like `locale`; a component that uses it rerenders on a change. */
export function useLocale(): Locale {
  return useSyncExternalStore(onLanguage, locale)
}

function onLanguage(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}

/** The words for a refused request. */
export function wordsOfError(t: TFunction, error: BridgeError): string {
  if (error.fields?.['host'] === 'not_running') return t('hostNotRunning')
  const words = t(`errors.${error.code}`)
  const line = error.code === 'file_unreadable' ? error.fields?.['line'] : undefined
  return line === undefined ? words : `${words} ${t('unreadableLine', { line })}`
}
