/** Which addresses Packbench accepts: the marketplace's, and tracking pages. */

export type AddressProblem = 'invalid' | 'insecure'

/** Stricter than browsers, so that two parsers can never disagree about the host. */
const WEB_ADDRESS = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@\\:[\]]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** Whether `text` is an http or https address with a host, and without a user name or password. */
export function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text)
}

/** Whether a host, as it stands in an address, is this PC itself. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host)
}

/**
 * The problem of a marketplace address; `null` if none.
 * SECURITY: the token and buyers' data are sent there, so everything that leaves this PC is encrypted.
 */
export function addressProblem(address: string): AddressProblem | null {
  const [, scheme, host] = WEB_ADDRESS.exec(address) ?? []
  if (scheme === undefined || host === undefined) return 'invalid'
  return scheme.toLowerCase() === 'https' || isLoopbackHost(host) ? null : 'insecure'
}
