import path from 'node:path'
import type { CustomScheme } from 'electron'
import type { PrintPages } from '../print-pages'
import { type RendererFiles, respondWithFile } from '../renderer-files'

const SCHEME = 'app'
/** The page that the window loads; the app trusts only its origin. */
export const APP_URL = 'app://packbench/'

/** Must be registered before Electron is ready. */
export const APP_SCHEME: CustomScheme = {
  scheme: SCHEME,
  // SECURITY: an origin of its own instead of file://, whose pages could read the disk; the content policy applies.
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

/** The part of Electron's `protocol` that is used here. */
export type ProtocolPart = Pick<Electron.Protocol, 'handle'>

/** Without them a page computes nothing. */
const FIRST_FILES = ['.js', '.css']

/**
 * Serves the built renderer and documents to print, and nothing else, at `app://packbench/`.
 * @returns resolves once the first page has taken its script and its sheet: it needs main no more to begin
 */
export function serveApp(
  protocol: ProtocolPart,
  files: RendererFiles,
  printPages: PrintPages,
): Promise<void> {
  return new Promise((begun) => {
    const due = new Set(FIRST_FILES)
    const taken = (urlPath: string): void => {
      due.delete(path.extname(urlPath))
      if (due.size === 0) begun()
    }
    protocol.handle(SCHEME, ({ method, url }) => respond(files, printPages, { method, url, taken }))
  })
}

type Asked = { method: string; url: string; taken: (urlPath: string) => void }

function respond(
  files: RendererFiles,
  printPages: PrintPages,
  { method, url: rawUrl, taken }: Asked,
): Response {
  const url = new URL(rawUrl)
  const isOurs = method === 'GET' && url.hostname === 'packbench' && url.port === ''
  if (!isOurs) return new Response('Refused', { status: 403 })
  const { status, headers, body } =
    printPages.respond(url.pathname) ?? respondWithFile(files, url.pathname, [])
  const read = streamOf(new Uint8Array(body), () => taken(url.pathname))
  return new Response(read, { status, headers })
}

/** @param onTaken all of it was read: the reader asks for more */
function streamOf(body: Uint8Array, onTaken: () => void): ReadableStream<Uint8Array> {
  let left = body
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (left.length === 0) {
      controller.close()
      return onTaken()
    }
    controller.enqueue(left)
    left = new Uint8Array()
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}

/** True for an address of the app itself. */
export function isAppUrl(rawUrl: string): boolean {
  return rawUrl.startsWith(APP_URL)
}
