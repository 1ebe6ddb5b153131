import type { DeskRow } from '../../shared/contract/orders'
import { isLate } from '../../shared/domain/orders/late'
import { formatCents } from '../../shared/domain/orders/money'
import { nextWork } from '../../shared/domain/orders/order-desk'
import type { PrintPage } from '../base/printing'
import { showDate, showTime, type Layout } from './layout'
import { markup, type Markup } from './markup'
import { makePage } from './page'
import { fillIn, PRINT_WORDS } from './words'

export type PrintedOrders = {
  /** ISO 8601 UTC. */
  madeAt: string
  rows: readonly DeskRow[]
  /** How many orders the filter shows; some may not be on the list. */
  total: number
  /** ISO 4217. */
  currency: string
}

/** The list of the order desk, without buyers' data. */
export function orderList({ madeAt, rows, total, currency }: PrintedOrders, layout: Layout): PrintPage {
  const { orders: words } = PRINT_WORDS[layout.locale]
  const count = new Intl.NumberFormat(layout.locale)
  const shown = rows.length < total ? words.part : words.all
  const sum = rows.reduce((cents, { amountCents }) => cents + (amountCents ?? 0), 0)
  const money = (cents: number | null): string =>
    cents === null ? '–' : formatCents(cents, currency, layout.locale)
  const content = markup`
    <header><div><h1>${words.title}</h1><p>${showDate(madeAt, layout)}, ${showTime(madeAt, layout)}</p></div>
      <div class="big">${fillIn(shown, { count: count.format(rows.length), total: count.format(total) })}</div></header>
    <table><thead><tr><th class="col-order">${words.order}</th><th class="col-when">${words.bought}</th>
      <th>${words.items}</th><th class="col-size">${words.state}</th><th class="col-carrier">${words.carrier}</th>
      <th class="col-price number">${words.amount}</th><th class="col-price number">${words.payout}</th></tr></thead>
    <tbody>${rows.map((row) => rowOf(row, layout, money, madeAt))}</tbody>
    <tfoot><tr class="total"><td colspan="5">${words.sum}</td><td class="number">${money(sum)}</td><td></td></tr></tfoot></table>`
  return makePage(words.title, layout, content, { landscape: true })
}

function rowOf(
  row: DeskRow,
  layout: Layout,
  money: (cents: number | null) => string,
  madeAt: string,
): Markup {
  const { orders: words } = PRINT_WORDS[layout.locale]
  const { orderId, purchasedAt, lines, preview, carriers, amountCents, payoutCents } = row
  const late = isLate(row, Date.parse(madeAt))
  const state = words.work[nextWork(row)]
  return markup`<tr><td class="title">${orderId}</td>
    <td>${purchasedAt === null ? '–' : `${showDate(purchasedAt, layout)}, ${showTime(purchasedAt, layout)}`}</td>
    <td>${lines} × ${preview.join(', ')}</td><td>${state}${late ? markup`<div class="title">${words.late}</div>` : null}</td>
    <td>${carriers.join(', ')}</td><td class="number">${money(amountCents)}</td><td class="number">${money(payoutCents)}</td></tr>`
}
