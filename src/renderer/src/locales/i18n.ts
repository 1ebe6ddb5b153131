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

/** English is always there; some 80 kB of any other language are read when it is first spoken. */
const WORDS: Readonly<Record<Locale, () => Promise<object>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('../../../locales/de/words')).words,
  fr: async () => (await import('../../../locales/fr/words')).words,
  es: async () => (await import('../../../locales/es/words')).words,
}

/** What stands between groups of digits, and from which number on. */
const GROUPS: Readonly<Record<Locale, { mark: string; from: number }>> = {
  en: { mark: ',', from: 1_000 },
  de: { mark: '.', from: 1_000 },
  fr: { mark: '\u202f', from: 1_000 },
  es: { mark: '.', from: 10_000 },
}

/**
 * A whole number as the language groups its digits. The browser could do it, but reading its tables for it would hold up
 * the first drawing by 10 ms.
 */
export function grouped(count: number, language: Locale): string {
  const { mark, from } = GROUPS[language]
  return count < from ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, mark)
}

/** Counts are written as the language groups digits; numbers of orders and the like stay as they are. */
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

/** Each in its own language, so that everyone finds their own. */
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

/** Changes the language of everything on screen at once, as soon as its words are there. The latest wish counts. */
export async function speak(locale: Locale): Promise<void> {
  wanted = locale
  if (!i18next.hasResourceBundle(locale, 'translation'))
    i18next.addResourceBundle(locale, 'translation', await WORDS[locale]())
  if (wanted === locale && i18next.language !== locale) await i18next.changeLanguage(locale)
}

/** The language of this PC, as far as Packbench has it. */
export function ownLocale(): Locale {
  return pcLocale(navigator.languages)
}

/** The first of the languages a PC prefers that Packbench has; else English. @param preferred BCP 47 tags */
export function pcLocale(preferred: readonly string[]): Locale {
  const known = (tag: string) => LOCALES.find((locale) => tag.toLowerCase().split('-')[0] === locale)
  return preferred.map(known).find((locale) => locale !== undefined) ?? 'en'
}

/** The language of words, ages and amounts as of now. */
export function locale(): Locale {
  return i18next.language as Locale
}

/** The same; a component that uses it follows a change. */
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
