import { toSVG } from 'bwip-js/node'

/** PDF labels as carrier software writes them. */

/** Points of a millimeter. */
const MM = 72 / 25.4
/** Two dots of a printer with 203 dpi: the thinnest bars that carriers print. */
const BAR = 0.25 * MM

export type PdfPage = {
  /** Points. */
  width: number
  height: number
  /** What is drawn, in operators of PDF. */
  content: string
  /** What the content names. */
  resources?: string
  /** What else the page says. */
  entries?: string
}

/** 100 × 150 mm with Code 128, its bars upright. */
export function labelPage(code: string): PdfPage {
  return { width: 100 * MM, height: 150 * MM, content: barcode(code, 15 * MM, 60 * MM) }
}

/** Code 128 from this point, in bars of `bar` points. */
export function barcode(code: string, x: number, y: number, bar = BAR): string {
  const svg = toSVG({ bcid: 'code128', text: code, scale: 1, height: 10 })
  // Lines of one width after the other, each from its middle.
  const drawn = [...svg.matchAll(/stroke-width="(\d+)" d="([^"]+)"/g)].flatMap(([, bars, lines = '']) =>
    [...lines.matchAll(/M([\d.]+) /g)].map(([, middle]) => {
      const left = x + (Number(middle) - Number(bars) / 2) * bar
      return `${[left, y, Number(bars) * bar, 80 * bar].map((points) => points.toFixed(4)).join(' ')} re`
    }),
  )
  return `${drawn.join(' ')} f`
}

/**
 * A PDF of these pages.
 * @param more objects from number 10 on
 * @param trailer what else the trailer says
 */
export function labelPdf(pages: readonly PdfPage[], more: readonly string[] = [], trailer = ''): Buffer {
  const FIRST_PAGE = 10 + more.length
  const kids = pages.map((_page, index) => `${FIRST_PAGE + 2 * index} 0 R`).join(' ')
  const objects = new Map<number, string>([
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`],
    ...more.map((object, index): [number, string] => [10 + index, object]),
    ...pages.flatMap(
      ({ width, height, content, resources = '', entries = '' }, index): [number, string][] => {
        const [page, drawn] = [FIRST_PAGE + 2 * index, FIRST_PAGE + 2 * index + 1]
        const box = `/MediaBox[0 0 ${width.toFixed(3)} ${height.toFixed(3)}]`
        return [
          [
            page,
            `<</Type/Page/Parent 2 0 R${box}${entries}/Contents ${drawn} 0 R/Resources<<${resources}>>>>`,
          ],
          [drawn, stream(content)],
        ]
      },
    ),
  ])
  const size = FIRST_PAGE + 2 * pages.length
  let file = '%PDF-1.4\n'
  const places: string[] = []
  for (let number = 0; number < size; number += 1) {
    const object = objects.get(number)
    places.push(
      object === undefined ? '0000000000 65535 f \n' : `${String(file.length).padStart(10, '0')} 00000 n \n`,
    )
    if (object !== undefined) file += `${number} 0 obj\n${object}\nendobj\n`
  }
  const table = `xref\n0 ${size}\n${places.join('')}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>`
  return Buffer.from(`${file}${table}\nstartxref\n${file.length}\n%%EOF\n`, 'latin1')
}

/** A stream of PDF. @param entries what else its dictionary says */
export function stream(content: string | Buffer, entries = ''): string {
  const text = typeof content === 'string' ? content : content.toString('latin1')
  return `<<${entries}/Length ${text.length}>>\nstream\n${text}\nendstream`
}
