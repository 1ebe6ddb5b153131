import '@mantine/core/styles.css'
import './app.css'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { readNonce } from './nonce'
import { connectStation } from './station'
import { createStores } from './stores/stores'
import { ownLocale, speak, startWords } from './words/i18n'

const nonce = readNonce()
const stores = createStores(connectStation())
startWords(ownLocale())
// Before React hears of it: nothing is painted in another language first.
stores.station.subscribe(({ bootstrap }) => speak(bootstrap?.preferences.language.locale ?? ownLocale()))
i18next.on('languageChanged', showLanguage)
showLanguage(i18next.language)
void stores.station.getState().load()

/** For screen readers and hyphenation. */
function showLanguage(locale: string): void {
  document.documentElement.lang = locale
}

const root = document.getElementById('root')
if (root === null) throw new Error('#root is missing')
createRoot(root).render(
  <StrictMode>
    <App stores={stores} nonce={nonce} />
  </StrictMode>,
)
