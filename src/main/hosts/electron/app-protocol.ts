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

/** Serves the built renderer and documents to print, and nothing else, at `app://packbench/`. */
export function serveApp(protocol: ProtocolPart, files: RendererFiles, printPages: PrintPages): void {
  protocol.handle(SCHEME, (request) => respond(files, printPages, request.method, request.url))
}

function respond(files: RendererFiles, printPages: PrintPages, method: string, rawUrl: string): Response {
  const url = new URL(rawUrl)
  const isOurs = method === 'GET' && url.hostname === 'packbench' && url.port === ''
  if (!isOurs) return new Response('Refused', { status: 403 })
  const { status, headers, body } =
    printPages.respond(url.pathname) ?? respondWithFile(files, url.pathname, [])
  return new Response(new Uint8Array(body), { status, headers })
}

/** True for an address of the app itself. */
export function isAppUrl(rawUrl: string): boolean {
  return rawUrl.startsWith(APP_URL)
}
