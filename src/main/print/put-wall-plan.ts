import type { PrintPage } from '../base/printing'
import { slotCodeOf } from '../../shared/domain/put-wall/slot'
import type { Layout } from './layout'
import { markup } from './markup'
import { makePage } from './page'
import { PRINT_WORDS } from './words'

/** A card for each slot of the put wall, to cut out: its number, and the code that opens its order. */
export function putWallPlan(slots: number, layout: Layout): PrintPage {
  const { putWall: words } = PRINT_WORDS[layout.locale]
  const cards = Array.from({ length: slots }, (_, index) => index + 1).map(
    (slot) =>
      markup`<figure><figcaption><span class="slot">${slot}</span></figcaption>${layout.draw(slotCodeOf(slot), { dots: 3, heightMm: 12 })}</figure>`,
  )
  return makePage(words.title, layout, markup`<h1>${words.title}</h1><div class="slots">${cards}</div>`)
}
