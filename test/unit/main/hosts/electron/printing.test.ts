import type { PrinterInfo } from 'electron'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createElectronPrinting,
  PAPER_WINDOW,
  type PaperWindow,
} from '../../../../../src/main/hosts/electron/printing'
import { createPrintPages } from '../../../../../src/main/hosts/print-pages'
import { NothingSent, type PrintJob } from '../../../../../src/main/base/printing'
import { StationError } from '../../../../../src/main/base/station-error'

/** Printing behind doubles of Electron's window: the calls it gets, and how its answers are handled. */

const PRINTERS = [
  { name: 'HP_M404', displayName: 'HP by the door', options: {} },
  { name: 'Zebra', displayName: '', options: {} },
] as PrinterInfo[]
const JOB: PrintJob = {
  page: { html: 'slip', policy: "default-src 'none'" },
  paper: 'letter',
  printer: 'HP_M404',
}

function bench(print: Electron.WebContents['print'], printers = PRINTERS) {
  const pages = createPrintPages()
  const served: (string | undefined)[] = []
  const window = {
    loadURL: vi.fn<PaperWindow['loadURL']>((url) => {
      served.push(pages.respond(new URL(url).pathname)?.body.toString())
      return Promise.resolve()
    }),
    destroy: vi.fn(),
    webContents: {
      print: vi.fn<Electron.WebContents['print']>(print),
      getPrintersAsync: () => Promise.resolve(printers),
    },
  }
  const queuePdf = vi.fn(() => Promise.resolve(true))
  const drawPdf = vi.fn(() => Promise.resolve({ html: 'drawn', policy: "default-src 'none'" }))
  const printing = createElectronPrinting(() => window, pages, { queue: queuePdf, draw: drawPdf })
  return { window, served, printing, queuePdf, drawPdf }
}

const answers =
  (success: boolean, reason = ''): Electron.WebContents['print'] =>
  (_options, callback) =>
    callback?.(success, reason)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the document goes silently to the chosen printer, and its window is closed', async () => {
  const { printing, window, served } = bench(answers(true))
  expect(await printing.print(JOB)).toEqual({ kind: 'printed' })
  expect(served).toEqual(['slip'])
  expect(window.loadURL.mock.calls[0]?.[0]).toMatch(/^app:\/\/packbench\/print\//)
  expect(window.webContents.print.mock.calls[0]?.[0]).toEqual({
    silent: true,
    deviceName: 'HP_M404',
    pageSize: 'Letter',
    printBackground: true,
  })
  expect(window.destroy).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('without a chosen printer the system’s dialog opens; closing it prints nothing', async () => {
  const { printing, window } = bench(answers(false, 'Print job canceled'))
  expect(await printing.print({ ...JOB, printer: null, paper: 'a4' })).toEqual({ kind: 'canceled' })
  expect(window.webContents.print.mock.calls[0]?.[0]).toEqual({
    silent: false,
    pageSize: 'A4',
    printBackground: true,
  })
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('a label has its own size, and a poster goes across the paper', async () => {
  const { printing, window } = bench(answers(true))
  await printing.print({ ...JOB, paper: 'label' })
  await printing.print({ ...JOB, page: { ...JOB.page, landscape: true } })
  const [label, poster] = window.webContents.print.mock.calls.map(([options]) => options)
  expect(label).toMatchObject({ pageSize: { width: 100_200, height: 150_200 } })
  expect(label).not.toHaveProperty('landscape')
  expect(poster).toMatchObject({ pageSize: 'Letter', landscape: true })
})

test('a missing printer is never replaced by another', async () => {
  const { printing, window } = bench(answers(true))
  await expect(printing.print({ ...JOB, printer: 'Sold' })).rejects.toMatchObject({ code: 'no_printer' })
  expect(window.webContents.print).not.toHaveBeenCalled()
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('without any printer nothing is printed', async () => {
  const { printing } = bench(answers(true), [])
  await expect(printing.print({ ...JOB, printer: null })).rejects.toMatchObject({ code: 'no_printer' })
})

test('a printer that refuses or never answers counts as refusing', async () => {
  const refusing = bench(answers(false, 'Invalid printer settings'))
  await expect(refusing.printing.print(JOB)).rejects.toMatchObject({
    code: 'printer_refused',
    message: expect.stringContaining('Invalid printer settings'),
  })
  expect(refusing.window.destroy).toHaveBeenCalledOnce()

  const silent = bench(() => {})
  const outcome = expect(silent.printing.print(JOB)).rejects.toMatchObject({ code: 'printer_refused' })
  await vi.advanceTimersByTimeAsync(60_000)
  await outcome
  expect(silent.window.destroy).toHaveBeenCalledOnce()
})

test.each([{ 'printer-state': '5' }, { 'printer-is-accepting-jobs': 'false' }])(
  'a printer of which CUPS says %o gets no document',
  async (options) => {
    const { printing, window } = bench(answers(true), [{ ...PRINTERS[0], options } as PrinterInfo])
    await expect(printing.print(JOB)).rejects.toMatchObject({ code: 'printer_refused' })
    expect(window.webContents.print).not.toHaveBeenCalled()
  },
)

test('a document that cannot be loaded leaves no window behind', async () => {
  const { printing, window } = bench(answers(true))
  window.loadURL.mockRejectedValue(new Error('ERR_FAILED'))
  await expect(printing.print(JOB)).rejects.toThrow('ERR_FAILED')
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('says that nothing was sent if the host fails before the printer gets the document', async () => {
  const { printing, window, queuePdf, drawPdf } = bench(answers(true))
  const failure = new Error('no memory')
  window.loadURL.mockRejectedValueOnce(failure)
  await expect(printing.print(JOB)).rejects.toBeInstanceOf(NothingSent)
  queuePdf.mockResolvedValue(false)
  drawPdf.mockRejectedValueOnce(failure)
  const printed = printing.printPdf(Buffer.from('%PDF-'), 'Zebra')
  await expect(printed).rejects.toBeInstanceOf(NothingSent)
  await expect(printed).rejects.toMatchObject({ cause: failure })
  expect(window.webContents.print).not.toHaveBeenCalled()
})

test('does not say that nothing was sent once the printer has the document', async () => {
  const { printing } = bench(() => {
    throw new Error('the window is gone')
  })
  await expect(printing.print(JOB)).rejects.not.toBeInstanceOf(NothingSent)
})

test('printers are listed by their display names', async () => {
  const { printing, window } = bench(answers(true))
  expect(await printing.printers()).toEqual({
    by: 'station',
    printers: [
      { name: 'HP_M404', label: 'HP by the door' },
      { name: 'Zebra', label: 'Zebra' },
    ],
  })
  expect(window.destroy).toHaveBeenCalledOnce()
})

test('SECURITY: the window is hidden, runs no script, has no preload and no Node', () => {
  expect(PAPER_WINDOW).toEqual({
    show: false,
    webPreferences: {
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
      spellcheck: false,
    },
  })
})

test('a PDF goes to the queue of the chosen printer, and nowhere else', async () => {
  const { printing, window, queuePdf } = bench(answers(true))
  const pdf = Buffer.from('%PDF-')
  expect(await printing.printPdf(pdf, 'Zebra')).toEqual({ kind: 'printed' })
  expect(queuePdf).toHaveBeenCalledExactlyOnceWith(pdf, 'Zebra')
  expect(window.loadURL).not.toHaveBeenCalled()
  await expect(printing.printPdf(pdf, 'Sold')).rejects.toMatchObject({ code: 'no_printer' })
  await expect(printing.printPdf(pdf, null)).rejects.toMatchObject({ code: 'no_printer' })
  expect(queuePdf).toHaveBeenCalledOnce()
})

test('a PDF is drawn on label paper where no queue takes it, once its printer is known', async () => {
  const { printing, window, served, queuePdf, drawPdf } = bench(answers(true))
  queuePdf.mockResolvedValue(false)
  const pdf = Buffer.from('%PDF-')
  expect(await printing.printPdf(pdf, 'Zebra')).toEqual({ kind: 'printed' })
  expect(drawPdf).toHaveBeenCalledExactlyOnceWith(pdf)
  expect(served).toEqual(['drawn'])
  expect(window.webContents.print.mock.calls[0]?.[0]).toEqual({
    silent: true,
    deviceName: 'Zebra',
    pageSize: { width: 100_200, height: 150_200 },
    printBackground: true,
  })
  await expect(printing.printPdf(pdf, 'Sold')).rejects.toMatchObject({ code: 'no_printer' })
  await expect(printing.printPdf(pdf, null)).rejects.toMatchObject({ code: 'no_printer' })
  expect(drawPdf).toHaveBeenCalledOnce()
  expect(window.webContents.print).toHaveBeenCalledOnce()
  expect(window.destroy).toHaveBeenCalledTimes(3)
})

test('a PDF that cannot be drawn sends nothing, and one that the printer refuses says so', async () => {
  const { printing, window, queuePdf, drawPdf } = bench(answers(false, 'Invalid printer settings'))
  queuePdf.mockResolvedValue(false)
  drawPdf.mockRejectedValueOnce(new StationError('label_unprintable', 'the PDF is cut off'))
  const pdf = Buffer.from('%PDF-')
  await expect(printing.printPdf(pdf, 'Zebra')).rejects.toMatchObject({ code: 'label_unprintable' })
  expect(window.webContents.print).not.toHaveBeenCalled()
  await expect(printing.printPdf(pdf, 'Zebra')).rejects.toMatchObject({ code: 'printer_refused' })
  expect(window.destroy).toHaveBeenCalledTimes(2)
})
