import BetterSqlite3 from 'better-sqlite3'
import { afterAll, expect } from 'vitest'
import { wholeReads } from './plans'

/** Where `sql`, `run` and `writeOne` prepare; migrations may read everything once. */
const OF_THE_STORE = /\bstatementOf \S*[/\\]src[/\\]main[/\\]store[/\\]db[/\\]database\.ts/

/**
 * Loaded before each file of tests: at its end, the plan of every statement that the program ran in it is checked, so
 * that one that is written next year is checked, too.
 */

type Seen = typeof globalThis & { statementsSeen?: Set<string> }

/** Setup files run again in a worker that has loaded SQLite before. */
const known = globalThis as Seen
const seen = (known.statementsSeen ??= watchStatements())

function watchStatements(): Set<string> {
  const texts = new Set<string>()
  const { prepare } = BetterSqlite3.prototype
  BetterSqlite3.prototype.prepare = function (this: BetterSqlite3.Database, text: string) {
    // Tests and the marketplace prepare statements of their own.
    if (!texts.has(text) && OF_THE_STORE.test(new Error().stack ?? '')) texts.add(text)
    return prepare.call(this, text)
  } as typeof prepare
  return texts
}

afterAll(() => {
  const found = wholeReads(seen)
  seen.clear()
  expect(found, 'these read a table through that grows for years').toEqual([])
})
