import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { measurePicture } from '../../../src/main/base/picture'
import { pdfPages, type PdfEngine } from '../../../src/main/print/pdf-pages'
import { barcode, labelPage, labelPdf, stream } from '../../support/label-pdf'
import { missingPaperTool, readPicture } from '../../support/paper'
import { tempDir } from '../../support/temp-dir'

const ENGINE: PdfEngine = {
  script: path.join(__dirname, '../../../src/main/print/pdf-worker.ts'),
  wasm: createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'),
}
const UPS = '1Z999AA10123456784'
const PAPER = { width: 2_400, height: 3_600 }
const MM = 72 / 25.4

const draw = (pdf: Buffer, { ms = 15_000, memory = 256 * 1024 * 1024 } = {}) =>
  pdfPages(pdf, ENGINE, { ms, memory })

/** What a scanner reads. */
function scan(picture: Buffer): string[] {
  const file = path.join(tempDir(), 'label')
  writeFileSync(file, picture)
  return readPicture(file)
}

/** The dots of a PNG that is written without filters. */
function dotsOf(png: Buffer) {
  const { width = 0, height = 0 } = measurePicture(png) ?? {}
  const data = png.indexOf('IDAT') + 4
  const rows = inflateSync(png.subarray(data, data + png.readUInt32BE(data - 8)))
  const dotAt = (x: number, y: number): number => rows[y * (width + 1) + 1 + x] ?? 0
  return { width, height, dotAt }
}

/** Which grays a picture has, black first. */
function graysOf(png: Buffer): number[] {
  const { width, height, dotAt } = dotsOf(png)
  const grays = new Set<number>()
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) grays.add(dotAt(x, y))
  return [...grays].sort((one, other) => one - other)
}

/** The box of what is black, in dots. */
function blackOf(png: Buffer) {
  const { width, height, dotAt } = dotsOf(png)
  const box = { left: width, right: 0, top: height, bottom: 0 }
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (dotAt(x, y) !== 0) continue
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x + 1)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y + 1)
    }
  return box
}

/** The label as a printer's driver makes it: each of its dots is the nearest one of the picture, black or white. */
function printed(png: Buffer, dotsAcross: number): Buffer {
  const { dotAt, ...picture } = dotsOf(png)
  const [width, height] = [dotsAcross, dotsAcross * 1.5]
  const nearest = (at: number, of: number, from: number) => Math.floor(((at + 0.5) * from) / of)
  const dots = Buffer.alloc(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const dot = dotAt(nearest(x, width, picture.width), nearest(y, height, picture.height))
      dots[y * width + x] = dot < 128 ? 0 : 255
    }
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), dots])
}
/** 8 dots to the millimeter, and 8.12: drivers of “203 dpi” differ; 12 are “300”. */
const PRINTERS = [800, 812, 1_200]

describe.skipIf(missingPaperTool() !== null)('a PDF label that is drawn', () => {
  it.each(['together', 'one by one'])(
    'is read by a scanner as printers of 203 and 300 dpi print it, its bars drawn %s',
    async (how) => {
      const { content, ...paper } = labelPage(UPS)
      const bars = how === 'together' ? content : content.replaceAll(' re ', ' re f ')
      const [picture = Buffer.alloc(0), ...more] = await draw(labelPdf([{ ...paper, content: bars }]))
      expect(more).toEqual([])
      expect(measurePicture(picture)).toEqual({ type: 'png', ...PAPER })
      expect(scan(picture)).toEqual([UPS])
      for (const dots of PRINTERS) expect(scan(printed(picture, dots)), `${dots} dots`).toEqual([UPS])
    },
  )

  it('has no gray dots at the edges of bars, which a printer would print as a pattern', async () => {
    const content = `q 0.9998 0.02 -0.02 0.9998 3 3 cm ${barcode(UPS, 30, 200)} Q`
    const [picture = Buffer.alloc(0)] = await draw(labelPdf([{ ...labelPage(UPS), content }]))
    expect(graysOf(picture)).toEqual([0, 255])
  })

  it('keeps the bars of a picture in the PDF, even of one that asks for soft edges', async () => {
    const { width, height } = labelPage(UPS)
    const [label = Buffer.alloc(0)] = await draw(labelPdf([labelPage(UPS)]))
    const dots = deflateSync(printed(label, 800).subarray(-800 * 1_200))
    const size = '/Width 800/Height 1200/ColorSpace/DeviceGray/BitsPerComponent 8/Interpolate true'
    const image = stream(dots, `/Type/XObject/Subtype/Image${size}/Filter/FlateDecode`)
    const content = `${width} 0 0 ${height} 0 0 cm /I Do`
    const page = { width, height, content, resources: '/XObject<</I 10 0 R>>' }
    const [again = Buffer.alloc(0)] = await draw(labelPdf([page], [image]))
    for (const dots of PRINTERS) expect(scan(printed(again, dots)), `${dots} dots`).toEqual([UPS])
    expect(graysOf(again)).toEqual([0, 255])
  })

  it.each([
    { page: 'upright', width: 100, height: 150, entries: '', corner: [0, 0] },
    { page: 'wider than high, which is turned', width: 150, height: 100, entries: '', corner: [2_100, 0] },
    { page: 'itself turned', width: 100, height: 150, entries: '/Rotate 90', corner: [2_100, 3_300] },
    { page: 'itself turned upright', width: 150, height: 100, entries: '/Rotate 270', corner: [0, 3_300] },
  ])('is upright if its page is $page', async ({ width, height, entries, corner: [x = 0, y = 0] }) => {
    const size = { width: width * MM, height: height * MM }
    const mark = `0 ${size.height - 12.5 * MM} ${12.5 * MM} ${12.5 * MM} re f`
    const content = `${mark} ${barcode(UPS, 18 * MM, 18 * MM)}`
    const [picture = Buffer.alloc(0)] = await draw(labelPdf([{ ...size, content, entries }]))
    expect(measurePicture(picture)).toMatchObject(PAPER)
    const { dotAt } = dotsOf(picture)
    const marked = [0, 2_100].flatMap((left) =>
      [0, 3_300].filter((top) => dotAt(left + 150, top + 150) === 0).map((top) => [left, top]),
    )
    expect(marked).toEqual([[x, y]])
    expect(scan(printed(picture, 800))).toEqual([UPS])
  })

  it('has a picture for each page, in order', async () => {
    const pictures = await draw(labelPdf([labelPage('FIRST-1'), labelPage('SECOND-2')]))
    expect(pictures.map(scan)).toEqual([['FIRST-1'], ['SECOND-2']])
  })

  it.each([0, 0.7, 1.37, 2.9, 4.11])(
    'is read from a page of 4 × 6 inches, its bars %s points from where they would be',
    async (offset) => {
      const bars = barcode(UPS, 15 * MM + offset, 60 * MM)
      const [picture = Buffer.alloc(0)] = await draw(labelPdf([{ width: 288, height: 432, content: bars }]))
      for (const dots of PRINTERS) expect(scan(printed(picture, dots)), `${dots} dots`).toEqual([UPS])
    },
  )

  it('is at true size in the middle of the paper if its page has 4 × 6 inches', async () => {
    const content = `${144 - 30 * MM} ${216 - 20 * MM} ${60 * MM} ${40 * MM} re f`
    const [picture = Buffer.alloc(0)] = await draw(labelPdf([{ width: 288, height: 432, content }]))
    expect(blackOf(picture)).toEqual({ left: 20 * 24, right: 80 * 24, top: 55 * 24, bottom: 95 * 24 })
  })

  it.each([
    { paper: 'A4', width: 595.276, height: 841.89 },
    { paper: 'Letter', width: 612, height: 792 },
    { paper: 'A4 across', width: 841.89, height: 595.276 },
  ])('is read from the corner of $paper, at true size', async ({ width, height }) => {
    // A frame of 96 × 146 mm, 5 mm from the upper left corner, with bars in it.
    const [left, bottom] = [5 * MM, height - 151 * MM]
    const frame = `2 w ${left + 1} ${bottom + 1} ${96 * MM - 2} ${146 * MM - 2} re S`
    const content = `${frame} ${barcode(UPS, left + 10 * MM, bottom + 60 * MM)}`
    const [picture = Buffer.alloc(0)] = await draw(labelPdf([{ width, height, content }]))
    expect(measurePicture(picture)).toMatchObject(PAPER)
    const black = blackOf(picture)
    expect(Math.abs(black.right - black.left - 96 * 24)).toBeLessThanOrEqual(2)
    expect(Math.abs(black.bottom - black.top - 146 * 24)).toBeLessThanOrEqual(2)
    for (const dots of PRINTERS) expect(scan(printed(picture, dots)), `${dots} dots`).toEqual([UPS])
  })

  it('fits the paper if its page has the same shape, as one whose points are dots of a printer', async () => {
    // 4 × 6 inches at 203 dpi, with bars of two dots.
    const content = `${barcode(UPS, 100, 500, 2)} 5 5 9 9 re 798 1204 9 9 re f`
    const [picture = Buffer.alloc(0)] = await draw(labelPdf([{ width: 812, height: 1_218, content }]))
    for (const dots of [800, 812, 1_200]) expect(scan(printed(picture, dots)), `${dots} dots`).toEqual([UPS])
  })

  it('is made a little smaller if it is a label of A6 from edge to edge', async () => {
    const mark = (x: number, y: number) => `${x * MM} ${y * MM} ${MM} ${MM} re f`
    const content = `${barcode(UPS, 15 * MM, 60 * MM)} ${mark(0.2, 1)} ${mark(103.8, 146)}`
    const [picture = Buffer.alloc(0)] = await draw(labelPdf([{ width: 105 * MM, height: 148 * MM, content }]))
    for (const dots of [812, 1_200]) expect(scan(printed(picture, dots)), `${dots} dots`).toEqual([UPS])
    const { left, right } = blackOf(picture)
    expect(right - left).toBeLessThanOrEqual(PAPER.width)
    expect(right - left).toBeGreaterThan(0.97 * PAPER.width)
  })

  it('is turned if only then it fits the paper', async () => {
    const { width, height } = { width: 595.276, height: 841.89 }
    const content = `${10 * MM} ${height - 90 * MM} ${140 * MM} 2 re f ${barcode(UPS, 20 * MM, height - 60 * MM)}`
    const [picture = Buffer.alloc(0)] = await draw(labelPdf([{ width, height, content }]))
    const black = blackOf(picture)
    expect(Math.abs(black.bottom - black.top - 140 * 24)).toBeLessThanOrEqual(2)
    expect(scan(printed(picture, 800))).toEqual([UPS])
  })

  it('is found however large its page is', async () => {
    const content = barcode(UPS, 9_000, 9_000)
    const [picture = Buffer.alloc(0)] = await draw(labelPdf([{ width: 14_400, height: 14_400, content }]))
    expect(measurePicture(picture)).toMatchObject(PAPER)
    expect(scan(printed(picture, 800))).toEqual([UPS])
  })
})

/** Fills its page fifty thousand times. */
function slowPdf(): Buffer {
  return labelPdf([{ width: 288, height: 432, content: '0 0 288 432 re f '.repeat(50_000) }])
}

/** Forms that draw one another ten times each: what they would draw has no room anywhere. */
function nestedPdf(): Buffer {
  const LEVELS = 12
  const forms = Array.from({ length: LEVELS }, (_level, index) => {
    const form = '/Type/XObject/Subtype/Form/BBox[0 0 288 432]'
    return index === LEVELS - 1
      ? stream('0 0 288 432 re f', form)
      : stream('/N Do '.repeat(10), `${form}/Resources<</XObject<</N ${11 + index} 0 R>>>>`)
  })
  const page = { width: 288, height: 432, content: '/N Do', resources: '/XObject<</N 10 0 R>>' }
  return labelPdf([page], forms)
}

/** A picture of 900 MB in a file of some kB: runs of 128 black dots, squeezed. */
function bombPdf(): Buffer {
  const side = 30_000
  const runs = deflateSync(Buffer.alloc((side * side) / 64, Buffer.from([129, 0])))
  const image = `/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8`
  const bomb = stream(runs, `/Type/XObject${image}/Filter[/FlateDecode/RunLengthDecode]`)
  const content = '288 0 0 432 0 0 cm /N Do'
  return labelPdf([{ width: 288, height: 432, content, resources: '/XObject<</N 10 0 R>>' }], [bomb])
}

/** Bars, and in a form a picture that is JPEG by its name only. */
function unreadablePdf(): Buffer {
  const form = '/Type/XObject/Subtype/Form/BBox[0 0 288 432]/Resources<</XObject<</N 11 0 R>>>>'
  const size = '/Width 100/Height 100/ColorSpace/DeviceGray/BitsPerComponent 8'
  const picture = stream('no JPEG', `/Type/XObject/Subtype/Image${size}/Filter/DCTDecode`)
  const label = labelPage(UPS)
  const content = `${label.content} /N Do`
  return labelPdf(
    [{ ...label, content, resources: '/XObject<</N 10 0 R>>' }],
    [stream('50 0 0 50 0 0 cm /N Do', form), picture],
  )
}

/** A sheet of A4 with a mark in two of its corners. */
function sheetPdf(): Buffer {
  return labelPdf([{ width: 595.276, height: 841.89, content: '10 10 9 9 re 570 820 9 9 re f' }])
}

/** Pictures of noise, which no format makes smaller. */
function noisyPdf(pages: number): Buffer {
  const size = '/Width 2400/Height 3600/ColorSpace/DeviceGray/BitsPerComponent 8'
  const noise = stream(randomBytes(2_400 * 3_600), `/Type/XObject/Subtype/Image${size}`)
  const content = '288 0 0 432 0 0 cm /N Do'
  const page = { width: 288, height: 432, content, resources: '/XObject<</N 10 0 R>>' }
  return labelPdf(
    Array.from({ length: pages }, () => page),
    [noise],
  )
}

const LOCKED = `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>/ID[<00><00>]`

describe('SECURITY: a PDF that is no label is refused, and the error says why', () => {
  const label = labelPdf([labelPage(UPS)])
  it.each([
    ['is cut off', label.subarray(0, label.length - 200)],
    ['is cut off', Buffer.alloc(0)],
    ['is no PDF', Buffer.from('%PDF-1.4\nnothing of a PDF\n%%EOF\n')],
    ['is no PDF', Buffer.from('GIF89a %%EOF\n')],
    ['needs a password', labelPdf([labelPage(UPS)], [], LOCKED)],
    ['has 0 pages', labelPdf([])],
    ['has 11 pages', labelPdf(Array.from({ length: 11 }, () => labelPage(UPS)))],
    ['has nothing on page 1', labelPdf([{ ...labelPage(UPS), content: '' }])],
    ['has nothing on page 2', labelPdf([labelPage(UPS), { ...labelPage(UPS), content: '/Nowhere Do' }])],
    ['has a picture that cannot be read on page 1', bombPdf()],
    ['has a picture that cannot be read on page 1', unreadablePdf()],
    ['has more than label paper holds on page 1', sheetPdf()],
    ['is too large when drawn', noisyPdf(3)],
  ])('%s', async (why, pdf) => {
    await expect(draw(pdf)).rejects.toMatchObject({
      code: 'label_unprintable',
      message: `the PDF ${why}`,
    })
  })

  it('takes longer than its time, and is ended', async () => {
    const terminate = vi.spyOn(Worker.prototype, 'terminate')
    onTestFinished(() => terminate.mockRestore())
    await expect(draw(slowPdf(), { ms: 500 })).rejects.toMatchObject({
      code: 'label_unprintable',
      message: 'the PDF takes longer than 500 ms',
    })
    expect(await terminate.mock.results[0]?.value, 'the code that the thread ended with').toBe(1)
  })

  it('takes more memory than PDFium may have, and ends PDFium alone', async () => {
    await expect(draw(nestedPdf())).rejects.toMatchObject({
      code: 'label_unprintable',
      message: expect.stringContaining('stops PDFium'),
    })
  })
})

it('refuses a good label that needs more memory than the limit', async () => {
  const label = noisyPdf(1)
  expect(await draw(label)).toHaveLength(1)
  await expect(draw(label, { memory: 20_000_000 })).rejects.toMatchObject({
    code: 'label_unprintable',
    message: expect.stringContaining('stops PDFium'),
  })
})

it('does not blame the PDF if the engine is missing', async () => {
  const label = labelPdf([labelPage(UPS)])
  await expect(pdfPages(label, { ...ENGINE, wasm: '/nowhere/pdfium.wasm' })).rejects.toMatchObject({
    code: 'ENOENT',
  })
  await expect(pdfPages(label, { ...ENGINE, script: '/nowhere/pdf-worker.js' })).rejects.not.toHaveProperty(
    'code',
    'label_unprintable',
  )
})
