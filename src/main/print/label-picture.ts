import type { PrintPage } from '../base/printing'
import { markup } from './markup'
import { makePage } from './page'

/** Its barcodes are sharp only if nothing smooths the picture. */
const STYLE = `@page { size: 100mm 150mm; margin: 0; }
html, body { margin: 0; }
img { display: block; width: 100mm; height: 150mm; object-fit: contain; image-rendering: pixelated; }
`

/** A carrier's label on label paper, from edge to edge, each picture on a page. @param pngs whole PNGs */
export function labelPicture(...pngs: readonly Buffer[]): PrintPage {
  const pictures = pngs.map(
    (png) => markup`<img alt="" src="data:image/png;base64,${png.toString('base64')}">`,
  )
  return makePage('Label', { locale: 'en', paper: 'label' }, markup`${pictures}`, {
    pictures: true,
    style: STYLE,
  })
}
