import type { Printing } from '../../base/printing'
import type { PrintPages } from '../print-pages'

/** Passes documents to the window, whose browser opens its print dialog. */
export function createBrowserPrinting(pages: PrintPages): Printing {
  return {
    printers: () => Promise.resolve({ by: 'browser' }),
    print: ({ page }) => Promise.resolve({ kind: 'page', path: pages.add(page) }),
    printPdf: (pdf) => Promise.resolve({ kind: 'pdf', path: pages.addPdf(pdf) }),
  }
}
