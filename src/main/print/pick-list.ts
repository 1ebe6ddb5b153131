import type { PickList } from '../../shared/contract/views'
import type { PickRow } from '../../shared/domain/orders/pick-list'
import type { PrintPage } from '../base/printing'
import { isDrawable } from './barcode'
import { gradeWords } from './grade'
import { showDate, showTime, type Layout } from './layout'
import { markup, type Markup } from './markup'
import { makePage } from './page'
import { countedWords, PRINT_WORDS } from './words'

/** What one person fetches for the next orders: each item with a box to tick and a barcode that the bench reads. */
export function pickList({ madeAt, orderIds, rows }: PickList, layout: Layout): PrintPage {
  const { picks: words } = PRINT_WORDS[layout.locale]
  const items = rows.reduce((sum, { count }) => sum + count, 0)
  const narrow = layout.paper === 'label'
  const content = markup`
    <header><div><h1>${words.title}</h1><p>${showDate(madeAt, layout)}, ${showTime(madeAt, layout)}</p></div>
      <div class="big">${countedWords('itemCount', items, layout.locale)}</div></header>
    <table><thead><tr><th class="col-number"></th><th class="col-count number">${words.count}</th><th>${words.item}</th>
      ${narrow ? null : markup`<th class="col-code">${words.code}</th>`}</tr></thead>
    <tbody>${rows.map((row) => (narrow ? narrowRow : wideRow)(row, layout))}</tbody></table>
    <p class="contents"><span>${words.orders}</span> ${orderIds.join(', ')}</p>`
  return makePage(words.title, layout, content)
}

function wideRow(row: PickRow, layout: Layout): Markup {
  if ((row.code?.length ?? 0) > LONGEST_BESIDE) return narrowRow(row, layout)
  return markup`<tr><td><div class="tick"></div></td><td class="number count">${row.count}</td>
    <td>${wordsOf(row, layout)}</td><td>${codeOf(row, layout)}</td></tr>`
}

/** The code below its item: a label has room for one column, and the bars of a long code would be too thin. */
function narrowRow(row: PickRow, layout: Layout): Markup {
  return markup`<tr><td><div class="tick"></div></td><td class="number count">${row.count}</td>
    <td colspan="${layout.paper === 'label' ? 1 : 2}">${wordsOf(row, layout)}${codeOf(row, layout)}</td></tr>`
}

function wordsOf({ title, size, quality, condition, code, orders }: PickRow, { locale }: Layout): Markup {
  const { picks: words, slip } = PRINT_WORDS[locale]
  const grade = quality === null ? null : gradeWords(quality, locale)
  const about = [size === null ? null : `${slip.size} ${size}`, grade, condition].filter(
    (text) => text !== null,
  )
  const forOrders = orders.map(({ orderId, count }) => (count === 1 ? `${orderId}` : `${orderId} (${count})`))
  return markup`<div class="title">${title ?? code ?? words.unnamed}</div>
    ${about.length === 0 ? null : markup`<div class="small">${about.join(' · ')}</div>`}
    <div class="ids"><span>${words.forOrders}</span> ${forOrders.join(', ')}</div>`
}

function codeOf({ code }: PickRow, { draw }: Layout): Markup | string {
  if (code === null) return '–'
  return isDrawable(code)
    ? draw(code, { dots: 3, heightMm: 9, widestMm: code.length > LONGEST_BESIDE ? LONG_MM : WIDEST_MM })
    : code
}

/** The width of its column on a sheet, and of two columns. */
const [WIDEST_MM, LONG_MM] = [66, 150]
/** Characters. */
const LONGEST_BESIDE = 20
