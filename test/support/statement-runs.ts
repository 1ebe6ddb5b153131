import type BetterSqlite3 from 'better-sqlite3'
import { onTestFinished, vi } from 'vitest'
import type { Db } from '../../src/main/store/db/database'
import { rawDb } from './raw-db'

/** Counts from now on how often queries with this text run, in whatever database of this process. */
export function countRuns(db: Db, text: string): () => number {
  const statement = Object.getPrototypeOf(rawDb(db).prepare('SELECT 1')) as BetterSqlite3.Statement
  let runs = 0
  for (const name of ['all', 'get', 'iterate'] as const) {
    const real = statement[name] as (this: BetterSqlite3.Statement, ...given: unknown[]) => never
    const watched = vi.spyOn(statement, name).mockImplementation(function (
      this: BetterSqlite3.Statement,
      ...given: unknown[]
    ) {
      if (this.source.includes(text)) runs += 1
      return real.apply(this, given)
    })
    onTestFinished(() => watched.mockRestore())
  }
  return () => runs
}
