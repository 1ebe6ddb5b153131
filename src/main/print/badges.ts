import type { PrintPage } from '../base/printing'
import type { Layout } from './layout'
import { markup } from './markup'
import { makePage } from './page'
import { PRINT_WORDS } from './words'

export type Badge = { name: string; badge: string }

/** Cards of the usual size, 85.6 × 54 mm, to cut out: ten on a sheet of A4, eight on one of US Letter. */
export function badgeSheet(badges: readonly Badge[], layout: Layout): PrintPage {
  const { badges: words } = PRINT_WORDS[layout.locale]
  const cards = badges.map(
    ({ name, badge }) =>
      markup`<div class="card"><div class="holder">${name}</div>${layout.draw(badge, { dots: 4, heightMm: 18 })}</div>`,
  )
  return makePage(words.title, layout, markup`<div class="cards">${cards}</div>`)
}
