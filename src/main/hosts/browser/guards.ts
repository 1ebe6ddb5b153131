import type { IncomingHttpHeaders } from 'node:http'

/** `open`: the first page of a window, by its link; `read`: a file; `act`: a POST or the opening of a WebSocket. */
export type Intent = 'open' | 'read' | 'act'

/**
 * SECURITY: checks a request before its session. A foreign name in `Host` is DNS rebinding; a foreign `Origin` or
 * `Sec-Fetch-Site` is another page in the same browser.
 * @returns Why the request is refused, or `null`.
 */
export function requestRefusal(headers: IncomingHttpHeaders, port: number, intent: Intent): string | null {
  const host = headers.host
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return 'wrong host'
  const origin = headers.origin
  if (origin !== undefined && origin !== `http://${host}`) return 'wrong origin'
  if (origin === undefined && intent === 'act') return 'missing origin'
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin') return null
  // The link file counts as another site's page; its link is itself a secret.
  if (intent === 'open' && headers['sec-fetch-mode'] === 'navigate' && isWindow(headers)) return null
  // `none` is the user's own navigation: a typed or clicked address, never a POST or a WebSocket.
  return site === 'none' && intent !== 'act' ? null : 'wrong site'
}

function isWindow(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-dest'] === 'document'
}
