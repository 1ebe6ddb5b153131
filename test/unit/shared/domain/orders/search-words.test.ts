import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '../../../../../src/main/store/db/open'
import { tempDir } from '../../../../support/temp-dir'
import {
  hasWords,
  indexedWords,
  indexQuery,
  searchTextOf,
  typedWords,
} from '../../../../../src/shared/domain/orders/search-words'

it('holds codes whole and in parts, each word once, without accents and case', () => {
  expect(searchTextOf('1001 ITM-4711-1 Größe Crème, "crème" (38)')).toBe(
    ' 1001 itm47111 itm 4711 1 große creme 38 ',
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
])('%s: %s', (search, expected) => {
  const text = searchTextOf('1001 ITM-4711-1 Größe Crème 38')
  expect(hasWords(text, typedWords(search))).toBe(expected)
})

it('takes at most eight words, and none from signs alone', () => {
  expect(typedWords('a b c d e f g h i j')).toHaveLength(8)
  expect(typedWords(' - " * OR( ')).toEqual(['or'])
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
  ),
  fc.integer({ min: 1, max: 20_000 }).map(String),
  fc.string({ unit: 'grapheme', maxLength: 9 }),
)

/** An empty index, as a station's file has it. */
function searchIndex() {
  const db = new BetterSqlite3(':memory:')
  db.pragma('trusted_schema = ON')
  const file = openDatabase(join(tempDir(), 'station.sqlite'))
  db.exec(file.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'order_search'`).pluck().get() as string)
  closeDatabase(file)
  return db
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
    const [word] = typed
    if (word !== undefined && typed.length === 1) words.add(word)
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
