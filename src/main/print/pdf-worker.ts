import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { crc32, deflateSync } from 'node:zlib'
import { PDFiumModule } from '@hyzyla/pdfium'

/**
 * The thread of `pdf-pages.ts`: draws the pages of one PDF with PDFium, the engine of Chromium. It imports no file of ours,
 * because tests run it without a build.
 */

export type PdfTask = {
  pdf: Uint8Array
  /** The file of the engine. */
  wasm: string
}
/** `problem` is for an engineer. */
export type PdfAnswer = { pictures: readonly Uint8Array[] } | { problem: string }

type Engine = Awaited<ReturnType<typeof PDFiumModule>> & {
  /** @param matrix, clip addresses of six and of four numbers */
  _FPDF_RenderPageBitmapWithMatrix(
    bitmap: number,
    page: number,
    matrix: number,
    clip: number,
    flags: number,
  ): void
}

/** Label paper of 100 × 150 mm in dots: 24 to the millimeter, because printers of “203” and “300” dpi have 8 and 12. */
const PAPER = { width: 2_400, height: 3_600 }
const MOST_PAGES = 10
/** Of all pictures together. */
const MOST_BYTES = 20_000_000
const MOST_MEMORY = 256 * 1024 * 1024

/** `FPDF_BITMAP_GRAY`: one byte for each dot. */
const GRAY = 1
const WHITE = 0xff
/**
 * `FPDF_ANNOT`, `FPDF_GRAYSCALE`, `FPDF_PRINTING`, and `FPDF_RENDER_NO_SMOOTH` for text, pictures and paths: a label printer
 * has black dots only, and would print a soft edge as a pattern.
 */
const FLAGS = 0x01 | 0x08 | 0x800 | 0x1000 | 0x2000 | 0x4000
/**
 * How far a page leans, as a part of its size: less than a tenth of a dot. PDFium makes an upright box wider until it ends
 * with whole dots, thin bars by a sixth. The edges of a shape that leans go to the nearest dot.
 */
const SKEW = 1e-5
/** `FPDF_ERR_PASSWORD` */
const WRONG_PASSWORD = 4

function drawPages(engine: Engine, pdf: Uint8Array): PdfAnswer {
  const at = roomFor(engine, pdf.length)
  engine.HEAPU8.set(pdf, at)
  const file = engine._FPDF_LoadMemDocument(at, pdf.length, 0)
  if (file === 0)
    return { problem: engine._FPDF_GetLastError() === WRONG_PASSWORD ? 'needs a password' : 'is no PDF' }
  const pages = engine._FPDF_GetPageCount(file)
  if (pages < 1 || pages > MOST_PAGES) return { problem: `has ${pages} pages` }
  const pictures: Uint8Array[] = []
  let isBlank = true
  let bytes = 0
  for (let index = 0; index < pages; index += 1) {
    const drawing = drawPage(engine, engine._FPDF_LoadPage(file, index))
    if (drawing === null) return { problem: `has no page ${index + 1}` }
    isBlank &&= drawing.dots.every((dot) => dot === WHITE)
    const picture = encodePng(drawing)
    bytes += picture.length
    if (bytes > MOST_BYTES) return { problem: 'is too large when drawn' }
    pictures.push(picture)
  }
  // The engine skips what it cannot read.
  return isBlank ? { problem: 'has nothing on it' } : { pictures }
}

/** SECURITY: whatever the PDF does to the engine stays in its memory, and that has a limit. */
async function loadEngine(wasm: string): Promise<Engine> {
  const module = new WebAssembly.Module(readFileSync(wasm))
  const engine = (await PDFiumModule({
    instantiateWasm(imports, onReady: (instance: WebAssembly.Instance) => void) {
      const env = imports['env'] ?? {}
      const grow = env['emscripten_resize_heap'] as ((size: number) => unknown) | undefined
      if (grow === undefined) throw new Error('the engine grows in another way than it used to')
      const limited = (size: number): unknown => size >>> 0 <= MOST_MEMORY && grow(size)
      const given = { ...imports, env: { ...env, emscripten_resize_heap: limited } }
      const instance = new WebAssembly.Instance(module, given)
      onReady(instance)
      return instance.exports
    },
  })) as Engine
  engine._FPDF_InitLibraryWithConfig({})
  return engine
}

type Drawing = { width: number; height: number; dots: Uint8Array }

/** @returns an address */
function roomFor(engine: Engine, bytes: number): number {
  const at = engine.wasmExports.malloc(bytes)
  if (at === 0) throw new Error('out of memory')
  return at
}

/** Draws a page as large as the paper allows; one that is wider than high is turned. `null` if it cannot be loaded. */
function drawPage(engine: Engine, page: number): Drawing | null {
  const [across, up] = [engine._FPDF_GetPageWidth(page), engine._FPDF_GetPageHeight(page)]
  if (!(across > 0 && up > 0)) return null
  const isTurned = across > up
  const [shorter, longer] = isTurned ? [up, across] : [across, up]
  const scale = Math.min(PAPER.width / shorter, PAPER.height / longer)
  const width = Math.max(1, Math.round(shorter * scale))
  const height = Math.max(1, Math.round(longer * scale))
  const skew = scale * SKEW
  const matrix = isTurned ? [-skew, scale, -scale, skew, width, 0] : [scale, skew, skew, scale, 0, 0]

  const dots = roomFor(engine, width * height)
  const bitmap = engine._FPDFBitmap_CreateEx(width, height, GRAY, dots, width)
  engine._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  const shape = new Uint8Array(Float32Array.of(...matrix, 0, 0, width, height).buffer)
  const shapeAt = roomFor(engine, shape.length)
  engine.HEAPU8.set(shape, shapeAt)
  const clipAt = shapeAt + matrix.length * Float32Array.BYTES_PER_ELEMENT
  engine._FPDF_RenderPageBitmapWithMatrix(bitmap, page, shapeAt, clipAt, FLAGS)
  const drawing = { width, height, dots: engine.HEAPU8.slice(dots, dots + width * height) }
  engine._FPDFBitmap_Destroy(bitmap)
  engine.wasmExports.free(shapeAt)
  engine.wasmExports.free(dots)
  engine._FPDF_ClosePage(page)
  return drawing
}

/** @see https://www.w3.org/TR/png-3/ */
function encodePng({ width, height, dots }: Drawing): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a dot, gray.
  header.writeUInt8(8, 8)
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row += 1)
    rows.set(dots.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([start, block('IHDR', header), block('IDAT', deflateSync(rows)), block('IEND')])
}

function block(name: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

function answerTo(engine: Engine, pdf: Uint8Array): PdfAnswer {
  try {
    return drawPages(engine, pdf)
  } catch (error) {
    return { problem: `stops PDFium: ${String(error)}` }
  }
}

const { pdf, wasm } = workerData as PdfTask
// An engine that does not load is no fault of the PDF: it ends the thread with an error.
void loadEngine(wasm).then((engine) => parentPort?.postMessage(answerTo(engine, pdf)))
