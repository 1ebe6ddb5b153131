import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS } from '../../../src/main/store/db/migrations/all'
import { countOpen } from '../../../src/main/store/views/outbox-list'
import { makeStation } from '../../support/account'
import { rawDb } from '../../support/raw-db'
import { tempDir } from '../../support/temp-dir'
import { filled, rowsOf } from '../../unit/main/store/db/migrations/one-step'
import type { Row } from '../../unit/main/store/db/migrations/sample-rows'

/** A station installed with any earlier version, upgraded to today's at once. */

const VERSIONS = MIGRATIONS.map(({ version }) => version)
const TODAY = Math.max(...VERSIONS)
/** Since schema 20 the lines of a shipment are in `shipments`; since 240 orders are counted by day. */
const REPLACED = new Set(['shipment_lines', 'order_counts'])
/** What orders are found by is worked out anew; `0220-search.test.ts` looks at it. */
const DERIVED = 'search_text'

describe.each(VERSIONS)('a station of schema %d', (version) => {
  const makeFile = () => {
    const file = join(tempDir(), 'station.sqlite')
    const [rows] = filled(
      file,
      MIGRATIONS.filter((migration) => migration.version <= version),
    )
    return { file, rows }
  }

  it('opens with today’s program, with everything still in it', () => {
    const { file, rows } = makeFile()
    const db = rawDb(makeStation({ file }).db)
    expect(db.pragma('user_version', { simple: true })).toBe(TODAY)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    const now = rowsOf(db)
    for (const [table, before] of Object.entries(rows)) {
      if (REPLACED.has(table)) continue
      // What a setting says may change with the version; no setting goes.
      const columns = table === 'settings' ? ['key'] : sharedColumns(before, now[table])
      const keys = new Set((now[table] ?? []).map((row) => part(row, columns)))
      expect(
        before.map((row) => part(row, columns)).filter((row) => !keys.has(row)),
        table,
      ).toEqual([])
    }
    // The station can read and list it, too.
    if (version >= 20) expect(countOpen(db).waiting).toBeGreaterThan(0)
  })

  it.skipIf(version === TODAY)('keeps a copy that the earlier program opens: the way back', async () => {
    const { file, rows } = makeFile()
    await makeStation({ file }).close()
    const copy = join(dirname(file), `before-migration-from-${version}.sqlite`)
    const db = new Database(copy, { readonly: true })
    expect(db.pragma('user_version', { simple: true })).toBe(version)
    expect(rowsOf(db)).toEqual(rows)
    db.close()
  })
})

it('refuses a file of a newer version, and leaves it as it is', () => {
  const file = join(tempDir(), 'station.sqlite')
  filled(file, MIGRATIONS)
  const db = new Database(file)
  db.pragma(`user_version = ${TODAY + 10}`)
  db.close()
  const before = readFileSync(file)
  expect(() => makeStation({ file })).toThrow(expect.objectContaining({ code: 'newer_schema' }) as Error)
  expect(readFileSync(file)).toEqual(before)
})

function sharedColumns(before: readonly Row[], now: readonly Row[] = []): string[] {
  return Object.keys(before[0] ?? {}).filter((column) => column !== DERIVED && column in (now[0] ?? {}))
}

const part = (row: Row, columns: readonly string[]): string =>
  JSON.stringify(columns.map((column) => row[column]))
