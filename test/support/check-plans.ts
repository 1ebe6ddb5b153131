import BetterSqlite3 from 'better-sqlite3'
import { afterAll, expect } from 'vitest'
import { wholeReads } from './plans'

/** Where `sql`, `run` and `writeOne` prepare; migrations may read everything once. */
const OF_THE_STORE = /\bstatementOf \S*[/\\]src[/\\]main[/\\]store[/\\]db[/\\]database\.ts/

/**
 * Loaded before each file of tests: at its end, the plan of every statement that the program ran in it is checked, so
 * that one that is written next year is checked, too.
 */

type Statements = { ofStore: Set<string>; others: Set<string> }
type Seen = typeof globalThis & { statementsSeen?: Statements }

/** Setup files run again in a worker that has loaded SQLite before. */
const known = globalThis as Seen
const seen = (known.statementsSeen ??= watchStatements())

function watchStatements(): Statements {
  const [ofStore, others] = [new Set<string>(), new Set<string>()]
  const { prepare } = BetterSqlite3.prototype
  BetterSqlite3.prototype.prepare = function (this: BetterSqlite3.Database, text: string) {
    // Tests and the marketplace prepare statements of their own, thousands of times.
    if (!ofStore.has(text) && !others.has(text)) (isOfStore() ? ofStore : others).add(text)
    return prepare.call(this, text)
  } as typeof prepare
  return { ofStore, others }
}

/** The lines of a stack are looked up in the sources: no more of them than it takes. */
function isOfStore(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 4
  const { stack } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return OF_THE_STORE.test(stack ?? '')
}

afterAll(() => {
  const found = wholeReads(seen.ofStore)
  for (const texts of Object.values(seen)) texts.clear()
  expect(found, 'these read a table through that grows for years').toEqual([])
})
