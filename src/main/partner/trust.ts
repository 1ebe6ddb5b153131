import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/**
 * Which certificate authorities are trusted: Node's own, those of this PC, and those of IT's file. Read by Node's own
 * means, because the installed program ignores NODE_OPTIONS and NODE_EXTRA_CA_CERTS.
 */

const contexts = new WeakMap<readonly string[], SecureContext>()

/**
 * Made once, because reading this PC's store takes up to a tenth of a second, and every write opens a connection.
 * @param extra PEM texts; pass the same array for the same context
 */
export function secureContextOf(extra: readonly string[]): SecureContext {
  const made = contexts.get(extra) ?? createSecureContext({ ca: trusted(extra) })
  contexts.set(extra, made)
  return made
}

/** @param extra PEM texts of IT's file */
export function trusted(extra: readonly string[]): string[] {
  return [...new Set([...getCACertificates('default'), ...ofThisPc(), ...extra])]
}

function ofThisPc(): string[] {
  try {
    return getCACertificates('system')
  } catch (error) {
    console.error("This PC's certificate store cannot be read.", error)
    return []
  }
}
