import type { BarcodeView } from '../../shared/contract/training'
import { markup, Markup } from './markup'

/** Code 128 as line drawings, sized in dots of a 300 dpi printer so that bars of one width print equally wide. */

const DOT_MM = 25.4 / 300
/** Quiet zone on either side, in bars. */
const QUIET = 10

export type BarcodeSize = {
  /** Width of the thinnest bar in dots of 1/300 inch; 4 is read from arm's length. */
  dots: number
  heightMm: number
  /** A longer code gets thinner bars to fit; without a limit, every code has room. */
  widestMm?: number
}

/** Draws a code of printable ASCII with its text below. */
export type DrawBarcode = (code: string, size: BarcodeSize) => Markup

/** True for a text that can be drawn and that a scanner types back unchanged. */
export function isDrawable(code: string): boolean {
  return /^[\x20-\x7e]{1,60}$/.test(code)
}

/** Loads the encoder, which is large and used only here. Its drawings are as many units wide as `bars` says. */
async function loadEncoder(): Promise<(code: string) => { drawing: string; bars: number }> {
  const { toSVG } = await import('bwip-js/node')
  return (code) => {
    if (!isDrawable(code)) throw new Error('this text has no barcode')
    const drawing = toSVG({ bcid: 'code128', text: code, scale: 1, height: 10, paddingwidth: QUIET })
    const bars = Number(/^<svg viewBox="0 0 (\d+) /.exec(drawing)?.[1])
    if (!(bars > 2 * QUIET)) throw new Error('the encoder drew something else than it used to')
    return { drawing, bars }
  }
}

export async function loadBarcodes(): Promise<DrawBarcode> {
  const encode = await loadEncoder()
  return (code, { dots, heightMm, widestMm = Infinity }) => {
    const { drawing, bars } = encode(code)
    const size = `width="${Math.min(bars * dots * DOT_MM, widestMm).toFixed(3)}mm" height="${heightMm}mm"`
    const sized = drawing.replace('<svg ', `<svg ${size} preserveAspectRatio="none" aria-hidden="true" `)
    return markup`<div class="barcode">${new Markup(sized)}<div class="code">${code}</div></div>`
  }
}

/** Draws a code to be scanned from the screen; `null` if it has no barcode. */
export async function drawForScreen(code: string): Promise<BarcodeView | null> {
  if (!isDrawable(code)) return null
  const { drawing, bars } = (await loadEncoder())(code)
  return { svg: drawing.replace('<svg ', '<svg preserveAspectRatio="none" '), bars }
}
