import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../../../../../src/main/store/db/open'
import { tempDir } from '../../../../support/temp-dir'
import {
  hasWords,
  indexedWords,
  indexQuery,
  searchTextOf,
  typedWords,
  wholeWords,
} from '../../../../../src/shared/domain/orders/search-words'

it('holds codes whole and in parts, each word once, without accents and case', () => {
  expect(searchTextOf('1001 ITM-4711-1 Größe Crème, "crème" (38)')).toBe(
    ' 1001 itm47111 itm 4711 1 grosse creme 38 groesse ',
  )
  expect(searchTextOf('')).toBe('  ')
})

it.each([
  ['itm-4711', true],
  ['4711', true],
  ['711', true],
  ['11', false],
  ['itm 711', true],
  ['tm', false],
  ['creme 3', true],
  ['creme 39', false],
  ['große', true],
  ['grosse', true],
  ['groesse', true],
  ['GRÖSSE', true],
  ['gröss', true],
])('%s: %s', (search, expected) => {
  const text = searchTextOf('1001 ITM-4711-1 Größe Crème 38')
  expect(hasWords(text, typedWords(search))).toBe(expected)
})

describe.each([
  [
    'Straße Müller',
    ['strasse', 'straße', 'muller', 'mueller', 'MÜLLER', 'mu\u0308ller'],
    ['mu ller', 'miller'],
  ],
  ['Mueller Groesse', ['Müller', 'mueller', 'größe'], ['muller']],
  ['Łódź Đorđe Þór', ['lodz', 'łódź', 'dorde', 'thor'], ['odz']],
  ['Smørrebrød Ærø Ångström', ['smorrebrod', 'smoerrebroed', 'aero', 'angstrom', 'aangstroem'], ['rod']],
  ['œuvre Diyarbakır İzmir', ['oeuvre', 'diyarbakir', 'izmir', 'ızmir'], ['uvre']],
  ['ΟΔΟΣ', ['οδος', 'οδοσ', 'όδος'], []],
  [
    '株式会社東京商事 山田太郎',
    ['東京', '商事', '太郎', '株式会社東京商', '会社東京商事', '東京 太'],
    ['京東', '社京'],
  ],
  ['パーティードレス ﾄﾞﾚｽ', ['ドレス', 'ティー'], ['トレス']],
  ['한국어사전', ['국어', '한국'], ['어국']],
  ['ABC東京', ['abc', '東京', 'abc東'], ['c東']],
])('%s', (title, finding, missing) => {
  const text = searchTextOf(title)
  it.each(finding)('is found by %s', (typed) => {
    expect(hasWords(text, typedWords(typed))).toBe(true)
    expect(isIndexed(text, indexQuery(typedWords(typed)))).toBe(true)
    expect(isIndexed(text, wholeWords(typed))).toBe(true)
  })

  it.each(missing)('is not found by %s', (typed) => {
    expect(hasWords(text, typedWords(typed))).toBe(false)
    expect(isIndexed(text, wholeWords(typed))).toBe(false)
  })
})

it('takes at most eight words, and none from signs alone', () => {
  expect(typedWords('a b c d e f g h i j')).toHaveLength(8)
  expect(typedWords(' - " * OR( ')).toEqual([['or']])
})

/** The words that people and shops use, with beginnings and ends in common. */
const WORD = fc.oneof(
  fc.constantFrom(
    'wool',
    'woolen',
    'Wollmantel',
    'Größe',
    'crème',
    'and',
    'NOT',
    'near',
    'ITM-4711-1',
    'ʀ11',
    '東京都港区赤坂',
    'A東京12345都',
    'Müller',
  ),
  fc.integer({ min: 1, max: 20_000 }).map(String),
  fc.string({ unit: 'grapheme', maxLength: 9 }),
)

/** An empty index, as a station's file has it. */
function searchIndex() {
  const db = new BetterSqlite3(':memory:')
  db.pragma('trusted_schema = ON')
  schema ??= schemaOfIndex()
  db.exec(schema)
  return db
}

let schema: string | undefined
function schemaOfIndex(): string {
  const file = openDatabase(join(tempDir(), 'station.sqlite'))
  const text = file.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'order_search'`).pluck().get()
  closeDatabase(file)
  return String(text)
}

/** Whether an index with this text alone has it. */
function isIndexed(text: string, query: string | null): boolean {
  const db = searchIndex()
  db.prepare('INSERT INTO order_search (rowid, words) VALUES (1, ?)').run(indexedWords(text))
  const found = db.prepare('SELECT rowid FROM order_search WHERE order_search MATCH ?').get(query)
  db.close()
  return found !== undefined
}

it('keeps every word whole, whatever letters and digits it has', () => {
  const db = searchIndex()
  const add = db.prepare('INSERT INTO order_search (words) VALUES (?)')
  const words = new Set<string>()
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const letter = String.fromCodePoint(code)
    if (!/[\p{L}\p{N}]/u.test(letter)) continue
    // A few ligatures are a sentence of their own.
    const typed = typedWords(`x${letter}y`)
    const [spelled = []] = typed
    if (typed.length === 1) for (const word of spelled) words.add(word)
  }
  expect(words.size).toBeGreaterThan(130_000)
  const all = [...words]
  for (let from = 0; from < all.length; from += 1_000) add.run(all.slice(from, from + 1_000).join(' '))
  db.exec(`CREATE VIRTUAL TABLE terms USING fts5vocab(order_search, 'row')`)
  const parts = db.prepare(`SELECT term FROM terms WHERE term NOT LIKE 'x%y'`).pluck().all()
  expect(parts).toEqual([])
  db.close()
})

it('asks the index for every order that has the words', () => {
  const db = searchIndex()
  const add = db.prepare('INSERT OR REPLACE INTO order_search (rowid, words) VALUES (1, ?)')
  const find = db.prepare('SELECT rowid FROM order_search WHERE order_search MATCH ?').pluck()
  let found = 0
  fc.assert(
    fc.property(
      fc.array(WORD, { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.nat(9),
      fc.boolean(),
      (words, which, length, atEnd) => {
        const text = searchTextOf(words.join(' '))
        add.run(indexedWords(text))
        const word = words[which % words.length] ?? ''
        const typed = typedWords(atEnd ? word.slice(-length) : word.slice(0, length))
        if (typed.length === 0 || !hasWords(text, typed)) return
        found += 1
        expect(find.all(indexQuery(typed))).toEqual([1])
      },
    ),
    {
      numRuns: 2_000,
      examples: [
        [['Aᦰ0'], 0, 0, true],
        [['ⰀÀ힣𐀀'], 0, 5, false],
      ],
    },
  )
  expect(found).toBeGreaterThan(500)
  db.close()
})
