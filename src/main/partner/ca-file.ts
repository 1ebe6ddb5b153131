import { X509Certificate } from 'node:crypto'
import { readPlainFile } from '../base/plain-file'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** All authorities of the world are less. */
const MOST_BYTES = 5_000_000

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
    text = readPlainFile(file, MOST_BYTES).toString('utf8')
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
