import type { IncomingHttpHeaders } from 'node:http'

/**
 * SECURITY: whether a request may come in at all, before any session is looked at. A foreign name in `Host` is
 * DNS rebinding; a foreign `Origin` or `Sec-Fetch-Site` is another page in the same browser.
 * @param changesState True for what only the app's own page may send: a POST or the opening of a WebSocket.
 * @returns Why it is refused, or `null`.
 */
export function refusalOf(headers: IncomingHttpHeaders, port: number, changesState: boolean): string | null {
  const host = headers.host
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return 'wrong host'
  const origin = headers.origin
  if (origin !== undefined && origin !== `http://${host}`) return 'wrong origin'
  if (origin === undefined && changesState) return 'missing origin'
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin') return null
  // `none` is the person's own doing: a typed or clicked address, which is never a POST or a WebSocket.
  return site === 'none' && !changesState ? null : 'wrong site'
}
