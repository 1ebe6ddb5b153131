/** Which addresses Packbench takes: the marketplace's, and pages where a parcel can be followed. */

export type AddressProblem = 'invalid' | 'insecure'

/** Stricter than browsers read it, so that nobody can disagree about which host is meant. */
const WEB_ADDRESS = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@\\:[\]]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** Whether `text` is an http or https address with a host, and without a user or password in it. */
export function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text)
}

/** Whether a host, as it stands in an address, is this PC itself. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host)
}

/**
 * What is wrong with an address of a marketplace; `null` for nothing.
 * SECURITY: the token and buyers' data travel there, so what leaves this PC is encrypted.
 */
export function addressProblem(address: string): AddressProblem | null {
  const [, scheme, host] = WEB_ADDRESS.exec(address) ?? []
  if (scheme === undefined || host === undefined) return 'invalid'
  return scheme.toLowerCase() === 'https' || isLoopbackHost(host) ? null : 'insecure'
}
