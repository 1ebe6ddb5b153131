import type { Database } from '../../src/main/store/db/database'

/** Counts the transactions that a database commits from now on; call it before the first one. */
export function countCommits(db: Database): () => number {
  let count = 0
  const make = db.transaction.bind(db)
  db.transaction = ((work: (...values: unknown[]) => unknown) => {
    const made = make(work)
    const immediate = made.immediate
    return Object.assign((...values: unknown[]) => made(...values), made, {
      immediate: (...values: unknown[]) => {
        count += 1
        return immediate(...values)
      },
    })
  }) as typeof db.transaction
  return () => count
}
