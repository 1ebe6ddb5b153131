import i18next, { type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { BridgeError } from '../../../shared/contract/result'
import { en } from './en/words'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

/** The language of words, ages and amounts. */
export const LOCALE = 'en'

/** Makes the words available to `useTranslation`; synchronous, because they are part of the program. */
export function startWords(): void {
  void i18next.use(initReactI18next).init({
    lng: LOCALE,
    resources: { [LOCALE]: { translation: en } },
    // React escapes already.
    interpolation: { escapeValue: false },
    initAsync: false,
  })
}

/** The words for a refused request. */
export function wordsOfError(t: TFunction, error: BridgeError): string {
  return error.fields?.['host'] === 'not_running' ? t('hostNotRunning') : t(`errors.${error.code}`)
}
