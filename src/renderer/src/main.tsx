import '@mantine/core/styles.css'
import './app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { readNonce } from './nonce'
import { connectStation } from './station'
import { createStores } from './stores/stores'
import { startWords } from './words/i18n'

const nonce = readNonce()
startWords()
const stores = createStores(connectStation())
void stores.station.getState().load()

const root = document.getElementById('root')
if (root === null) throw new Error('#root is missing')
createRoot(root).render(
  <StrictMode>
    <App stores={stores} nonce={nonce} />
  </StrictMode>,
)
