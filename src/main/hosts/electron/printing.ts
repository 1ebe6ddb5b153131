import type { BrowserWindowConstructorOptions, PrinterInfo, WebContentsPrintOptions } from 'electron'
import type { PrinterView, PrintOutcome } from '../../../shared/contract/print'
import type { Paper } from '../../../shared/domain/station/paper'
import { NothingSent, type Printing, type PrintJob, type PrintPage } from '../../base/printing'
import { StationError } from '../../base/station-error'
import type { PrintPages } from '../print-pages'
import { APP_URL } from './app-protocol'

/** How long to wait for a printer to accept a document. */
const SILENT_WITHIN_MS = 60_000

/** Of `printer-state`, as the protocol of CUPS numbers it. */
const CUPS_STOPPED = '5'

/** The part of a hidden window that is used here. */
export type PaperWindow = Pick<Electron.BrowserWindow, 'loadURL' | 'destroy'> & {
  webContents: Pick<Electron.WebContents, 'print' | 'getPrintersAsync'>
}

/** How a PDF is printed without a dialog. */
export type PdfPrinting = {
  /** Gives it to a printer's queue as it is; false if this system's queues take none. */
  queue: (pdf: Buffer, printer: string) => Promise<boolean>
  /** Draws it on label paper. */
  draw: (pdf: Buffer) => Promise<PrintPage>
}

export const PAPER_WINDOW: BrowserWindowConstructorOptions = {
  show: false,
  webPreferences: {
    // SECURITY: a document is only rendered for the printer: no script, no preload, no access to main.
    javascript: false,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    devTools: false,
    spellcheck: false,
  },
}

const PAGE_SIZES: Readonly<Record<Paper, NonNullable<WebContentsPrintOptions['pageSize']>>> = {
  a4: 'A4',
  letter: 'Letter',
  // In micrometers. GTK gives exactly 100 × 150 mm a name that label printers do not know; they would use their default
  // size. What differs by more than 0.1 mm goes there as 100 × 150 mm without a name.
  label: { width: 100_200, height: 150_200 },
}

/**
 * Prints in a hidden window: to the chosen printer without a dialog, else through the system's dialog.
 * @param openWindow Opens a window of `PAPER_WINDOW`; it is destroyed afterwards.
 * @param pdfs What prints PDFs: Chromium's viewer needs script, and nobody vouches for what it prints silently.
 */
export function createElectronPrinting(
  openWindow: () => PaperWindow,
  pages: PrintPages,
  pdfs: PdfPrinting,
): Printing {
  const withWindow = async <T>(use: (window: PaperWindow) => Promise<T>): Promise<T> => {
    const window = openWindow()
    try {
      return await use(window)
    } finally {
      window.destroy()
    }
  }
  /**
   * Shows a document in a window and prints it.
   * @param prepare returns the document, or null if the printer's queue has it already
   * @throws StationError `NothingSent` if anything fails before the printer gets the document
   */
  const printIn = async (
    prepare: (known: readonly PrinterInfo[]) => Promise<PrintJob | null>,
  ): Promise<PrintOutcome> => {
    let isSending = false
    try {
      return await withWindow(async (window) => {
        const job = await prepare(await window.webContents.getPrintersAsync())
        if (job === null) return { kind: 'printed' }
        await window.loadURL(new URL(pages.add(job.page), APP_URL).href)
        isSending = true
        return printContents(window.webContents, job)
      })
    } catch (error) {
      if (isSending || error instanceof StationError) throw error
      throw new NothingSent(`the document could not be prepared: ${String(error)}`, error)
    }
  }
  return {
    printers: () =>
      withWindow(async ({ webContents }) => ({
        by: 'station',
        printers: (await webContents.getPrintersAsync()).map(viewOf),
      })),
    print: (job) =>
      printIn((known) => {
        checkPrinter(known, job.printer)
        return Promise.resolve(job)
      }),
    printPdf: (pdf, printer) =>
      printIn(async (known) => {
        if (printer === null) throw new StationError('no_printer', 'no label printer is chosen')
        checkPrinter(known, printer)
        if (await pdfs.queue(pdf, printer)) return null
        return { page: await pdfs.draw(pdf), paper: 'label', printer }
      }),
  }
}

/** @throws StationError `no_printer`, `printer_refused` */
function checkPrinter(known: readonly PrinterInfo[], printer: string | null): void {
  const chosen = known.find(({ name }) => name === printer)
  // Without this check, the system's default printer would take documents meant for a removed one.
  if (known.length === 0 || (printer !== null && chosen === undefined))
    throw new StationError('no_printer', 'the printer is not available')
  if (chosen !== undefined && !takesJobs(chosen))
    throw new NothingSent('the printer is stopped or refuses jobs')
}

function viewOf({ name, displayName }: PrinterInfo): PrinterView {
  return { name, label: displayName === '' ? name : displayName }
}

/** Electron reports success even if CUPS refuses a job or keeps it. Windows says nothing here. */
function takesJobs({ options }: PrinterInfo): boolean {
  const { 'printer-is-accepting-jobs': accepts, 'printer-state': state } = options as Record<string, unknown>
  return accepts !== 'false' && state !== CUPS_STOPPED
}

function printContents(
  contents: PaperWindow['webContents'],
  { page, printer, paper }: PrintJob,
): Promise<PrintOutcome> {
  const options: WebContentsPrintOptions = {
    silent: printer !== null,
    ...(printer === null ? {} : { deviceName: printer }),
    pageSize: PAGE_SIZES[paper],
    ...(page.landscape === true ? { landscape: true } : {}),
    printBackground: true,
  }
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) =>
      reject(new StationError('printer_refused', `the printer refused: ${reason}`))
    // A dialog waits for its user; a printer has a time limit.
    const tooLate =
      printer === null ? null : setTimeout(() => refuse('no answer within a minute'), SILENT_WITHIN_MS)
    contents.print(options, (success, reason) => {
      if (tooLate !== null) clearTimeout(tooLate)
      if (success) resolve({ kind: 'printed' })
      else if (printer === null && /cancel/i.test(reason)) resolve({ kind: 'canceled' })
      else refuse(reason)
    })
  })
}
