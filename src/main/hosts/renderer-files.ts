import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FirstAnswers } from '../../shared/contract/first-screen'
import { FIRST_ANSWERS_ID, WALL_PATH } from '../../shared/domain/station/first-screen'

/** The files that both hosts serve to the window: the built renderer, its content policy and its headers. */

export type RendererFile = { contentType: string; body: Buffer; immutable: boolean }
/** Keyed by URL path, such as `/index.html`. */
export type RendererFiles = ReadonlyMap<string, RendererFile>

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/**
 * Reads the whole built renderer into memory; it is a few megabytes.
 * SECURITY: files are looked up by name in this table, so no request path ever reaches the disk.
 */
export async function readRendererFiles(rootDir: string): Promise<RendererFiles> {
  const entries = await readdir(rootDir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry): Promise<[string, RendererFile] | null> => {
      const file = path.join(entry.parentPath, entry.name)
      const contentType = CONTENT_TYPES[path.extname(file).toLowerCase()]
      if (contentType === undefined) return null
      const urlPath = `/${path.relative(rootDir, file).split(path.sep).join('/')}`
      // The browser may cache only files with a hash in their name.
      return [urlPath, { contentType, body: await readFile(file), immutable: urlPath.startsWith('/assets/') }]
    })
  return new Map((await Promise.all(files)).filter((file) => file !== null))
}

export type RendererResponse = { status: 200 | 404; headers: Record<string, string>; body: Buffer }

const PAGE = '/index.html'
const ANSWERS_PLACE = new RegExp(
  `(<script type="application/json" id="${FIRST_ANSWERS_ID}">)[^<]*(</script>)`,
)

/** Whether this is the page itself, not one of its files. */
export function isPage(urlPath: string): boolean {
  return urlPath === '/' || urlPath === PAGE || urlPath === WALL_PATH
}

/**
 * Answers one request for a file of the renderer; `/` is the page, with a fresh nonce each time.
 * @param connectSources Where the page may connect apart from its own origin.
 * @param firstAnswers The answers to the page's first calls.
 */
export function respondWithFile(
  files: RendererFiles,
  urlPath: string,
  connectSources: readonly string[],
  firstAnswers: FirstAnswers | null = null,
): RendererResponse {
  const nonce = randomBytes(18).toString('base64')
  const headers = pageHeaders(nonce, connectSources)
  const file = files.get(isPage(urlPath) ? PAGE : urlPath)
  if (file === undefined) {
    return {
      status: 404,
      headers: { ...headers, 'content-type': 'text/plain' },
      body: Buffer.from('Not found'),
    }
  }
  headers['content-type'] = file.contentType
  if (file.immutable) headers['cache-control'] = 'private, max-age=31536000, immutable'
  const isHtml = file.contentType.startsWith('text/html')
  return {
    status: 200,
    headers,
    body: isHtml ? pageBody(file.body.toString(), nonce, firstAnswers) : file.body,
  }
}

function pageBody(html: string, nonce: string, firstAnswers: FirstAnswers | null): Buffer {
  const page = html.replaceAll(NONCE_PLACEHOLDER, nonce)
  // SECURITY: no text in an answer can end its script element.
  const json = JSON.stringify(firstAnswers).replaceAll('<', String.raw`\u003c`)
  return Buffer.from(page.replace(ANSWERS_PLACE, (_all, open, close) => `${open}${json}${close}`))
}

/**
 * The headers of every response to a window. No cross-origin-opener-policy: Chromium would start another process for
 * the page and delay the window, and a foreign page that opens ours gets nothing from it (strict cookie).
 * @param nonce `null` for files other than the page.
 */
export function pageHeaders(nonce: string | null, connectSources: readonly string[]): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(nonce, connectSources),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    // SECURITY: the page itself may ask for a camera, for photos of open boxes, and for nothing else.
    'permissions-policy':
      'camera=(self), microphone=(), display-capture=(), geolocation=(), usb=(), serial=(), hid=(), bluetooth=()',
    'cache-control': 'no-store',
  }
}

// SECURITY: allows only the app's own files; a title or an address cannot become script or markup that loads.
function contentPolicy(nonce: string | null, connectSources: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    // A document to be printed; no other page of the app may be framed.
    "frame-src 'self'",
    ['connect-src', "'self'", ...connectSources].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
