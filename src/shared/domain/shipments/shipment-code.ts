import { SAFE_LETTERS } from '../scanning/badge'

/**
 * The code of a shipment on its packing slip: it exists from the moment of packing, before any tracking number and
 * before the marketplace knows the shipment. Printed on slips; never change it.
 */

/** No command or badge is this long. */
const PREFIX = 'PBXS'
/** Bits taken from the id's 128: two shipments of a station sharing them is practically impossible. */
const HEX_DIGITS = 16
/** Letters needed for 64 bits. */
const LETTERS = 15
const ALPHABET = SAFE_LETTERS.toUpperCase()
const CODE = new RegExp(`^${PREFIX}[${ALPHABET}]{${LETTERS}}$`)

/** @param shipmentId the station's own id, a UUID */
export function shipmentCodeOf(shipmentId: string): string {
  let rest = BigInt(`0x${shipmentId.replaceAll('-', '').slice(0, HEX_DIGITS)}`)
  let letters = ''
  for (let place = 0; place < LETTERS; place++) {
    letters = (ALPHABET[Number(rest % BigInt(ALPHABET.length))] ?? '') + letters
    rest /= BigInt(ALPHABET.length)
  }
  return PREFIX + letters
}

/** The start of the shipment's UUID that a code names; `null` for any other code. */
export function shipmentIdStart(code: string): string | null {
  const wanted = code.trim().toUpperCase()
  if (!CODE.test(wanted)) return null
  let value = 0n
  for (const letter of wanted.slice(PREFIX.length))
    value = value * BigInt(ALPHABET.length) + BigInt(ALPHABET.indexOf(letter))
  const hex = value.toString(16).padStart(HEX_DIGITS, '0')
  if (hex.length > HEX_DIGITS) return null
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}`
}
