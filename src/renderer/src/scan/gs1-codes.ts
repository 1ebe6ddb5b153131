import { parseBarcode } from 'gs1-barcode-parser-mod'
import { GROUP_SEPARATOR } from '../../../shared/domain/scanning/scanned'
import {
  hasCheckDigit,
  isGtin,
  isSscc,
  upcOfShort,
  writtenLengths,
} from '../../../shared/domain/scanning/trade-number'

/** The GS1 content of a code: which serial number, trade item or parcel it names. */

/** Symbology identifiers with which a scanner marks a GS1 element string. */
const GS1_AIM = /^\](C1|d2|Q3|e0|J1)/
const ANY_AIM = /^\][A-Za-z][0-9A-Za-z]/
/** Element strings recognizable by their content: a parcel's number, or a trade item's followed by more. */
const SHOWS_ITSELF = /^(00(\d{18})|0[12](\d{14}))/
const DIGITAL_LINK = /^https?:\/\/[^/]+\/(?:[^?#]*\/)?(?=(?:00|01)\/\d)/i
const MAX_SERIAL = 20

type Element = { ai: string; value: string }

/**
 * The codes to look a scanned text up by, best first: the text itself without its symbology identifier, then serial
 * number (21), parcel (00), trade item (01, 02, or a plain EAN or UPC) in every common length, the item's other numbers
 * (241, 240), and what follows a postal code (420, 421). Numbers with a wrong check digit are ignored.
 * `groupSeparator`: what this scanner types for FNC1, or empty.
 */
export function codesOf(text: string, groupSeparator: string): readonly string[] {
  const bare = text.replace(ANY_AIM, '')
  const elements = elementsOf(text, groupSeparator)
  const of = (...wanted: string[]) =>
    elements.filter(({ ai }) => wanted.includes(ai)).map(({ value }) => value)
  const codes = [
    ...[bare, ...of('21').filter((serial) => serial.length <= MAX_SERIAL)],
    ...of('00').filter(isSscc),
    ...of('01', '02').flatMap(writtenLengths),
    ...of('241', '240'),
    ...afterPostalCode(bare),
    ...writtenLengths(bare),
    ...writtenLengths(upcOfShort(bare) ?? ''),
  ]
  return [...new Set(codes)].filter((code) => code !== '')
}

function elementsOf(text: string, groupSeparator: string): readonly Element[] {
  const link = DIGITAL_LINK.exec(text)
  if (link !== null) return elementsOfLink(text.slice(link[0].length))
  const separated = groupSeparator === '' ? text : text.replaceAll(groupSeparator, GROUP_SEPARATOR)
  const body = separated.replace(ANY_AIM, '').replace(/^\u001D/, '')
  const isGs1 = GS1_AIM.test(separated) || body.includes(GROUP_SEPARATOR) || showsItself(body)
  if (!isGs1) return []
  try {
    return parseBarcode(body).parsedCodeItems.map(({ ai, raw }) => ({ ai, value: raw }))
  } catch {
    // The library throws strings when the text is not an element string; then only the code itself counts.
    return []
  }
}

function showsItself(body: string): boolean {
  const [, , sscc, gtin] = SHOWS_ITSELF.exec(body) ?? []
  return hasCheckDigit(sscc ?? gtin ?? '')
}

/** A GS1 Digital Link, as in QR codes: pairs of identifier and value in the path. */
function elementsOfLink(path: string): readonly Element[] {
  const parts = (path.split(/[?#]/)[0] ?? '').split('/')
  return parts.flatMap((ai, index) => {
    const value = parts[index + 1]
    return index % 2 === 0 && value !== undefined ? [{ ai, value: plain(ai, value) }] : []
  })
}

function plain(ai: string, value: string): string {
  try {
    const text = decodeURIComponent(value)
    return ai === '01' && isGtin(text) ? text.padStart(14, '0') : text
  } catch {
    return value
  }
}

/** Carriers append the tracking number to the receiver's postal code. */
function afterPostalCode(bare: string): readonly string[] {
  const [, rest] = /^\u001D?42[01][^\u001D]*\u001D(.+)$/.exec(bare) ?? []
  return rest === undefined ? [] : [rest]
}
