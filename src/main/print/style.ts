import type { Paper } from '../../shared/domain/station/paper'

const SIZES: Readonly<Record<Paper, string>> = {
  a4: 'A4 portrait',
  letter: 'letter portrait',
  label: '100mm 150mm',
}
/**
 * The PC's own letters, which are made for coarse dots. Those of the screen vary in weight, so that Chromium gives them to a printer as
 * outlines without hints: at 203 dpi small text would get thinner, for 180 kB more in each document.
 */
const FONT = `"Segoe UI", "Helvetica Neue", Arial, "Liberation Sans", sans-serif`
const MONO = `"Liberation Mono", Consolas, "Courier New", monospace`

/**
 * The one style of all documents: black on white, nothing split by a page break. On a sheet every document fits the
 * width that A4 and Letter share (186 mm), across it their common height (160 mm is kept free of the edge).
 */
export function pageStyle(paper: Paper, landscape = false): string {
  const size = landscape ? SIZES[paper].replace('portrait', 'landscape') : SIZES[paper]
  const margin = paper === 'label' ? '5mm 5mm 8mm' : landscape ? '10mm 10mm 12mm' : '12mm 12mm 16mm'
  return `
@page { size: ${size}; margin: ${margin};
  @bottom-right { content: counter(page) " / " counter(pages); color: #555; font: ${paper === 'label' ? 6.5 : 8}pt ${FONT}; } }
${EVERYWHERE}${paper === 'label' ? ON_LABEL : ''}${landscape ? 'body { width: 256mm; }\n' : ''}`
}

const EVERYWHERE = `* { box-sizing: border-box; }
html { color: #000; background: #fff; font: 10pt/1.4 ${FONT}; font-variant-numeric: tabular-nums; }
body { width: 186mm; margin: 0 auto; overflow-wrap: anywhere; }
h1 { margin: 0 0 5mm; font-size: 19pt; font-weight: 650; line-height: 1.15; letter-spacing: -.2pt; }
h2 { margin: 0 0 1mm; font-size: 8pt; font-weight: 400; color: #555; }
p { margin: 0 0 3mm; }
address { font-style: normal; }
.lines { white-space: pre-line; }
.letterhead { display: flex; justify-content: space-between; align-items: flex-start; gap: 10mm; margin-bottom: 11mm; }
.letterhead address { color: #333; font-size: 8.5pt; text-align: right; }
.logo { display: block; max-width: 75mm; max-height: 20mm; object-fit: contain; }
.sender { font-size: 17pt; font-weight: 650; line-height: 1.2; letter-spacing: -.2pt; }
.facts { display: grid; grid-template-columns: 1fr 82mm; gap: 8mm; margin-bottom: 6mm; }
.buyer { font-size: 12.5pt; line-height: 1.3; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .6mm 4mm; margin: 0; align-content: start; font-size: 9pt; }
dt { color: #555; }
dd { margin: 0; }
header { display: grid; grid-template-columns: 1fr 82mm; gap: 6mm; margin-bottom: 6mm; }
header h1 { margin-bottom: 2mm; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; }
.col-number { width: 8mm; } .col-size { width: 26mm; } .col-text { width: 50mm; } .col-price { width: 25mm; } .col-order { width: 25mm; } .col-items { width: 24mm; } .col-count { width: 16mm; } .col-code { width: 72mm; } .col-when { width: 40mm; } .col-carrier { width: 32mm; }
th, td { padding: 1.8mm 2mm; text-align: left; vertical-align: top; border-bottom: .2mm solid #bbb; }
th { padding-top: 0; font-size: 8pt; font-weight: 400; color: #555; border-bottom: .3mm solid #000; }
.number { text-align: right; white-space: nowrap; }
td.number:first-child { padding-left: 0; color: #555; text-align: left; }
thead { display: table-header-group; }
tfoot { display: table-row-group; }
tr, figure, .barcode, .keep { break-inside: avoid; }
.title { font-weight: 600; }
.tick { width: 5mm; height: 5mm; border: .3mm solid #000; border-radius: 1mm; }
.count { font-size: 13pt; font-weight: 650; }
.small { font-size: 8.5pt; color: #333; }
.ids { margin-top: .4mm; font-size: 7pt; color: #555; }
.total { font-weight: 600; }
.contents { margin: 4mm 0 0; color: #333; }
.closing { display: grid; grid-template-columns: 1fr 82mm; gap: 8mm; margin-top: 10mm; }
.thanks { font-size: 12.5pt; font-weight: 600; }
.barcode { display: inline-block; text-align: center; line-height: 1; }
.barcode svg { display: block; }
.code { margin-top: 1mm; color: #333; font: 7.5pt/1.1 ${MONO}; letter-spacing: .3mm; }
.codes { display: flex; justify-content: space-between; align-items: flex-end; gap: 6mm; margin: 0 0 8mm; }
/* The white edge that a code needs is the page's own. */
.codes .barcode { margin-left: -3.4mm; }
/* What the warehouse scans is at the end, after all that is for the buyer. */
.closing + .codes, .contents + .codes { margin: 10mm 0 0; break-inside: avoid; }
.parcels td { padding-block: .7mm; vertical-align: middle; }
.parcels .barcode { display: flex; flex-wrap: wrap; align-items: center; gap: .5mm 3mm; margin-left: -3.4mm; }
.parcels .code { margin: 0; }
.commands { display: grid; grid-template-columns: 1fr 1fr; gap: 1.2mm 3mm; }
.commands figure { padding-block: .6mm; }
figure { margin: 0; padding: 2.5mm 3mm; border: .2mm solid #777; border-radius: 2.5mm; text-align: center; }
figcaption { margin-bottom: 1.5mm; font-size: 9pt; line-height: 1.25; }
.name { display: block; font-size: 15pt; font-weight: 650; line-height: 1.15; }
.column { display: grid; gap: 4mm; }
.column figure { display: grid; grid-template-columns: 10mm 1fr; place-items: center; padding: 3mm 1mm; }
.poster { display: grid; grid-template-columns: 1fr 1fr; gap: 1.6mm 4mm; }
.poster figure { display: flex; justify-content: space-between; align-items: center; padding: 1mm 2mm 1mm 4mm; min-height: 18.5mm; }
.poster figcaption { display: flex; flex-direction: column; align-items: flex-start; gap: 1mm; margin: 0; font-size: 18pt; font-weight: 650; line-height: 1; text-align: left; overflow-wrap: normal; }
kbd { padding: .7mm 2.5mm; border: .4mm solid #000; border-radius: 1.5mm; font: 600 16pt/1.15 ${FONT}; }
.cards { display: grid; grid-template-columns: repeat(2, 85.6mm); gap: 1.5mm; justify-content: center; }
.card { height: 52mm; padding: 4mm 1mm; border: .2mm dashed #666; text-align: center; break-inside: avoid; }
.holder { height: 20mm; overflow: hidden; padding: 0 2mm; font-size: 18pt; font-weight: 650; line-height: 1.15; }
.slots { display: grid; grid-template-columns: repeat(auto-fill, minmax(56mm, 1fr)); gap: 2mm; }
.slot { font-size: 30pt; font-weight: 680; line-height: 1; }
.sheet + .sheet { break-before: page; }
.big { font-size: 14pt; font-weight: 650; text-align: right; }
.round { margin-top: 2mm; text-align: right; }
.signatures { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8mm; margin-top: 22mm; }
.signatures div { padding-top: 1mm; border-top: .3mm solid #000; color: #555; font-size: 8.5pt; }
`

/** A third of the room, read from the hand. */
const ON_LABEL = `html { font-size: 8pt; line-height: 1.3; }
body { width: 90mm; }
h1 { margin-bottom: 2mm; font-size: 13pt; }
h2 { font-size: 6.5pt; margin-bottom: .5mm; }
.letterhead { gap: 4mm; margin-bottom: 4mm; }
.letterhead address { font-size: 6.5pt; }
.logo { max-width: 40mm; max-height: 11mm; }
.sender { font-size: 12pt; }
.facts { display: block; margin-bottom: 3mm; }
.buyer { font-size: 9.5pt; }
dl { grid-template-columns: max-content 1fr max-content 1fr; gap: .3mm 2mm; font-size: 7pt; }
.facts dl { margin-top: 2mm; }
.codes { display: block; margin-bottom: 3mm; }
.codes > div { display: flex; justify-content: space-between; }
.codes > div + div { margin-top: 1.5mm; }
.codes .barcode { margin: 0 -1mm 0 0; }
header { display: block; margin-bottom: 3mm; }
.big, .round { text-align: left; }
.big { font-size: 11pt; }
.col-number { width: 7mm; } .col-count { width: 11mm; } .col-price { width: 18mm; } .col-order { width: auto; }
.first td { padding-bottom: 0; border-bottom: 0; }
th, td { padding: 1.1mm 1mm; }
th { padding-top: 0; font-size: 6.5pt; }
.small { font-size: 7pt; }
.ids { font-size: 6pt; }
.parcels td { padding-block: 1.1mm; }
.parcels .barcode { display: inline-block; margin: 0; }
.parcels .code { margin-top: .6mm; }
.closing + .codes, .contents + .codes { margin: 4mm 0 0; }
.contents { margin-top: 2mm; }
.closing { grid-template-columns: 1fr; gap: 3mm; margin-top: 4mm; }
.thanks { font-size: 9.5pt; }
.code { margin-top: .6mm; font-size: 6.5pt; }
.commands { grid-template-columns: 1fr; gap: 2mm; }
figure { padding: 1.5mm; }
figcaption { font-size: 7pt; margin-bottom: 1mm; }
.name { font-size: 11pt; }
.column { gap: 2mm; }
.column figure { grid-template-columns: 1fr; padding: 1.5mm 0; border-width: .2mm 0; border-radius: 0; }
.cards { display: block; }
.card { height: 136mm; padding: 40mm 0 0; border: 0; }
.card + .card { break-before: page; }
.holder { height: 30mm; font-size: 22pt; }
.signatures { gap: 3mm; margin-top: 14mm; }
.signatures div { font-size: 6.5pt; }
`
