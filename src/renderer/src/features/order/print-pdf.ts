import { withFrame } from '../../ui/print-frame'

/**
 * Lets the browser print a PDF with its own viewer, which says nothing of what becomes of it.
 * @param path works once
 * @throws Error when it did not load
 */
export function printPdfInBrowser(path: string): Promise<void> {
  return withFrame(path, ({ contentWindow }) => contentWindow?.print())
}
