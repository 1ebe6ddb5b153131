import type { Printing } from '../../base/printing'
import type { PrintPages } from '../print-pages'

/** Hands documents to the window, whose browser prints them and asks for the printer. */
export function createBrowserPrinting(pages: PrintPages): Printing {
  return {
    printers: () => Promise.resolve({ by: 'browser' }),
    print: ({ page }) => Promise.resolve({ kind: 'page', path: pages.add(page) }),
  }
}
