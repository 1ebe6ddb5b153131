/**
 * Texts as people type them. Letters are folded to find and compare words, never for codes that identify an item: two
 * items may differ by a letter alone.
 */

/** Letters that Unicode does not take apart into a plain one and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ŋ: 'ng', ĳ: 'ij' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ĸ: 'k', ə: 'e' },
  // At the end of a Greek word.
  ς: 'σ',
}
const UNPLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu')

/** What people write for a letter without their own keyboard, if they do not leave its mark out. */
const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const TO_SPELL = /[äöüøå]/gu

/**
 * Without accents, case and width, in letters that every keyboard of the languages has. Marks of Japanese stay: there they
 * make another letter.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?![\u3099\u309A])\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(UNPLAIN, (letter) => PLAIN[letter] ?? letter)
}

/** Whether the text has only letters and signs of an English keyboard. */
function isKeyboardText(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/** The text folded, first as people leave marks out, and then, if that differs, as they spell them: `muller`, `mueller`. */
export function spellings(text: string): readonly string[] {
  if (isKeyboardText(text)) return [text.toLowerCase()]
  const plain = foldText(text)
  const lower = text.normalize('NFC').toLowerCase()
  const spelled = foldText(lower.replace(TO_SPELL, (letter) => SPELLED[letter] ?? letter))
  return plain === spelled ? [plain] : [plain, spelled]
}

/** Hyphens, dashes and quotes as a keyboard has them. */
export function plainMarks(text: string): string {
  return text
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u2018-\u201B\u2032]/g, "'")
    .replace(/[\u201C-\u201F\u2033]/g, '"')
}

/** Whether the text contains what was typed, however either spells it. */
export function containsTyped(text: string, typed: string): boolean {
  const texts = spellings(text)
  return spellings(typed).some((word) => texts.some((one) => one.includes(word)))
}
