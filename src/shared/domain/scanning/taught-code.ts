import { foldCode, normalizeCode } from './compare-codes'
import { isGtin } from './trade-number'

/** Barcodes on tags and boxes that the marketplace does not know, and which people have taught the station. */

/** The item that a code stands for, by the first of these that it has. */
export const TAUGHT_BY = ['mpn', 'externalId', 'itemNumber'] as const

/** `value`: as compared. `size`: an MPN may be that of a whole size run; `null` where no size is known. */
export type TaughtMeaning = { by: (typeof TAUGHT_BY)[number]; value: string; size: string | null }

/** `code`: as `taughtKey` writes it. `taughtAt`: ISO 8601 UTC; `taughtBy`: who worked here. */
export type TaughtCode = TaughtMeaning & { code: string; taughtAt: string; taughtBy: string }

/** One thing that a station says of a code. `taught`: when (ISO 8601 UTC) and by whom; `null`: it is taken back. */
export type Lesson = TaughtMeaning & { code: string; taught: { at: string; by: string } | null }

/** What a code can be taught of. */
export type TaughtItem = Record<(typeof TAUGHT_BY)[number], string | null> & { size: string | null }

/** A code as it is kept: the lengths in which a GTIN is printed are one code. */
export function taughtKey(code: string): string {
  const text = normalizeCode(code)
  return isGtin(text) ? text.padStart(14, '0') : foldCode(text)
}

/** Of the codes of one scan, the one to teach: a GS1 code has the unit's own serial number beside its GTIN. */
export function codeToTeach(codes: readonly string[]): string {
  return codes.find((code) => isGtin(normalizeCode(code))) ?? codes[0] ?? ''
}

/** What a code that is taught with this item in hand stands for; `null` for a line without an item, as a fee. */
export function meaningOfItem(item: TaughtItem): TaughtMeaning | null {
  const by = TAUGHT_BY.find((key) => (item[key] ?? '') !== '')
  if (by === undefined) return null
  return { by, value: foldCode(normalizeCode(item[by] ?? '')), size: by === 'mpn' ? item.size : null }
}

/** Whether both stand for the same items, however old the lessons are. */
export function isSameMeaning(one: TaughtMeaning, other: TaughtMeaning): boolean {
  return one.by === other.by && one.value === other.value && one.size === other.size
}

/** The forms in which a kept code may be printed: a GTIN is kept in its longest one. */
export function printedForms(key: string): string[] {
  return isGtin(key) ? [key, key.slice(1), key.slice(2)].filter(isGtin) : [key]
}

/** Whether the code stands for this item. An item whose size is not known here may be meant. */
export function isMeant({ by, value, size }: TaughtMeaning, item: TaughtItem): boolean {
  if (item[by] === null || foldCode(normalizeCode(item[by])) !== value) return false
  return size === null || item.size === null || item.size === size
}
