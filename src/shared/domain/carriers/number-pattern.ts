/**
 * The format of a carrier's numbers, in a notation small enough to type at a packing station and read over the phone:
 *
 * - `#` a digit, `@` a letter, `*` either, `[245]` one of these; every other character is itself
 * - `{16}` after one of them repeats it: `1Z*{16}`
 * - `-` a hyphen that is part of the number, whether the code has it or not
 * - `( )` around the tracking number where the label's barcode carries more than it: `420#{5}(9[2345]#{20})`
 *
 * Not regular expressions: every place matches or fails without backtracking, so no pattern that somebody types or
 * copies to forty stations can hang one of them.
 */

const LONGEST_PATTERN = 200
/** No label barcode is longer. */
const LONGEST_NUMBER = 50
/** Shorter numbers would match too many other codes. */
export const SHORTEST_NUMBER = 6

const DIGITS = '0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const PLACEHOLDERS: Readonly<Record<string, string>> = { '#': DIGITS, '@': LETTERS, '*': DIGITS + LETTERS }
const TOKEN = /\[([A-Z0-9]+)\]|([^[\]{}()])|(\()|(\))/y
const REPEAT = /\{(\d{1,2})\}/y

export type NumberPattern = {
  /** The characters allowed at each place. */
  places: readonly string[]
  /** The tracking number's places: the first, and the first after it. */
  from: number
  to: number
  /** Places before which the number has a hyphen. */
  hyphens: ReadonlySet<number>
}

/** Reads a pattern; `null` if it is invalid, or does not match 6 to 50 characters. */
export function parsePattern(pattern: string): NumberPattern | null {
  const text = pattern.replace(/\s/g, '').toUpperCase()
  if (text.length > LONGEST_PATTERN) return null
  const places: string[] = []
  const hyphens = new Set<number>()
  let [at, from, to]: [number, number | null, number | null] = [0, null, null]
  while (at < text.length) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    if (token === null) return null
    at = TOKEN.lastIndex
    const [, set, single, opening] = token
    if (single === '-') {
      hyphens.add(places.length)
      continue
    }
    const place = set ?? (single === undefined ? null : (PLACEHOLDERS[single] ?? single))
    if (place === null) {
      if (opening !== undefined && from === null) from = places.length
      else if (opening === undefined && from !== null && to === null) to = places.length
      else return null
      continue
    }
    REPEAT.lastIndex = at
    const repeat = REPEAT.exec(text)
    if (repeat !== null) at = REPEAT.lastIndex
    const times = repeat === null ? 1 : Number(repeat[1])
    if (times < 1 || places.length + times > LONGEST_NUMBER) return null
    places.push(...Array<string>(times).fill(place))
  }
  if (from !== null && to === null) return null
  const read = { places, from: from ?? 0, to: to ?? places.length, hyphens }
  return read.to - read.from < SHORTEST_NUMBER ? null : read
}

/** The tracking number in a code that the pattern fits, else `null`. */
export function numberIn(code: string, { places, from, to, hyphens }: NumberPattern): string | null {
  const text = tidyCode(code)
  if (text.length !== places.length) return null
  if (!places.every((place, index) => place.includes(text.charAt(index)))) return null
  const hyphened = (character: string, index: number) =>
    index > 0 && hyphens.has(from + index) ? `-${character}` : character
  return [...text.slice(from, to)].map(hyphened).join('')
}

/** Carriers print numbers in groups, and case carries no meaning. */
export function tidyCode(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase()
}
