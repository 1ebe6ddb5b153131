import { vi } from 'vitest'
import type { Db } from '../../src/main/store/db/database'
import { rawDb } from './raw-db'

/** How SQLite carries out the statements that `ask` prepares on orders and operations. */
export function plansOf(db: Db, ask: () => unknown): string[] {
  const prepared = vi.spyOn(rawDb(db), 'prepare')
  ask()
  const texts = prepared.mock.calls.map(([text]) => text)
  prepared.mockRestore()
  return texts.flatMap((text) => {
    const values = [...text.matchAll(/\?/g)].map(() => 1)
    const named = Object.fromEntries([...text.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1]))
    const bound = values.length > 0 ? values : [named]
    const steps = rawDb(db)
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(...bound) as { detail: string }[]
    return steps.map(({ detail }) => detail).filter((detail) => /\b(outbox|o|p)\b/.test(detail))
  })
}
