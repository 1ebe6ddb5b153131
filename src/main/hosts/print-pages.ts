import { randomBytes } from 'node:crypto'
import type { PrintPage } from '../base/printing'
import { pageHeaders, type RendererResponse } from './renderer-files'

/** Documents on their way to the window that prints them. */

/** Documents waiting at most; the oldest is dropped. */
const MOST = 16
const FOLDER = '/print/'

export type PrintPages = {
  /** Keeps a document until it is opened; returns its path, which works once. */
  add(page: PrintPage): string
  /** The same for a PDF. */
  addPdf(pdf: Buffer): string
  /** Answers a request for a document; `null` if none waits at this path. */
  respond(urlPath: string): RendererResponse | null
}

export function createPrintPages(): PrintPages {
  const waiting = new Map<string, RendererResponse>()
  const keep = (response: RendererResponse): string => {
    const path = `${FOLDER}${randomBytes(18).toString('base64url')}`
    waiting.set(path, response)
    const [oldest] = waiting.keys()
    if (waiting.size > MOST && oldest !== undefined) waiting.delete(oldest)
    return path
  }
  return {
    add: (page) => keep({ status: 200, headers: headersOf(page), body: Buffer.from(page.html) }),
    addPdf: (pdf) => keep({ status: 200, headers: PDF_HEADERS, body: pdf }),
    respond(urlPath) {
      const response = waiting.get(urlPath)
      if (response === undefined) return null
      // A buyer's address must not stay in the browser's history.
      waiting.delete(urlPath)
      return response
    },
  }
}

/** SECURITY: a document has no script and loads nothing; only the app's own page may frame it. */
function headersOf({ policy }: PrintPage): Record<string, string> {
  return {
    ...pageHeaders(null, []),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${policy}; frame-ancestors 'self'; sandbox allow-same-origin allow-modals`,
    'x-frame-options': 'SAMEORIGIN',
  }
}

/** SECURITY: the same for a PDF, which the browser's own viewer shows; in a sandbox it would not. */
const PDF_HEADERS = {
  ...pageHeaders(null, []),
  'content-type': 'application/pdf',
  'content-security-policy': `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'`,
  'x-frame-options': 'SAMEORIGIN',
}
