/** The words that orders are found by: order number, codes and titles, without accents and case. */

/** Marks a word that is indexed backwards, because people also type the end of a number. No text is folded to it. */
const BACKWARDS = 'ʀ'
/** The shortest end of a number that is looked for, and the shortest word that has one. */
const SHORTEST_END = 3
const MOST_WORDS = 8
/** The longest beginnings of words that FTS5 has an index of. */
const LONGEST_INDEXED = 6

/**
 * A text's words, each once, as `orders.search_text` holds them: each between two spaces. A code such as `ITM-4711-1`
 * is found whole (`itm47111`) and by its parts.
 */
export function searchTextOf(text: string): string {
  const words = new Set<string>()
  for (const chunk of fold(text).split(/\s+/)) {
    const parts = chunk.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    for (const word of [parts.join(''), ...parts]) if (word !== '') words.add(word)
  }
  return ` ${[...words].join(' ')} `
}

/** What was typed, as words that an order must have. */
export function typedWords(search: string): string[] {
  return fold(search)
    .split(/\s+/)
    .map((chunk) => chunk.replace(/[^\p{L}\p{N}]+/gu, ''))
    .filter(Boolean)
    .slice(0, MOST_WORDS)
}

/** Whether a word of the text begins with each typed word, or, for a number, ends with it. */
export function hasWords(searchText: string, typed: readonly string[]): boolean {
  return typed.every(
    (word) => searchText.includes(` ${word}`) || (mayBeEnd(word) && searchText.includes(`${word} `)),
  )
}

/**
 * A question to SQLite's FTS5 that all these orders fit, and hardly any others: a long word of letters only is looked for
 * by its beginning, because FTS5 would collect everything that such a word is in before it gives the first.
 */
export function indexQuery(typed: readonly string[]): string {
  // Words hold letters and digits only, so nothing in them is FTS5's syntax.
  const each = typed.map((word) =>
    mayBeEnd(word)
      ? `("${word}" * OR "${BACKWARDS}${reverse(word)}" *)`
      : `"${isNumber(word) ? word : beginningOf(word)}" *`,
  )
  return each.join(' AND ')
}

/** Like `indexQuery`, for an index that is asked for whole words, so that exactly what fits is found; `null` for none. */
export function wholeWords(search: string): string | null {
  const typed = typedWords(search)
  if (typed.length === 0) return null
  return typed
    .map((word) => (mayBeEnd(word) ? `("${word}" * OR "${BACKWARDS}${reverse(word)}" *)` : `"${word}" *`))
    .join(' AND ')
}

/** What the index holds: the words and, of numbers, their reverse. */
export function indexedWords(searchText: string): string {
  const words = searchText.trim().split(' ')
  const ends = words.filter((word) => word.length > SHORTEST_END && isNumber(word))
  return [...words, ...ends.map((word) => BACKWARDS + reverse(word))].join(' ')
}

function mayBeEnd(word: string): boolean {
  return word.length >= SHORTEST_END && isNumber(word)
}

function isNumber(word: string): boolean {
  return /\p{N}/u.test(word)
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** In whole characters: half of a pair is none. */
function beginningOf(word: string): string {
  return [...word].slice(0, LONGEST_INDEXED).join('')
}

function reverse(word: string): string {
  return [...word].reverse().join('')
}
