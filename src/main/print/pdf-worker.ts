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
  /** How many bytes the engine may have. */
  memory: number
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
  _FPDFFormObj_CountObjects(form: number): number
  _FPDFFormObj_GetObject(form: number, index: number): number
}

/** Label paper of 100 × 150 mm in dots: 24 to the millimeter, because printers of “203” and “300” dpi have 8 and 12. */
const PAPER = { width: 2_400, height: 3_600 }
/** Dots of a point at true size. */
const TRUE_SIZE = (24 * 25.4) / 72
/** How much larger than the paper a page or its ink may be, and loses at most 1.5 mm at each edge: 4 × 6 inches are 1.6 % larger. */
const TOLERANCE = 1.02
/** How much smaller ink is made that is larger than the paper, as that of A6: a scanner still reads its bars. */
const SMALLEST = 0.92
/** Pages whose sides have the paper's ratio within this part were made for it, in whatever unit. */
const SAME_SHAPE = 0.03
const MOST_PAGES = 10
/** Of all pictures together. */
const MOST_BYTES = 20_000_000

/** `FPDF_BITMAP_GRAY`: one byte for each dot. */
const GRAY = 1
const WHITE = 0xff
/** `FPDF_ANNOT`, `FPDF_GRAYSCALE`, `FPDF_PRINTING` */
const SOFT = 0x01 | 0x08 | 0x800
/**
 * With `FPDF_RENDER_NO_SMOOTH` for text, pictures and paths: a label printer has black dots only, and would print a soft
 * edge as a pattern.
 */
const SHARP = SOFT | 0x1000 | 0x2000 | 0x4000
/**
 * How far a page leans, as a part of its size: less than a tenth of a dot. PDFium makes an upright box wider, to whole dots,
 * thin bars by a sixth. The edges of a shape that leans go to the nearest dot.
 */
const SKEW = 1e-5
/** `FPDF_ERR_PASSWORD` */
const WRONG_PASSWORD = 4
/** `FPDF_PAGEOBJ_IMAGE`, `FPDF_PAGEOBJ_FORM` */
const [IMAGE, FORM] = [3, 5]

function drawPages(engine: Engine, pdf: Uint8Array): PdfAnswer {
  const at = roomFor(engine, pdf.length)
  engine.HEAPU8.set(pdf, at)
  const file = engine._FPDF_LoadMemDocument(at, pdf.length, 0)
  if (file === 0)
    return { problem: engine._FPDF_GetLastError() === WRONG_PASSWORD ? 'needs a password' : 'is no PDF' }
  const pages = engine._FPDF_GetPageCount(file)
  if (pages < 1 || pages > MOST_PAGES) return { problem: `has ${pages} pages` }
  const pictures: Uint8Array[] = []
  let bytes = 0
  for (let index = 0; index < pages; index += 1) {
    const page = engine._FPDF_LoadPage(file, index)
    const drawing = drawPage(engine, page)
    engine._FPDF_ClosePage(page)
    if (typeof drawing === 'string') return { problem: `${drawing} on page ${index + 1}` }
    const picture = encodePng(drawing)
    bytes += picture.length
    if (bytes > MOST_BYTES) return { problem: 'is too large when drawn' }
    pictures.push(picture)
  }
  return { pictures }
}

/** SECURITY: whatever the PDF does to the engine stays in its memory, and that has a limit. */
async function loadEngine({ wasm, memory }: PdfTask): Promise<Engine> {
  const module = new WebAssembly.Module(readFileSync(wasm))
  const engine = (await PDFiumModule({
    instantiateWasm(imports, onReady: (instance: WebAssembly.Instance) => void) {
      const env = imports['env'] ?? {}
      const grow = env['emscripten_resize_heap'] as ((size: number) => unknown) | undefined
      if (grow === undefined) throw new Error('the engine grows in another way than it used to')
      const limited = (size: number): unknown => size >>> 0 <= memory && grow(size)
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

/** Draws a page on label paper, or says what is wrong. The engine skips what it cannot read: then a part may be missing. */
function drawPage(engine: Engine, page: number): Drawing | string {
  const width = engine._FPDF_GetPageWidth(page)
  const height = engine._FPDF_GetPageHeight(page)
  if (!(width > 0 && height > 0)) return 'has nothing to load'
  const count = engine._FPDFPage_CountObjects(page)
  if (!canRead(engine, count, (index) => engine._FPDFPage_GetObject(page, index)))
    return 'has a picture that cannot be read'
  const place = placePage(engine, page, { left: 0, top: 0, width, height })
  if (typeof place === 'string') return place
  const drawing = draw(engine, page, place, PAPER, SHARP)
  return drawing.dots.every((dot) => dot === WHITE) ? 'has nothing' : drawing
}

/** False if there is a picture among these objects that the engine cannot decode. */
function canRead(engine: Engine, count: number, objectAt: (index: number) => number): boolean {
  for (let index = 0; index < count; index += 1) {
    const object = objectAt(index)
    const type = engine._FPDFPageObj_GetType(object)
    if (type === IMAGE) {
      const bitmap = engine._FPDFImageObj_GetBitmap(object)
      if (bitmap === 0) return false
      engine._FPDFBitmap_Destroy(bitmap)
    } else if (type === FORM) {
      const inner = engine._FPDFFormObj_CountObjects(object)
      if (!canRead(engine, inner, (at) => engine._FPDFFormObj_GetObject(object, at))) return false
    }
  }
  return true
}

/** In points, from the upper left corner of the page. */
type Box = { left: number; top: number; width: number; height: number }

/** What of a page goes to the middle of the paper. */
type Place = { box: Box; isTurned: boolean; scale: number }

/**
 * A page as large as the paper is drawn at true size, a smaller one as large as the paper allows; each is turned if it is
 * wider than high. Of a larger page only its ink is drawn, at true size or hardly smaller, because no scanner would read its bars
 * otherwise; but a page of the paper's shape may be measured in another unit, such as a printer's dots, and is drawn whole.
 */
function placePage(engine: Engine, page: number, whole: Box): Place | string {
  const isTurned = whole.width > whole.height
  const fitting = Math.min(
    PAPER.width / Math.min(whole.width, whole.height),
    PAPER.height / Math.max(whole.width, whole.height),
  )
  if (fitting > TRUE_SIZE * TOLERANCE) return { box: whole, isTurned, scale: fitting }
  if (fitting >= TRUE_SIZE / TOLERANCE) return { box: whole, isTurned, scale: TRUE_SIZE }
  const box = findInk(engine, page, whole)
  if (box === null) return 'has nothing'
  if (isOnPaper(box.width, box.height)) return { box, isTurned: false, scale: TRUE_SIZE }
  if (isOnPaper(box.height, box.width)) return { box, isTurned: true, scale: TRUE_SIZE }
  if (isLikePaper(whole)) return { box: whole, isTurned, scale: fitting }
  const scale = Math.min(
    PAPER.width / Math.min(box.width, box.height),
    PAPER.height / Math.max(box.width, box.height),
  )
  if (scale >= SMALLEST * TRUE_SIZE) return { box, isTurned: box.width > box.height, scale }
  return 'has more than label paper holds'
}

function isLikePaper({ width, height }: Box): boolean {
  const ratio = Math.max(width, height) / Math.min(width, height)
  return Math.abs(ratio / (PAPER.height / PAPER.width) - 1) <= SAME_SHAPE
}

function isOnPaper(width: number, height: number): boolean {
  const most = TOLERANCE / TRUE_SIZE
  return width <= PAPER.width * most && height <= PAPER.height * most
}

/** What is not white, found in a small drawing with soft edges, which shows the thinnest line. */
function findInk(engine: Engine, page: number, whole: Box): Box | null {
  const scale = Math.min(TRUE_SIZE / 6, PAPER.height / Math.max(whole.width, whole.height))
  const size = { width: Math.ceil(whole.width * scale), height: Math.ceil(whole.height * scale) }
  const box = { ...whole, width: size.width / scale, height: size.height / scale }
  const { dots } = draw(engine, page, { box, isTurned: false, scale }, size, SOFT)
  let [left, right, top, bottom] = [size.width, 0, size.height, 0]
  dots.forEach((dot, at) => {
    if (dot === WHITE) return
    const [x, y] = [at % size.width, Math.floor(at / size.width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  })
  if (right === 0) return null
  return {
    left: left / scale,
    top: top / scale,
    width: (right - left) / scale,
    height: (bottom - top) / scale,
  }
}

/** Draws a part of a page in the middle of a white picture. */
function draw(
  engine: Engine,
  page: number,
  { box, isTurned, scale }: Place,
  { width, height }: { width: number; height: number },
  flags: number,
): Drawing {
  const skew = scale * SKEW
  const [a, b, c, d] = isTurned ? [-skew, scale, -scale, skew] : [scale, skew, skew, scale]
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const matrix = [a, b, c, d, width / 2 - a * x - c * y, height / 2 - b * x - d * y]

  const dots = roomFor(engine, width * height)
  const bitmap = engine._FPDFBitmap_CreateEx(width, height, GRAY, dots, width)
  if (bitmap === 0) throw new Error('no bitmap')
  engine._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  const shape = new Uint8Array(Float32Array.of(...matrix, 0, 0, width, height).buffer)
  const shapeAt = roomFor(engine, shape.length)
  engine.HEAPU8.set(shape, shapeAt)
  const clipAt = shapeAt + matrix.length * Float32Array.BYTES_PER_ELEMENT
  engine._FPDF_RenderPageBitmapWithMatrix(bitmap, page, shapeAt, clipAt, flags)
  const drawing = { width, height, dots: engine.HEAPU8.slice(dots, dots + width * height) }
  engine._FPDFBitmap_Destroy(bitmap)
  engine.wasmExports.free(shapeAt)
  engine.wasmExports.free(dots)
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

const task = workerData as PdfTask
// An engine that does not load is no fault of the PDF: it ends the thread with an error.
void loadEngine(task).then((engine) => parentPort?.postMessage(answerTo(engine, task.pdf)))
