import type { HandoverParcel, Manifest } from '../../shared/contract/handover'
import { manifestCodeOf } from '../../shared/domain/shipments/shipment-code'
import type { PrintPage } from '../base/printing'
import { isDrawable } from './barcode'
import { showDate, showTime, type Layout } from './layout'
import { markup, type Markup } from './markup'
import { makePage } from './page'
import { countedWords, PRINT_WORDS } from './words'

/** The document that the driver signs: a page for each carrier. */
export function manifestSheets(manifests: readonly Manifest[], layout: Layout): PrintPage {
  const { manifest: words } = PRINT_WORDS[layout.locale]
  return makePage(words.title, layout, markup`${manifests.map((manifest) => sheet(manifest, layout))}`)
}

function sheet({ carrier, shippedAt, by, parcels }: Manifest, layout: Layout): Markup {
  const { manifest: words } = PRINT_WORDS[layout.locale]
  const items = parcels.reduce((sum, parcel) => sum + parcel.items, 0)
  const contents = [
    countedWords('parcelCount', parcels.length, layout.locale),
    countedWords('itemCount', items, layout.locale),
  ].join(', ')
  const handedOver =
    shippedAt === null ? null : `${showDate(shippedAt, layout)}, ${showTime(shippedAt, layout)}`
  const narrow = layout.paper === 'label'
  return markup`<section class="sheet">
    <header><div><h1>${words.title}</h1><dl>
      <dt>${words.carrier}</dt><dd>${carrier === '' ? words.noCarrier : carrier}</dd>
      <dt>${words.handedOver}</dt><dd>${handedOver ?? words.notYet}</dd>
      <dt>${words.by}</dt><dd>${by}</dd>
    </dl></div><div><div class="big">${contents}</div>${codeOf(parcels, layout)}</div></header>
    <table class="parcels"><thead><tr><th class="col-number"></th><th class="col-order">${words.order}</th>
      <th class="col-items number">${words.items}</th>${narrow ? null : markup`<th>${words.tracking}</th>`}</tr></thead>
    ${parcels.map((parcel, index) => (narrow ? narrowRow : row)(parcel, index + 1, layout))}</table>
    <div class="signatures keep">${[words.driver, words.date, words.signature].map(
      (label) => markup`<div>${label}</div>`,
    )}</div></section>`
}

/** Names the round at the dock. */
function codeOf([first]: readonly HandoverParcel[], { paper, draw, locale }: Layout): Markup | null {
  if (first === undefined) return null
  const code = draw(manifestCodeOf(first.shipmentId), { dots: 3, heightMm: paper === 'label' ? 9 : 11 })
  return markup`<div class="round">${code}<div class="ids">${PRINT_WORDS[locale].manifest.codeHint}</div></div>`
}

function row({ orderId, items, trackingNumber }: HandoverParcel, place: number, layout: Layout): Markup {
  return markup`<tbody><tr><td class="number">${place}</td><td>${orderId}</td><td class="number">${items}</td>
    <td>${tracking(trackingNumber, layout)}</td></tr></tbody>`
}

/** The number needs the width of the label for itself. */
function narrowRow(
  { orderId, items, trackingNumber }: HandoverParcel,
  place: number,
  layout: Layout,
): Markup {
  return markup`<tbody class="keep"><tr class="first"><td class="number">${place}</td><td>${orderId}</td><td class="number">${items}</td></tr>
    <tr><td></td><td colspan="2">${tracking(trackingNumber, layout)}</td></tr></tbody>`
}

function tracking(number: string | null, { draw }: Layout): Markup | string {
  if (number === null) return '–'
  return isDrawable(number) ? draw(number, { dots: 4, heightMm: HIGH_MM, widestMm: WIDEST_MM }) : number
}

/** Leaves room for the other columns and for the number beside the bars. */
const WIDEST_MM = 86
/** Low enough that forty parcels take two sheets of Letter. */
const HIGH_MM = 8
