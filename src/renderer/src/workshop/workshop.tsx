import '@mantine/core/styles.css'
import 'virtual:theme.css'
import '../fonts.css'
import '../app.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { colorSchemeManager } from '../color-scheme'
import { readNonce } from '../nonce'
import { ScanContext } from '../scan/scan-context'
import { start } from '../start'
import { createStores, StoresContext } from '../stores/stores'
import { theme } from '../theme'
import { needAllWords, startWords } from '../locales/i18n'
import { exampleBridge } from './example-station'
import { Pieces } from './pieces'
import { BENCH_STATES, type BenchState } from './states'

/** `workshop.html` of `npm run dev`: the pieces of the screens and every state of the bench, without a station. */

const state = BENCH_STATES[Number(new URLSearchParams(window.location.search).get('state') ?? 'none')]
if (state === undefined) showPieces()
else showState(state)

function showState({ name, answers, scans }: BenchState): void {
  document.title = name
  // Each state is made by its own scans alone, not by those that the window kept of the one before.
  sessionStorage.clear()
  start({ bridge: exampleBridge(answers), onLink: () => () => undefined })
  const drawn = new MutationObserver(() => {
    if (document.querySelector('main, [role=main]') === null) return
    drawn.disconnect()
    // Keys are heard once the first paint's effects have run; on a busy computer that is frames later.
    requestAnimationFrame(() => requestIdleCallback(() => typeScans(document, scans)))
  })
  drawn.observe(document.body, { childList: true, subtree: true })
}

function showPieces(): void {
  const root = document.getElementById('root')
  const first = BENCH_STATES[0]
  if (root === null || first === undefined) throw new Error('#root or the states are missing')
  startWords()
  const stores = createStores({ bridge: exampleBridge(first.answers), onLink: () => () => undefined })
  const nonce = readNonce()
  void Promise.all([stores.station.getState().load(), needAllWords()]).then(() =>
    createRoot(root).render(
      <StrictMode>
        <StoresContext value={stores}>
          <ScanContext value={stores}>
            <MantineProvider
              theme={theme}
              defaultColorScheme="auto"
              colorSchemeManager={colorSchemeManager()}
              getStyleNonce={() => nonce}
              withCssVariables={false}
            >
              <Pieces states={BENCH_STATES} />
            </MantineProvider>
          </ScanContext>
        </StoresContext>
      </StrictMode>,
    ),
  )
}

/** Types codes as a scanner does: one key after the other without a pause, and Enter at the end. */
function typeScans(target: Document, codes: readonly string[]): void {
  const press = (key: string, code: string, shiftKey = false) =>
    target.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }),
    )
  for (const text of codes) {
    for (const key of text) press(key, codeOfKey(key), /[A-Z]/.test(key))
    press('Enter', 'Enter')
  }
}

/** The character's key on a US keyboard, the layout of the examples' scanner. */
function codeOfKey(key: string): string {
  if (/\d/.test(key)) return `Digit${key}`
  return key === '-' ? 'Minus' : `Key${key.toUpperCase()}`
}
