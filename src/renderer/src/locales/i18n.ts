import i18next, { type FormatterModule, type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { initReactI18next } from 'react-i18next'
import { LOCALES, type Locale } from '../../../shared/domain/station/locale'
import type { BridgeError } from '../../../shared/contract/result'
import { en } from '../../../locales/en/words'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

/** English is always available; any other language, some 80 kB, is loaded on first use. */
const WORDS: Readonly<Record<Locale, () => Promise<object>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('../../../locales/de/words')).words,
  fr: async () => (await import('../../../locales/fr/words')).words,
  es: async () => (await import('../../../locales/es/words')).words,
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

/** Makes English words available to `useTranslation`, before this returns. */
export function startWords(): void {
  void i18next
    .use(initReactI18next)
    .use(countFormat)
    .init({
      lng: 'en',
      resources: { en: { translation: en } },
      // React escapes already.
      interpolation: { escapeValue: false, alwaysFormat: true },
      initAsync: false,
    })
}

let wanted: Locale = 'en'

/** Changes the language of everything on screen at once, as soon as its words are loaded. The latest call wins. */
export async function speak(locale: Locale): Promise<void> {
  wanted = locale
  if (!i18next.hasResourceBundle(locale, 'translation'))
    i18next.addResourceBundle(locale, 'translation', await WORDS[locale]())
  if (wanted === locale && i18next.language !== locale) await i18next.changeLanguage(locale)
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
  return line === undefined ? words : `${words} ${t('outbox.fileLine', { line })}`
}
