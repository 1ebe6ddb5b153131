import type { BarcodeView } from '../../shared/contract/training'
import type { Paper } from '../../shared/domain/station/paper'
import { markup, Markup } from './markup'

/** Code 128 as line drawings, sized in whole dots of the printer so that bars of one width print equally wide. */

const DOT_MM = 25.4 / 300
/** Most label printers have 203 dpi: eight dots to the millimeter. */
const LABEL_DOT_MM = 1 / 8
/** The width inside a label's margins. */
const LABEL_MM = 90
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

export async function loadBarcodes(paper: Paper = 'a4'): Promise<DrawBarcode> {
  const encode = await loadEncoder()
  return (code, { dots, heightMm, widestMm = Infinity }) => {
    const { drawing, bars } = encode(code)
    const barMm = paper === 'label' ? labelBarMm(bars, dots) : dots * DOT_MM
    const size = `width="${Math.min(bars * barMm, widestMm).toFixed(3)}mm" height="${heightMm}mm"`
    const sized = drawing.replace('<svg ', `<svg ${size} preserveAspectRatio="none" aria-hidden="true" `)
    return markup`<div class="barcode">${new Markup(sized)}<div class="code">${code}</div></div>`
  }
}

/** About as wide as on a sheet, in whole dots, and narrow enough for the label. */
function labelBarMm(bars: number, sheetDots: number): number {
  const wanted = Math.round((sheetDots * DOT_MM) / LABEL_DOT_MM)
  const fitting = Math.floor(LABEL_MM / LABEL_DOT_MM / bars)
  return Math.max(1, Math.min(wanted, fitting)) * LABEL_DOT_MM
}

/** Draws a code to be scanned from the screen; `null` if it has no barcode. */
export async function drawForScreen(code: string): Promise<BarcodeView | null> {
  if (!isDrawable(code)) return null
  const { drawing, bars } = (await loadEncoder())(code)
  return { svg: drawing.replace('<svg ', '<svg preserveAspectRatio="none" '), bars }
}
