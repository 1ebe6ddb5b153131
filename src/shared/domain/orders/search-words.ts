import { spellings } from '../text/fold'

/** The words that orders are found by: order number, codes and titles, without accents and case. */

/** Marks a word that is indexed backwards, because people also type the end of a number. No text is folded to it. */
const BACKWARDS = 'ʀ'
/** The shortest end of a number that is looked for, and the shortest word that has one. */
const SHORTEST_END = 3
const MOST_WORDS = 8
/** The longest beginnings of words that FTS5 has an index of. */
const LONGEST_INDEXED = 6
/** Scripts that are written without blanks: a word in them is found by any part of it. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const STARTS_UNSPACED = new RegExp(`^${UNSPACED.source}`, 'u')

/** A word that was typed, in each spelling that a text may have. */
export type TypedWord = readonly string[]

/**
 * A text's words, each once, as `orders.search_text` holds them: each between two spaces. A code such as `ITM-4711-1`
 * is found whole (`itm47111`) and by its parts, a word with an umlaut as `muller` and as `mueller`.
 */
export function searchTextOf(text: string): string {
  const words = new Set<string>()
  for (const chunk of spellings(text).join(' ').split(/\s+/)) {
    const parts = chunk.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    for (const word of [parts.join(''), ...parts]) if (word !== '') words.add(word)
  }
  return ` ${[...words].join(' ')} `
}

/** What was typed, as words that an order must have. */
export function typedWords(search: string): TypedWord[] {
  return search
    .split(/\s+/)
    .map((chunk) => spellings(chunk).map((word) => word.replace(/[^\p{L}\p{N}]+/gu, '')))
    .filter(([plain]) => plain !== '')
    .slice(0, MOST_WORDS)
}

/** Whether a word of the text begins with each typed word, or, for a number, ends with it. */
export function hasWords(searchText: string, typed: readonly TypedWord[]): boolean {
  return typed.every((spelled) => spelled.some((word) => hasWord(searchText, word)))
}

function hasWord(searchText: string, word: string): boolean {
  return (
    searchText.includes(STARTS_UNSPACED.test(word) ? word : ` ${word}`) ||
    (mayBeEnd(word) && searchText.includes(`${word} `))
  )
}

/**
 * A question to SQLite's FTS5 that all these orders fit, and hardly any others: a long word of letters only is looked for
 * by its beginning, because FTS5 would collect everything that such a word is in before it gives the first.
 */
export function indexQuery(typed: readonly TypedWord[]): string {
  return questionFor(typed, (word) => (isNumber(word) ? word : beginningOf(word)))
}

/** Like `indexQuery`, for an index that is asked for whole words, so that exactly what fits is found; `null` for none. */
export function wholeWords(search: string): string | null {
  const typed = typedWords(search)
  return typed.length === 0 ? null : questionFor(typed, (word) => word)
}

function questionFor(typed: readonly TypedWord[], asked: (word: string) => string): string {
  // Words hold letters and digits only, so nothing in them is FTS5's syntax.
  const each = typed.map((spelled) => {
    const ways = spelled.flatMap((word) => [
      STARTS_UNSPACED.test(word)
        ? piecesOf(word)
            .map((piece) => `"${piece}" *`)
            .join(' AND ')
        : `"${asked(word)}" *`,
      ...(mayBeEnd(word) ? [`"${BACKWARDS}${reverse(word)}" *`] : []),
    ])
    return ways.length === 1 ? ways.join('') : `(${ways.map((way) => `(${way})`).join(' OR ')})`
  })
  return each.join(' AND ')
}

/** What the index holds: the words, of numbers their reverse, and of words without blanks the beginnings of all rests. */
export function indexedWords(searchText: string): string {
  const words = searchText.trim().split(' ')
  const ends = words.filter((word) => word.length > SHORTEST_END && isNumber(word))
  const inner = words.filter((word) => UNSPACED.test(word)).flatMap((word) => restsOf(word).slice(1))
  return [...words, ...ends.map((word) => BACKWARDS + reverse(word)), ...new Set(inner)].join(' ')
}

/** At each letter of such a script, as much of the word as the index holds; first the whole word's. */
function restsOf(word: string): string[] {
  const letters = [...word]
  return letters.flatMap((letter, at) =>
    at === 0 || UNSPACED.test(letter) ? [letters.slice(at, at + LONGEST_INDEXED).join('')] : [],
  )
}

/** The pieces that only a word with this part has, as the index holds them. */
function piecesOf(word: string): string[] {
  const [first = '', ...rest] = restsOf(word)
  return [first, ...rest.filter((piece) => [...piece].length === LONGEST_INDEXED)]
}

function mayBeEnd(word: string): boolean {
  return word.length >= SHORTEST_END && isNumber(word)
}

function isNumber(word: string): boolean {
  return /\p{N}/u.test(word)
}

/** In whole characters: half of a pair is none. */
function beginningOf(word: string): string {
  return [...word].slice(0, LONGEST_INDEXED).join('')
}

function reverse(word: string): string {
  return [...word].reverse().join('')
}
