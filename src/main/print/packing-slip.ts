import type { LineView, OrderView, ShipmentView } from '../../shared/contract/views'
import { shipmentCodeOf } from '../../shared/domain/shipments/shipment-code'
import type { PrintPage } from '../base/printing'
import { showDate, type Layout } from './layout'
import { markup, type Markup } from './markup'
import { makePage } from './page'
import { fillIn, PRINT_WORDS } from './words'

export type SlipData = {
  order: OrderView
  shipment: ShipmentView
  /** ISO 4217, or `null` for a slip without prices. */
  pricesIn: string | null
}

/** The contents of one parcel, for the buyer and for a person who finds it on a shelf. */
export function packingSlip({ order, shipment, pricesIn }: SlipData, layout: Layout): PrintPage {
  const { slip: words } = PRINT_WORDS[layout.locale]
  const title = `${words.title} ${order.orderId}`
  const carried = new Set(shipment.lineIds)
  const goods = order.lines.filter((line) => !line.isShippingFee)
  const lines = goods.filter(({ lineId }) => carried.has(lineId))
  const content = markup`
    <header>
      <div>
        <h1>${words.title}</h1>
        ${facts(order, shipment, layout)}
      </div>
      <div>${address(order, layout)}</div>
    </header>
    <div class="codes">
      ${labeled(words.order, layout.draw(String(order.orderId), { dots: 5, heightMm: 15 }))}
      ${labeled(words.shipment, layout.draw(shipmentCodeOf(shipment.shipmentId), { dots: 4, heightMm: 15 }))}
    </div>
    <p>${contents(lines.length, goods.length, layout)}</p>
    ${table(lines, pricesIn, layout)}`
  return makePage(title, layout.locale, layout.paper, content)
}

function contents(count: number, total: number, { locale }: Layout): string {
  const { slip: words } = PRINT_WORDS[locale]
  if (count < total) return fillIn(words.holdsPart, { count, total })
  return count === 1 ? words.holdsOnly : fillIn(words.holdsAll, { count })
}

function labeled(label: string, code: Markup): Markup {
  return markup`<div class="keep"><h2>${label}</h2>${code}</div>`
}

function facts(order: OrderView, shipment: ShipmentView, layout: Layout): Markup {
  const { slip: words } = PRINT_WORDS[layout.locale]
  const dateOf = (iso: string | null) => (iso === null ? null : showDate(iso, layout))
  const all: readonly (readonly [string, string | null])[] = [
    [words.order, String(order.orderId)],
    [words.ordered, dateOf(order.purchasedAt)],
    [words.packed, dateOf(shipment.packedAt)],
    [words.carrier, shipment.carrier],
    [words.tracking, shipment.trackingNumber],
  ]
  const known = all.filter(([, value]) => value !== null && value !== '')
  return markup`<dl>${known.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

function address({ buyer }: OrderView, { locale }: Layout): Markup {
  const { slip: words } = PRINT_WORDS[locale]
  const lines = buyer === null ? [] : [buyer.name, ...buyer.address].filter((line) => line !== null)
  const shown = lines.length === 0 ? [words.noAddress] : lines
  return markup`<h2>${words.shipTo}</h2><address>${shown.map((line) => markup`<div>${line}</div>`)}</address>`
}

function table(lines: readonly LineView[], pricesIn: string | null, layout: Layout): Markup {
  const { slip: words } = PRINT_WORDS[layout.locale]
  const money =
    pricesIn === null ? null : new Intl.NumberFormat(layout.locale, { style: 'currency', currency: pricesIn })
  const price = (cents: number | null): Markup | null =>
    money && markup`<td class="number">${cents === null ? '' : money.format(cents / 100)}</td>`
  const total = lines.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
  return markup`<table>
    <thead><tr><th class="col-number"></th><th>${words.item}</th><th class="col-size">${words.size}</th>
      <th class="col-text">${words.condition}</th><th class="col-code">${words.itemNumber}</th>
      ${money && markup`<th class="number col-price">${words.price}</th>`}</tr></thead>
    <tbody>${lines.map(
      (line, index) => markup`<tr><td class="number">${index + 1}</td><td>${line.title ?? line.mpn ?? ''}</td>
        <td>${line.size}</td><td>${line.condition ?? line.quality}</td>
        <td class="mono">${line.itemNumber ?? line.externalId}</td>${price(line.amountCents)}</tr>`,
    )}${
      money && markup`<tr class="total"><td></td><td colspan="4">${words.total}</td>${price(total)}</tr>`
    }</tbody></table>`
}
