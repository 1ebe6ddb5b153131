import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { readNonce } from './nonce'
import type { Station } from './station'
import { createStores } from './stores/stores'
import { ownLocale, speak, startWords } from './words/i18n'

/** Longer than main needs; a start that takes longer shows that it is starting. */
const ANSWERED_MS = 200

/** Draws the window, once it is known what is in it. */
export function start(station: Station): void {
  const nonce = readNonce()
  const stores = createStores(station)
  startWords(ownLocale())
  // Before React hears of it: nothing is painted in another language first.
  stores.station.subscribe(({ bootstrap }) => speak(bootstrap?.preferences.language.locale ?? ownLocale()))
  i18next.on('languageChanged', showLanguage)
  showLanguage(i18next.language)
  const root = document.getElementById('root')
  if (root === null) throw new Error('#root is missing')
  const overdue = new Promise((resolve) => setTimeout(resolve, ANSWERED_MS))
  // Nothing is drawn twice where the answer is there at once.
  void Promise.race([stores.station.getState().load(), overdue]).then(() =>
    createRoot(root).render(
      <StrictMode>
        <App stores={stores} nonce={nonce} />
      </StrictMode>,
    ),
  )
}

/** For screen readers and hyphenation. */
function showLanguage(locale: string): void {
  document.documentElement.lang = locale
}
