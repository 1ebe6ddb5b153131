import type { LineView, OrderView, ShipmentView } from '../../shared/contract/views'
import type { Preferences } from '../../shared/contract/preferences'
import { shipmentCodeOf } from '../../shared/domain/shipments/shipment-code'
import type { PrintPage } from '../base/printing'
import { gradeWords } from './grade'
import { showDate, type Layout } from './layout'
import { markup, type Markup } from './markup'
import { makePage } from './page'
import { fillIn, PRINT_WORDS } from './words'

export type SlipData = {
  order: OrderView
  shipment: ShipmentView
  /** Empty texts are left out; `logo` is a data URI. */
  sender: Preferences['sender'] & { logo: string | null }
  /** ISO 4217, or `null` for a slip without prices. */
  pricesIn: string | null
}

/** The contents of one parcel, for the buyer and for a person who finds it on a shelf. */
export function packingSlip({ order, shipment, sender, pricesIn }: SlipData, layout: Layout): PrintPage {
  const { slip: words } = PRINT_WORDS[layout.locale]
  const title = `${words.title} ${order.orderId}`
  const carried = new Set(shipment.lineIds)
  const goods = order.lines.filter((line) => !line.isShippingFee)
  const lines = goods.filter(({ lineId }) => carried.has(lineId))
  const heightMm = layout.paper === 'label' ? 9 : 12
  const content = markup`
    ${letterhead(sender)}
    <h1>${words.title}</h1>
    <div class="facts"><div>${address(order, layout)}</div>${facts(order, shipment, layout)}</div>
    ${table(lines, pricesIn, layout)}
    <p class="contents">${contents(lines.length, goods.length, layout)}</p>
    ${closing(sender, layout)}
    <div class="codes">
      ${labeled(words.order, layout.draw(String(order.orderId), { dots: 5, heightMm }))}
      ${labeled(words.shipment, layout.draw(shipmentCodeOf(shipment.shipmentId), { dots: 4, heightMm }))}
    </div>`
  return makePage(title, layout, content, { pictures: sender.logo !== null })
}

/** The sender's logo or name, and its address. */
function letterhead({ logo, name, address: lines }: SlipData['sender']): Markup | null {
  if (logo === null && name === '' && lines.trim() === '') return null
  const brand =
    logo === null
      ? markup`<div class="sender">${name}</div>`
      : markup`<img class="logo" src="${logo}" alt="${name}">`
  const from = logo === null ? lines : `${name}\n${lines}`
  return markup`<div class="letterhead">${brand}<address class="lines">${from.trim()}</address></div>`
}

function closing({ thanks, returnAddress }: SlipData['sender'], { locale }: Layout): Markup | null {
  const { slip: words } = PRINT_WORDS[locale]
  const back = returnAddress.trim()
  if (thanks.trim() === '' && back === '') return null
  return markup`<div class="closing keep"><div class="thanks lines">${thanks.trim()}</div>${
    back === '' ? null : markup`<div><h2>${words.returnTo}</h2><address class="lines">${back}</address></div>`
  }</div>`
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
  return markup`<h2>${words.shipTo}</h2><address class="buyer">${shown.map((line) => markup`<div>${line}</div>`)}</address>`
}

function table(lines: readonly LineView[], pricesIn: string | null, layout: Layout): Markup {
  const { slip: words } = PRINT_WORDS[layout.locale]
  const money =
    pricesIn === null ? null : new Intl.NumberFormat(layout.locale, { style: 'currency', currency: pricesIn })
  const price = (cents: number | null): Markup | null =>
    money && markup`<td class="number">${cents === null ? '' : money.format(cents / 100)}</td>`
  const total = lines.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)
  const cells = layout.paper === 'label' ? narrowCells : wideCells
  const heads =
    layout.paper === 'label'
      ? markup`<th>${words.item}</th>`
      : markup`<th>${words.item}</th><th class="col-size">${words.size}</th><th class="col-text">${words.condition}</th>`
  return markup`<table class="items">
    <thead><tr><th class="col-number number"></th>${heads}
      ${money && markup`<th class="number col-price">${words.price}</th>`}</tr></thead>
    <tbody>${lines.map(
      (line, index) =>
        markup`<tr><td class="number">${index + 1}</td>${cells(line, layout)}${price(line.amountCents)}</tr>`,
    )}${
      money &&
      markup`<tr class="total"><td></td><td colspan="${layout.paper === 'label' ? 1 : 3}">${words.total}</td>${price(total)}</tr>`
    }</tbody></table>`
}

function wideCells(line: LineView, layout: Layout): Markup {
  return markup`<td>${titleOf(line)}${idsOf(line, layout)}</td><td>${line.size}</td><td>${conditionOf(line, layout)}</td>`
}

/** A label has room for one column. */
function narrowCells(line: LineView, layout: Layout): Markup {
  const size =
    line.size === null ? null : markup`<div>${PRINT_WORDS[layout.locale].slip.size} ${line.size}</div>`
  return markup`<td>${titleOf(line)}${size}${conditionOf(line, layout)}${idsOf(line, layout)}</td>`
}

function titleOf({ title, mpn }: LineView): Markup {
  return markup`<div class="title">${title ?? mpn ?? ''}</div>`
}

/** The grade in words, and the flaws as they are described. */
function conditionOf({ quality, condition }: LineView, { locale }: Layout): Markup {
  return markup`${quality === null ? null : markup`<div>${gradeWords(quality, locale)}</div>`}${
    condition === null ? null : markup`<div class="small">${condition}</div>`
  }`
}

/** What the warehouse calls it; of no use to the buyer, so small. */
function idsOf({ itemNumber, externalId }: LineView, { locale }: Layout): Markup | null {
  const ids = [itemNumber, externalId].filter((id) => id !== null)
  if (ids.length === 0) return null
  return markup`<div class="ids"><span>${PRINT_WORDS[locale].slip.itemNumber}</span> ${[...new Set(ids)].join(' · ')}</div>`
}
