/** The marketplace's address as it is compared and stored: no trailing slash, no query. */
export function normalizeBaseUrl(baseUrl: string): string {
  const url = new URL(baseUrl)
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}
