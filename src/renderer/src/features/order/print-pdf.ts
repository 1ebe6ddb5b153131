import { openFrame } from '../../ui/print-frame'

/**
 * Lets the browser print a PDF with its own viewer, which says nothing of what becomes of it.
 * @param path works once
 * @throws Error when it did not load
 */
export async function printPdfInBrowser(path: string): Promise<void> {
  const { contentWindow } = await openFrame(path)
  contentWindow?.print()
}
