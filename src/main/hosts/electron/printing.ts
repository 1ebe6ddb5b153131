import type { BrowserWindowConstructorOptions, PrinterInfo, WebContentsPrintOptions } from 'electron'
import type { PrinterView, PrintOutcome } from '../../../shared/contract/print'
import type { Paper } from '../../../shared/domain/station/paper'
import type { Printing, PrintJob } from '../../base/printing'
import { StationError } from '../../base/station-error'
import type { PrintPages } from '../print-pages'
import { APP_URL } from './app-protocol'

/** A printer that takes longer than this to accept a document is not waited for. */
const SILENT_WITHIN_MS = 60_000

/** Only what is used of a window that nobody sees. */
export type PaperWindow = Pick<Electron.BrowserWindow, 'loadURL' | 'destroy'> & {
  webContents: Pick<Electron.WebContents, 'print' | 'getPrintersAsync'>
}

export const PAPER_WINDOW: BrowserWindowConstructorOptions = {
  show: false,
  webPreferences: {
    // SECURITY: a document is only looked at by the printer. No script, no preload, no way to main.
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

const PAGE_SIZES: Readonly<Record<Paper, 'A4' | 'Letter'>> = { a4: 'A4', letter: 'Letter' }

/**
 * Prints in a window that nobody sees: on the chosen printer without asking, else through the system's dialog.
 * @param openWindow Makes a window of `PAPER_WINDOW`; it is destroyed again.
 */
export function createElectronPrinting(openWindow: () => PaperWindow, pages: PrintPages): Printing {
  const withWindow = async <T>(use: (window: PaperWindow) => Promise<T>): Promise<T> => {
    const window = openWindow()
    try {
      return await use(window)
    } finally {
      window.destroy()
    }
  }
  return {
    printers: () =>
      withWindow(async ({ webContents }) => ({
        by: 'station',
        printers: (await webContents.getPrintersAsync()).map(viewOf),
      })),
    print: (job) =>
      withWindow(async (window) => {
        const known = await window.webContents.getPrintersAsync()
        const isThere = job.printer === null || known.some(({ name }) => name === job.printer)
        // Without this the system's default printer would take the document of one that is gone.
        if (known.length === 0 || !isThere) throw new StationError('no_printer', 'the printer is not there')
        await window.loadURL(new URL(pages.add(job.page), APP_URL).href)
        return printContents(window.webContents, job)
      }),
  }
}

function viewOf({ name, displayName }: PrinterInfo): PrinterView {
  return { name, label: displayName === '' ? name : displayName }
}

function printContents(
  contents: PaperWindow['webContents'],
  { printer, paper }: PrintJob,
): Promise<PrintOutcome> {
  const options: WebContentsPrintOptions = {
    silent: printer !== null,
    ...(printer === null ? {} : { deviceName: printer }),
    pageSize: PAGE_SIZES[paper],
    printBackground: true,
  }
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) =>
      reject(new StationError('printer_refused', `the printer refused: ${reason}`))
    // A dialog waits for its person; a printer is not waited for.
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
