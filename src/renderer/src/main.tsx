import '@mantine/core/styles.css'
import './app.css'
import { connectStation } from './station'

/** The first questions are asked before the browser goes through the rest, which takes longer than their answers. */
const station = connectStation()
void import('./start').then(({ start }) => start(station))
