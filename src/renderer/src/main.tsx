import '@mantine/core/styles.css'
import 'virtual:theme.css'
import './fonts.css'
import './app.css'
import { start } from './start'
import { connectStation } from './data/station'

/** The script does not wait for the page, which may still be loading. */
if (document.readyState === 'loading')
  document.addEventListener('DOMContentLoaded', () => start(connectStation()), { once: true })
else start(connectStation())
