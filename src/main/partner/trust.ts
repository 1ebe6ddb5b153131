import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/**
 * Which certificate authorities are trusted: Node's own, those of this PC, and those of IT's file. Read by Node's own
 * means, because the installed program ignores NODE_OPTIONS and NODE_EXTRA_CA_CERTS.
 */

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * The certificates of IT's CA file. A file that cannot be used is reported in one line, and the station starts without.
 * @param log called with the line
 */
export function readCaFile(file: string | null, log: (line: string) => void): readonly string[] {
  if (file === null) return []
  const without = (why: string): readonly [] => {
    log(`The CA file ${file} ${why}: only the authorities of this PC and of Packbench are trusted.`)
    return []
  }
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return without(`cannot be read (${code})`)
  }
  const certificates = text.match(PEM) ?? []
  if (certificates.length === 0) return without('holds no certificate in PEM form')
  return certificates.every(isCertificate) ? certificates : without('holds a damaged certificate')
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem)
    return true
  } catch {
    return false
  }
}

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

function trusted(extra: readonly string[]): string[] {
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
