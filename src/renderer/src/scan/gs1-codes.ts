import { parseBarcode } from 'gs1-barcode-parser-mod'
import { plainMarks } from '../../../shared/domain/text/fold'
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
const WEB_ADDRESS = /^https?:\/\/[^/]+\//i
/** Keys of a Digital Link, in digits as today or in words as at first. */
const LINK_KEYS: Readonly<Record<string, string>> = { gtin: '01', itip: '8006', sscc: '00', ser: '21' }
const MAX_SERIAL = 20

type Element = { ai: string; value: string }

/** As printed below a code, where brackets stand for what the code itself does not need. */
const PRINTED = /^(?:\(\d{2,4}\)[^()]+)+$/
/** A book's or magazine's EAN or UPC with its two or five digits more. */
const ADD_ON = /^(\d{12,13})(?:\d{2}|\d{5})$/

/**
 * The codes to look a scanned text up by, best first: the text itself without its symbology identifier, then serial
 * number (21), parcel (00), trade item (01, 02, or a plain EAN or UPC) in every common length, the item's other numbers
 * (241, 240), and what follows a postal code (420, 421). Numbers with a wrong check digit are ignored.
 * `groupSeparator`: what this scanner types for FNC1, or empty.
 */
export function codesOf(text: string, groupSeparator: string): readonly string[] {
  const separated = groupSeparator === '' ? text : text.replaceAll(groupSeparator, GROUP_SEPARATOR)
  const bare = text.replace(ANY_AIM, '')
  const elements = elementsOf(separated)
  const of = (...wanted: string[]) =>
    elements.filter(({ ai }) => wanted.includes(ai)).map(({ value }) => value)
  const codes = [
    ...[bare, ...of('21').filter((serial) => serial.length <= MAX_SERIAL)],
    ...of('00').filter(isSscc),
    ...of('01', '02').flatMap(writtenLengths),
    ...of('241', '240'),
    ...afterPostalCode(separated.replace(ANY_AIM, '')),
    ...asMeant(bare),
    ...writtenLengths(bare),
    ...writtenLengths(ADD_ON.exec(bare)?.[1] ?? ''),
    ...writtenLengths(upcOfShort(bare) ?? ''),
  ]
  return [...new Set(codes)].filter((code) => code !== '')
}

function elementsOf(text: string): readonly Element[] {
  const body = text.replace(ANY_AIM, '').replace(/^\u001D/, '')
  const link = WEB_ADDRESS.exec(body)
  if (link !== null) return elementsOfLink(body.slice(link[0].length))
  // A composite code's second part follows its first after a separator of its own.
  const [first = '', ...more] = body.split('|')
  if (more.length > 0) return [first, ...more].flatMap((part) => elementsOf(text.replace(body, part)))
  if (PRINTED.test(body)) {
    return [...body.matchAll(/\((\d{2,4})\)([^()]+)/g)].map(([, ai = '', value = '']) => ({ ai, value }))
  }
  const isGs1 = GS1_AIM.test(text) || body.includes(GROUP_SEPARATOR) || showsItself(body)
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

/** A GS1 Digital Link, as in QR codes: pairs of key and value in the path, and more of them in the query. */
function elementsOfLink(address: string): readonly Element[] {
  const [path = '', query = ''] = (address.split('#')[0] ?? '').split('?')
  const parts = path.split('/')
  const from = parts.findIndex((part) => ['00', '01'].includes(keyOf(part)))
  const pairs =
    from === -1 ? [] : parts.slice(from).map((part, index, all) => [part, all[index + 1]] as const)
  return [
    ...pairs.filter((_, index) => index % 2 === 0),
    ...query.split('&').map((pair) => pair.split('=') as [string, string?]),
  ].flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [{ ai: keyOf(key), value: plain(keyOf(key), value) }],
  )
}

function keyOf(part: string): string {
  return LINK_KEYS[part.toLowerCase()] ?? part
}

function plain(ai: string, value: string): string {
  try {
    const text = decodeURIComponent(value)
    return ai === '01' && isGtin(text) ? text.padStart(14, '0') : text
  } catch {
    return value
  }
}

/**
 * What a code means that was typed in another way: Code 39 with the asterisks that only start and stop it, full-width
 * letters from an input method, a typographic hyphen or quote, control characters around it. Only for a lookup that
 * finds nothing else.
 */
function asMeant(code: string): readonly string[] {
  const plainText = withoutControls(plainMarks(code.normalize('NFKC')))
  const [, inner] = /^\*([^*]+)\*$/.exec(plainText) ?? []
  return [plainText, ...(inner === undefined ? [] : [inner])]
}

/** Without control and invisible characters around it, but with GS1's own. */
function withoutControls(text: string): string {
  const isControl = (character: string | undefined) =>
    character !== undefined && character !== GROUP_SEPARATOR && /[\p{Cc}\p{Cf}\s]/u.test(character)
  let [from, to] = [0, text.length]
  while (from < to && isControl(text[from])) from += 1
  while (from < to && isControl(text[to - 1])) to -= 1
  return text.slice(from, to)
}

/** Carriers append the tracking number to the receiver's postal code. */
function afterPostalCode(bare: string): readonly string[] {
  const [, rest] = /^\u001D?42[01][^\u001D]*\u001D(.+)$/.exec(bare) ?? []
  return rest === undefined ? [] : [rest.replaceAll(GROUP_SEPARATOR, '')]
}
