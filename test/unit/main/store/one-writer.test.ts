import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const STORE = join(import.meta.dirname, '../../../../src/main/store')
const WRITES = /\b(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) +([a-z_]+)\b/g

/** The files that write each table, by the SQL in them. */
function writersOf(): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>()
  for (const file of globSync('**/*.ts', { cwd: STORE, exclude: ['db/migrations/**'] }).sort())
    for (const [, table = ''] of readFileSync(join(STORE, file), 'utf8').matchAll(WRITES))
      writers.set(table, (writers.get(table) ?? new Set()).add(file.replaceAll('\\', '/')))
  return writers
}

it('writes each table in one file, except where recovery, the open file or another table needs to', () => {
  const writers = writersOf()
  expect([...writers.keys()]).toEqual(expect.arrayContaining(['items', 'notices', 'op_events', 'secrets']))
  const shared = [...writers].filter(([, files]) => files.size > 1)
  expect(Object.fromEntries(shared.map(([table, files]) => [table, [...files]]))).toEqual({
    // Files of the archive hold the words and titles of their own orders.
    items: ['archive/rows.ts', 'tables/items.ts'],
    order_search: ['archive/rows.ts', 'tables/search-index.ts'],
    // The jobs of the present file replace those of an older one.
    bulk_jobs: ['recovery/salvage-jobs.ts', 'tables/bulk-jobs.ts'],
    entries: ['evidence/file.ts', 'evidence/retention.ts'],
    orders: ['tables/buyers.ts', 'tables/order-changes.ts', 'tables/orders.ts'],
    order_lines: ['tables/orders.ts', 'tables/shipments.ts'],
    // `salvage.ts` adds whole rows from another database; the table's own writer starts every op at `ready`.
    outbox: ['recovery/salvage.ts', 'tables/op-notes.ts', 'tables/outbox.ts'],
    // That the file is open, and whether it has space, is written outside any caller's transaction.
    settings: ['db/open.ts', 'db/room.ts', 'tables/settings.ts'],
    // The same: in whatever state it is, with its times and the marketplace's copy.
    shipments: ['recovery/salvage.ts', 'tables/shipments.ts'],
    work: ['evidence/retention.ts', 'evidence/work.ts'],
  })
})
