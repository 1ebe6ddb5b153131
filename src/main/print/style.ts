import type { Paper } from '../../shared/domain/station/paper'

const SIZES: Readonly<Record<Paper, string>> = { a4: 'A4 portrait', letter: 'letter portrait' }

/**
 * The one style of all documents: black on white, nothing split by a page break. Every document fits the width that
 * A4 and Letter share (186 mm).
 */
export function pageStyle(paper: Paper): string {
  return `
@page { size: ${SIZES[paper]}; margin: 12mm 12mm 16mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 9pt Arial, "Liberation Sans", sans-serif; } }
* { box-sizing: border-box; }
html { color: #000; background: #fff; font: 11pt/1.35 Arial, "Liberation Sans", Helvetica, sans-serif; }
body { width: 186mm; margin: 0 auto; overflow-wrap: anywhere; }
h1 { margin: 0 0 1mm; font-size: 22pt; line-height: 1.1; }
h2 { margin: 0 0 1mm; font-size: 10pt; font-weight: 400; color: #444; }
p { margin: 0 0 3mm; }
header { display: grid; grid-template-columns: 1fr 82mm; gap: 6mm; margin-bottom: 6mm; }
address { font-style: normal; font-size: 13pt; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .5mm 4mm; margin: 0; }
dt { color: #444; }
dd { margin: 0; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; }
.col-number { width: 10mm; } .col-size { width: 24mm; } .col-text { width: 36mm; } .col-code { width: 32mm; } .col-price { width: 25mm; }
th, td { padding: 1.6mm 2mm; text-align: left; vertical-align: top; border-bottom: .2mm solid #999; }
th { font-size: 9pt; font-weight: 400; color: #444; border-bottom: .4mm solid #000; }
.number { text-align: right; white-space: nowrap; }
thead { display: table-header-group; }
tr, figure, .barcode, .keep { break-inside: avoid; }
.barcode { display: inline-block; text-align: center; line-height: 1; }
.barcode svg { display: block; }
.code { margin-top: 1mm; font: 9.5pt/1.1 "Liberation Mono", "Courier New", monospace; letter-spacing: .3mm; }
.codes { display: flex; justify-content: space-between; align-items: flex-end; gap: 6mm; margin: 0 0 6mm; }
.total { font-weight: 700; }
.quiet { color: #444; }
.mono { font-family: "Liberation Mono", "Courier New", monospace; font-size: 10pt; }
.commands { display: grid; grid-template-columns: 1fr 1fr; gap: 3mm; }
figure { margin: 0; padding: 2mm 3mm; border: .3mm solid #000; border-radius: 2mm; text-align: center; }
figcaption { margin-bottom: 1.5mm; font-size: 10pt; line-height: 1.2; }
.name { display: block; font-size: 16pt; font-weight: 700; line-height: 1.1; }
.column { display: grid; gap: 4mm; }
.column figure { display: grid; grid-template-columns: 10mm 1fr; place-items: center; padding: 3mm 1mm; }
.cards { display: grid; grid-template-columns: repeat(2, 85.6mm); gap: 1.5mm; justify-content: center; }
.card { height: 52mm; padding: 4mm 1mm; border: .2mm dashed #666; text-align: center; break-inside: avoid; }
.holder { height: 20mm; overflow: hidden; padding: 0 2mm; font-size: 18pt; font-weight: 700; line-height: 1.15; }
.sheet + .sheet { break-before: page; }
.big { font-size: 15pt; font-weight: 700; text-align: right; }
.signatures { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8mm; margin-top: 22mm; }
.signatures div { padding-top: 1mm; border-top: .3mm solid #000; color: #444; font-size: 9pt; }
`
}
