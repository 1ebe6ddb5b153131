/** Codes of the marketplace, such as `very_good`. The document lists few of them, and no spelling. */

/** The name under which a code's words are kept: "Very good", `very-good` and `VERY_GOOD` have the same. */
export function codeKey(code: string): string {
  return code
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll(/cancell(?=ed|ing)/g, 'cancel')
}

/** A code of sizes, such as `LETTER` or `womens_clothing`, in letters to read; short ones such as `US` are abbreviations. */
export function sizeCodeWords(code: string): string {
  const words = readableCode(code)
  if (words === code && !/^[A-Z]{4,}$/.test(code)) return code
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** A code without words, as it came but for the underscores between its words. Any other text is left alone. */
export function readableCode(code: string): string {
  return /^[a-z]+(?:_[a-z\d]+)+$/i.test(code) ? code.replaceAll('_', ' ') : code.trim()
}
