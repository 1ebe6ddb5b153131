/** How the text of a scan is compared with the codes of items. */

/** The text of a scan as compared: trimmed, because scanners may add blanks. */
export function normalizeCode(raw: string): string {
  return raw.trim()
}

/**
 * A code as compared when no exact match exists: scanners, people and catalogs differ in the case of letters. ASCII
 * only, as SQLite's NOCASE, so that the window and the station's lookup agree.
 */
export function foldCode(code: string): string {
  return code.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** Shorter codes in groups may mean something else. */
const GROUPED_DIGITS = 8

/** Whether a catalog may have this code in groups, as ISBNs are printed: a barcode has the digits alone. */
export function isDigitsOfGroups(code: string): boolean {
  return code.length >= GROUPED_DIGITS && /^\d+$/.test(code)
}
