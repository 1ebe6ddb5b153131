import { SAFE_LETTERS } from '../scanning/badge'

/**
 * The code of a shipment on its packing slip: it exists from the moment of packing, before any tracking number and
 * before the marketplace knows the shipment. A manifest has the code of its first parcel, marked as a manifest's, so
 * that it names the round before and after it is shipped. Printed on paper; never change either.
 */

/** No command or badge is this long. */
const SHIPMENT = 'PBXS'
const MANIFEST = 'PBXM'
/** Bits taken from the id's 128: two shipments of a station sharing them is practically impossible. */
const HEX_DIGITS = 16
/** Letters needed for 64 bits. */
const LETTERS = 15
const ALPHABET = SAFE_LETTERS.toUpperCase()
const CODE = new RegExp(`^[${ALPHABET}]{${LETTERS}}$`)

/** @param shipmentId the station's own id, a UUID */
export function shipmentCodeOf(shipmentId: string): string {
  return SHIPMENT + lettersOf(shipmentId)
}

/** @param shipmentId of the manifest's first parcel */
export function manifestCodeOf(shipmentId: string): string {
  return MANIFEST + lettersOf(shipmentId)
}

function lettersOf(shipmentId: string): string {
  let rest = BigInt(`0x${shipmentId.replaceAll('-', '').slice(0, HEX_DIGITS)}`)
  let letters = ''
  for (let place = 0; place < LETTERS; place++) {
    letters = (ALPHABET[Number(rest % BigInt(ALPHABET.length))] ?? '') + letters
    rest /= BigInt(ALPHABET.length)
  }
  return letters
}

/** The start of the shipment's UUID that a code names; `null` for any other code. */
export function shipmentIdStart(code: string): string | null {
  return idStart(code, SHIPMENT)
}

/** The start of the UUID of a manifest's first parcel; `null` for any other code. */
export function manifestIdStart(code: string): string | null {
  return idStart(code, MANIFEST)
}

function idStart(code: string, prefix: string): string | null {
  const wanted = code.trim().toUpperCase()
  if (!wanted.startsWith(prefix) || !CODE.test(wanted.slice(prefix.length))) return null
  let value = 0n
  for (const letter of wanted.slice(prefix.length))
    value = value * BigInt(ALPHABET.length) + BigInt(ALPHABET.indexOf(letter))
  const hex = value.toString(16).padStart(HEX_DIGITS, '0')
  if (hex.length > HEX_DIGITS) return null
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}`
}
