import { CALIBRATION_CODES } from '../../shared/domain/scanning/calibration'
import type { PrintPage } from '../base/printing'
import type { Layout } from './layout'
import { markup } from './markup'
import { makePage } from './page'
import { PRINT_WORDS } from './words'

/** The codes that teach the station how a scanner types, in scanning order: one sheet. */
export function calibrationSheet(layout: Layout): PrintPage {
  const { calibration: words } = PRINT_WORDS[layout.locale]
  const codes = CALIBRATION_CODES.map(
    ({ text }, index) =>
      markup`<figure><figcaption><span class="name">${index + 1}</span></figcaption>${layout.draw(text, {
        dots: 5,
        heightMm: layout.paper === 'label' ? 14 : 24,
      })}</figure>`,
  )
  const content = markup`<h1>${words.title}</h1><p>${words.hint}</p><div class="column">${codes}</div>`
  return makePage(words.title, layout, content)
}
