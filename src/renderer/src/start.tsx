import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import type { Station } from './data/station'
import { readNonce } from './nonce'
import { createStores, type Stores } from './stores/stores'
import { ownLocale, speak, startWords } from './locales/i18n'

/** Longer than main needs; a start that takes longer shows a loading screen. */
const ANSWERED_MS = 200

/** Draws the window once its first content is known. */
export function start(station: Station): void {
  const nonce = readNonce()
  const stores = createStores(station)
  startWords()
  i18next.on('languageChanged', showLanguage)
  const root = document.getElementById('root')
  if (root === null) throw new Error('#root is missing')
  const overdue = new Promise((resolve) => setTimeout(resolve, ANSWERED_MS))
  // Waits for a prompt answer, so that nothing is drawn twice, or first in another language.
  void Promise.all([
    Promise.race([firstAnswers(stores).then(() => spoken(stores)), overdue]),
    stylesHere(),
  ]).then(() =>
    createRoot(root).render(
      <StrictMode>
        <App stores={stores} nonce={nonce} />
      </StrictMode>,
    ),
  )
  stores.station.subscribe(() => void spoken(stores))
}

/** Resolves once this station's language is loaded, or could not be: then it stays as it is. */
async function spoken({ station }: Stores): Promise<void> {
  await speak(station.getState().bootstrap?.preferences.language.locale ?? ownLocale()).catch(console.error)
}

/** Resolves once the station's state and its queue are known. */
async function firstAnswers({ station, queue }: Stores): Promise<void> {
  const listed = new Promise<void>((resolve) => {
    const unsubscribe = queue.subscribe(({ rows: { total, error } }) => {
      if (total === null && error === null) return
      unsubscribe()
      resolve()
    })
  })
  queue.getState().show(0, 0)
  await Promise.all([station.getState().load(), listed])
}

/** Resolves once no style sheet is loading: without them, elements would measure themselves wrongly. */
async function stylesHere(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  const coming = [...links].filter((link) => link.sheet === null)
  await Promise.all(
    coming.map(
      (link) =>
        new Promise((resolve) => {
          link.addEventListener('load', resolve)
          link.addEventListener('error', resolve)
        }),
    ),
  )
}

/** For screen readers and hyphenation. */
function showLanguage(locale: string): void {
  document.documentElement.lang = locale
}
