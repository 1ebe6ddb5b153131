import { COMMAND_NAMES, COMMANDS } from '../../shared/domain/scanning/command'
import type { PrintPage } from '../base/printing'
import type { Layout } from './layout'
import { markup } from './markup'
import { makePage } from './page'
import { PRINT_WORDS } from './words'

/** Every command as a barcode, to hang up next to the scanner: one sheet. */
export function commandSheet(layout: Layout): PrintPage {
  const { commands: words } = PRINT_WORDS[layout.locale]
  const cards = COMMAND_NAMES.map(
    (command) =>
      markup`<figure><figcaption><span class="name">${words.names[command]}</span>${words.does[command]}</figcaption>${layout.draw(
        COMMANDS[command].code,
        { dots: 6, heightMm: layout.paper === 'label' ? 7 : 8 },
      )}</figure>`,
  )
  const content = markup`<h1>${words.title}</h1><p>${words.hint}</p><div class="commands">${cards}</div>`
  return makePage(words.title, layout, content)
}

/** Every command with its name, key and barcode, to be read and scanned from a meter away: one sheet for the wall. */
export function commandPoster(layout: Layout): PrintPage {
  const { commands: words } = PRINT_WORDS[layout.locale]
  const rows = COMMAND_NAMES.map((command) => {
    const { code, key, shift } = COMMANDS[command]
    return markup`<figure><figcaption>${words.names[command]}<kbd>${shift ? `${words.shift}+${key}` : key}</kbd></figcaption>${layout.draw(
      code,
      { dots: 5, heightMm: 12 },
    )}</figure>`
  })
  const content = markup`<h1>${words.title}</h1><p>${words.posterHint}</p><div class="poster">${rows}</div>`
  return makePage(words.title, layout, content, { landscape: true })
}
