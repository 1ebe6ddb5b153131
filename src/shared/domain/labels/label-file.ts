import { recognizeTracking, type Carrier } from '../carriers/carrier'
import { tidyCode } from '../carriers/number-pattern'

/** Label files of carrier software: what a file is, which orders it names, and its tracking number. */

export const LABEL_KINDS = ['pdf', 'png', 'zpl'] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

/** Characters at either end of a PDF in which its marks must be. */
const PDF_ENDS = 1_024
const PNG_START = '\x89PNG\r\n\x1a\n'
const PNG_END = '\0\0\0\0IEND\xaeB`\x82'

/** What the file is by its content; `null` if it is no label. @param text its bytes, one character each */
export function labelKindOf(text: string): LabelKind | null {
  if (text.startsWith(PNG_START)) return 'png'
  if (text.slice(0, PDF_ENDS).includes('%PDF-')) return 'pdf'
  return /^(?:\xef\xbb\xbf)?\s*(?:[\^~][A-Z]|CT~~CD)/i.test(text) ? 'zpl' : null
}

/** Whether the file has its end: a program may still be writing it. */
export function isWholeLabel(kind: LabelKind, text: string): boolean {
  switch (kind) {
    case 'pdf':
      return text.slice(-PDF_ENDS).includes('%%EOF')
    case 'png':
      return text.endsWith(PNG_END)
    case 'zpl': {
      const formats = (text.match(/\^XA/gi) ?? []).length
      return formats > 0 && formats === (text.match(/\^XZ/gi) ?? []).length && /\^XZ\W*$/i.test(text)
    }
  }
}

const TOKEN = /[\p{L}\p{N}]+/gu

/** More digits are no order's number; the marketplace's fit into a JSON number. */
const ORDER_NUMBER = /^\p{L}*([1-9]\d{0,14})$/u

/**
 * The numbers in a file's name that an order may have: digits that stand alone or follow letters, as in `order100001`.
 * Digits within a longer number are none.
 */
export function orderNumbersIn(name: string): number[] {
  return unique(tokensOf(name).flatMap((token) => ORDER_NUMBER.exec(token)?.[1] ?? [])).map(Number)
}

export type ZplField = {
  text: string
  /** It is printed as a barcode. */
  isBarcode: boolean
}

/** What a ZPL label prints: the data of its fields. */
export function zplFields(zpl: string): ZplField[] {
  const fields: ZplField[] = []
  let isBarcode = false
  for (const command of zpl.split(/(?=[\^~])/)) {
    const name = command.slice(1, 3).toUpperCase()
    if (name === 'FS') isBarcode = false
    // BY sets the width of bars, and prints none.
    else if (/^B[0-9A-Z]$/.test(name) && name !== 'BY') isBarcode = true
    else if (name === 'FD' || name === 'FV') fields.push({ text: command.slice(3).trim(), isBarcode })
  }
  return fields
}

/** In an address, fewer digits are a ZIP code. */
const ORDER_FIELD = /^\D*?\b([1-9]\d{5,14})\P{L}*$/u

/** The numbers of six digits or more that are the only ones in a field of a label, as in `Ref: 100001`. */
export function orderNumbersOn(fields: readonly ZplField[]): number[] {
  return unique(
    fields.flatMap(({ text }) => {
      const number = ORDER_FIELD.exec(text)?.[1]
      return number === undefined || text.replace(/\D/g, '') !== number ? [] : [number]
    }),
  ).map(Number)
}

/**
 * The tracking number in a file's name; `null` unless exactly one part of the name is a number of a carrier in use. The
 * order's own number and times are none.
 */
export function trackingInName(name: string, orderId: number, carriers: readonly Carrier[]): string | null {
  const parts = tokensOf(name).filter(
    (token) => ORDER_NUMBER.exec(token)?.[1] !== String(orderId) && !isTime(token),
  )
  return onlyNumber(parts, carriers)
}

/** The same of a ZPL label's barcodes: phone numbers look like tracking numbers, and nobody prints them as bars. */
export function trackingOn(
  fields: readonly ZplField[],
  orderId: number,
  carriers: readonly Carrier[],
): string | null {
  const codes = fields.filter(({ isBarcode }) => isBarcode).map(({ text }) => withoutSwitches(text))
  return onlyNumber(
    codes.filter((code) => code !== String(orderId)),
    carriers,
  )
}

/** In Code 128, `>` and a character switches the set of characters, and is not printed. */
function withoutSwitches(data: string): string {
  return data.replace(/>[0-9:;<=]/g, '')
}

function onlyNumber(codes: readonly string[], carriers: readonly Carrier[]): string | null {
  const numbers = new Map(
    codes.flatMap((code) => {
      const found = recognizeTracking(code, carriers)
      return found.kind === 'none' ? [] : [[tidyCode(found.number), found.number] as const]
    }),
  )
  const [first = null] = numbers.values()
  return numbers.size === 1 ? first : null
}

/** 20261129, 202611291405, 20261129140500, and the seconds or milliseconds since 1970 of the years 2017 to 2049. */
function isTime(token: string): boolean {
  if (/^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])?(?:[0-5]\d){0,2}$/.test(token))
    return true
  return /^(?:1[5-9]|2[0-4])\d{8}(?:\d{3})?$/.test(token)
}

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? []
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)]
}
