/**
 * Chromium has no `app:` scheme. The page is served as https under a name that nothing resolves; the bundle sees its own
 * address everywhere.
 */

const OF_BUNDLE = 'app://packbench'
const OF_CHROMIUM = 'https://packbench.invalid'

export const CHROMIUM_ORIGIN = OF_CHROMIUM

/** An address as the bundle knows it. */
export function toBundle(url: string): string {
  return url.replaceAll(OF_CHROMIUM, OF_BUNDLE)
}

/** An address as Chromium knows it. */
export function toChromium(url: string): string {
  return url.startsWith(`${OF_BUNDLE}/`) ? `${OF_CHROMIUM}${url.slice(OF_BUNDLE.length)}` : url
}
