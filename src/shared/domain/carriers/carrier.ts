import { passesCheck, type CheckDigit } from '../scanning/check-digit'
import { isGtin } from '../scanning/trade-number'
import { numberIn, parsePattern, tidyCode } from './number-pattern'
import type { TruckTimes } from './truck'

/** A carrier as a station knows it. Stored; never rename. */
export type Carrier = {
  /** The name sent to the marketplace. */
  name: string
  /** Off: its numbers are not recognized and it is not offered. */
  inUse: boolean
  /** Empty: its numbers are not recognized; it can still be chosen. */
  numbers: readonly CarrierNumber[]
  /** With `{tracking}` in the number's place; empty if the carrier has no tracking page. */
  urlTemplate: string
  /** Business days from hand-over to delivery. */
  transitDays: number
  /** ISO 3166-1 alpha-2 where it delivers, for public holidays; `null` knows weekends only. */
  country: string | null
  /** When its truck leaves this station's dock; empty if none comes, or nobody has said when. */
  trucks: TruckTimes
}
export type CarrierNumber = {
  /** In the notation of `number-pattern.ts`. */
  pattern: string
  check: CheckDigit
}

export type Recognized =
  | { kind: 'carrier'; carrier: Carrier; number: string }
  /** Several carriers have such numbers: a person must choose. */
  | { kind: 'ambiguous'; carriers: readonly Carrier[]; number: string }
  | { kind: 'none' }

export const TRACKING_PLACEHOLDER = '{tracking}'

/** What decides between several carriers that have such numbers. */
export type Usual = {
  /** The name of the station's usual carrier; empty for none. */
  carrier: string
  /** The carrier that was chosen here the last time, by `choiceKey`. */
  choices: Readonly<Record<string, string>>
}

export const NOTHING_USUAL: Usual = { carrier: '', choices: {} }

/**
 * The carrier and tracking number of a scanned or typed code: a label's barcode may contain more (postal code,
 * service).
 */
export function recognizeTracking(
  code: string,
  carriers: readonly Carrier[],
  { carrier: own, choices }: Usual = NOTHING_USUAL,
): Recognized {
  const found = carriers
    .filter(({ inUse }) => inUse)
    .flatMap((carrier) => {
      const number = numberOf(code, carrier)
      return number === null ? [] : [{ carrier, number }]
    })
  const chosen = choices[choiceKey(found.map(({ carrier }) => carrier))]
  const usual =
    found.find(({ carrier }) => carrier.name === own) ?? found.find(({ carrier }) => carrier.name === chosen)
  const first = usual ?? found[0]
  if (first === undefined) return { kind: 'none' }
  if (usual !== undefined || found.length === 1) return { kind: 'carrier', ...first }
  return { kind: 'ambiguous', carriers: found.map(({ carrier }) => carrier), number: first.number }
}

/** Names the carriers between which somebody chose. Stored; never change. */
export function choiceKey(carriers: readonly Carrier[]): string {
  return carriers
    .map(({ name }) => name)
    .sort()
    .join(' | ')
}

/** Of the codes that a scan may stand for, best first, the one that is a carrier's label; else the first. */
export function labelCodeOf(codes: readonly string[], carriers: readonly Carrier[]): string {
  const known = codes.find((code) => recognizeTracking(code, carriers).kind !== 'none')
  return known ?? codes[0] ?? ''
}

/** The tracking number that a code carries, if it is one of this carrier's; else `null`. */
export function numberOf(code: string, { numbers }: Pick<Carrier, 'numbers'>): string | null {
  for (const one of numbers) {
    const number = numberBy(code, one)
    if (number !== null) return number
  }
  return null
}

/** Each scan is held against all of them. */
const PARSED = new Map<string, ReturnType<typeof parsePattern>>()

function parsedOnce(pattern: string): ReturnType<typeof parsePattern> {
  const before = PARSED.get(pattern)
  if (before !== undefined) return before
  const parsed = parsePattern(pattern)
  PARSED.set(pattern, parsed)
  return parsed
}

function numberBy(code: string, { pattern, check }: CarrierNumber): string | null {
  const parsed = parsedOnce(pattern)
  const number = parsed === null ? null : numberIn(code, parsed)
  return number !== null && passesCheck(check, tidyCode(number), tidyCode(code)) ? number : null
}

/**
 * How surely a code unknown to every order and item is a label: `sure` with a carrier's right check digit or its own
 * letters, `unclear` if it may be an item's number as well (a tenth of all UPCs pass FedEx's check), `none` if no
 * carrier in use has such numbers.
 */
export type LabelCheck = 'sure' | 'unclear' | 'none'

export function checkLabel(code: string, carriers: readonly Carrier[]): LabelCheck {
  const matches = carriers.flatMap(({ inUse, numbers }) =>
    inUse ? numbers.filter((one) => numberBy(code, one) !== null) : [],
  )
  if (matches.length === 0) return 'none'
  const isTelling = matches.some(({ pattern, check }) => check !== 'none' || hasOwnLetters(pattern))
  return isTelling && !isGtin(code.trim()) ? 'sure' : 'unclear'
}

/** Long enough, and with so many fixed letters, that hardly any item has such a number by chance. */
const [MANY_PLACES, FIXED_LETTERS] = [12, 2]

function hasOwnLetters(pattern: string): boolean {
  const places = parsedOnce(pattern)?.places ?? []
  return (
    places.length >= MANY_PLACES && places.filter((place) => /^[A-Z]$/.test(place)).length >= FIXED_LETTERS
  )
}

/** All tracking numbers that a scan may stand for: its codes, and the numbers within carriers' label barcodes. */
export function numbersIn(codes: readonly string[], carriers: readonly Carrier[]): string[] {
  const held = codes.flatMap((code) =>
    carriers.flatMap((carrier) => (carrier.inUse ? (numberOf(code, carrier) ?? []) : [])),
  )
  return [...codes, ...held]
}

/** The tracking page of a number; `null` for a carrier without one. */
export function trackingUrl({ urlTemplate }: Pick<Carrier, 'urlTemplate'>, number: string): string | null {
  if (!isUrlTemplate(urlTemplate) || number.trim() === '') return null
  return urlTemplate.replaceAll(TRACKING_PLACEHOLDER, encodeURIComponent(number.trim()))
}

/** True for a web address with a placeholder for the number. */
export function isUrlTemplate(template: string): boolean {
  return /^https?:\/\/[^\s/]\S*$/.test(template) && template.includes(TRACKING_PLACEHOLDER)
}

/**
 * The carrier that an order will most likely go with before its label is scanned: the usual one, else the only one in use;
 * `null` if that is not known.
 * @param usual the name of the station's usual carrier; empty for none
 */
export function expectedCarrier(usual: string, carriers: readonly Carrier[]): Carrier | null {
  const inUse = carriers.filter((carrier) => carrier.inUse)
  if (usual.trim() !== '') return carrierNamed(usual, inUse)
  return inUse.length === 1 ? (inUse[0] ?? null) : null
}

/** The carrier of that name, ignoring case; `null` for an unknown name. */
export function carrierNamed(name: string | null, carriers: readonly Carrier[]): Carrier | null {
  const wanted = name?.trim().toLowerCase() ?? ''
  return carriers.find((carrier) => carrier.name.toLowerCase() === wanted) ?? null
}
