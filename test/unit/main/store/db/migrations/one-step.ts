import { join } from 'node:path'
import { expect } from 'vitest'
import type { DbFile } from '../../../../../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../../../../../src/main/store/db/open'
import { MIGRATIONS } from '../../../../../../src/main/store/db/migrations/all'
import type { Migration } from '../../../../../../src/main/store/db/migrations/migration'
import { tempDir } from '../../../../../support/temp-dir'
import { SAMPLE_ROWS, type Row } from './sample-rows'

/** Runs one migration on a database filled by the version before it. */

type Tables = Record<string, Row[]>

/** The differences; anything unchanged is left out. */
export type SchemaChanges = {
  tables?: { added?: string[]; removed?: string[] }
  /** By table. */
  columns?: Record<string, { added?: string[]; removed?: string[] }>
  indexes?: { added?: string[]; removed?: string[] }
}

/**
 * Fills every table of the version before `migration`, runs only that, and expects the schema to have changed exactly
 * as in `schema`.
 * @returns all rows before and after it
 */
export function migrateOneStep(
  migration: Migration,
  schema: SchemaChanges,
): { before: Tables; after: Tables } {
  const file = join(tempDir(), 'station.sqlite')
  const earlier = MIGRATIONS.filter(({ version }) => version < migration.version)
  const [before, oldSchema] = filled(file, earlier)

  const db = openDatabase(file, [...earlier, migration])
  const after = rowsOf(db)
  expect(db.pragma('user_version', { simple: true })).toBe(migration.version)
  expect(db.pragma('foreign_key_check')).toEqual([])
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(changesOf(oldSchema, schemaOf(db))).toEqual(schema)
  closeDatabase(db)
  return { before, after }
}

/** Makes the database of an earlier version, in the state it was left. */
export function filled(file: string, migrations: readonly Migration[]): [rows: Tables, schema: Schema] {
  const db = openDatabase(file, migrations)
  db.transaction(() => fill(db))()
  const found: [Tables, Schema] = [rowsOf(db), schemaOf(db)]
  closeDatabase(db)
  return found
}

/** Their triggers fill them. */
const COUNTED: readonly string[] = [
  'order_days',
  'outbox_gaps',
  'item_facets',
  'order_facts',
  'payout_stale',
  'bulk_counts',
]

function fill(db: DbFile): void {
  // Until the referenced tables have their rows.
  db.pragma('defer_foreign_keys = ON')
  for (const table of tablesOf(db)) {
    if (COUNTED.includes(table)) continue
    const columns = columnsOf(db, table)
    const rows = SAMPLE_ROWS[table] ?? []
    for (const column of columns)
      expect(
        rows.some((row) => row[column] !== undefined && row[column] !== null),
        `${table}.${column} has a value in the sample`,
      ).toBe(true)
    const names = columns.map((column) => `"${column}"`).join(', ')
    const insert = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`)
    for (const row of rows) insert.run(columns.map((column) => row[column]))
  }
}

/** Without the index of words, which is a virtual table and has no rows of its own. */
function tablesOf(db: Pick<DbFile, 'prepare'>): string[] {
  return db
    .prepare(
      `SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all() as string[]
}

function indexesOf(db: Pick<DbFile, 'prepare'>): string[] {
  return db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .pluck()
    .all() as string[]
}

function columnsOf(db: Pick<DbFile, 'prepare'>, table: string): string[] {
  return db.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid').pluck().all(table) as string[]
}

/** In key order, without the mark of an open file. */
function rowsOf(db: Pick<DbFile, 'prepare'>): Tables {
  return Object.fromEntries(
    tablesOf(db).map((table) => {
      const keys = columnsOf(db, table).length > 1 ? '1, 2' : '1'
      const rows = db.prepare(`SELECT * FROM ${table} ORDER BY ${keys}`).all() as Row[]
      return [table, rows.filter(({ key }) => key !== 'station.open')]
    }),
  )
}

type Schema = { tables: Map<string, string[]>; indexes: Map<string, string> }

function schemaOf(db: DbFile): Schema {
  const definition = db.prepare('SELECT tbl_name || sql FROM sqlite_schema WHERE name = ?').pluck()
  return {
    tables: new Map(tablesOf(db).map((table) => [table, columnsOf(db, table)])),
    indexes: new Map(indexesOf(db).map((index) => [index, String(definition.get(index))])),
  }
}

function changesOf(before: Schema, after: Schema): SchemaChanges {
  const kept = [...before.tables.keys()].filter((table) => after.tables.has(table))
  const columns = kept.flatMap((table) => {
    const change = difference(before.tables.get(table) ?? [], after.tables.get(table) ?? [])
    return change === undefined ? [] : [[table, change] as const]
  })
  const tables = difference([...before.tables.keys()], [...after.tables.keys()])
  // An entry with only its definition changed was removed and added.
  const indexes = difference(entriesOf(before.indexes), entriesOf(after.indexes))
  const named = (definitions: string[]) => definitions.map((definition) => definition.split(' ')[0] ?? '')
  return {
    ...(tables && { tables }),
    ...(columns.length > 0 && { columns: Object.fromEntries(columns) }),
    ...(indexes && {
      indexes: {
        ...(indexes.added && { added: named(indexes.added) }),
        ...(indexes.removed && { removed: named(indexes.removed) }),
      },
    }),
  }
}

const entriesOf = (indexes: Map<string, string>) => [...indexes].map((entry) => entry.join(' '))

function difference(before: readonly string[], after: readonly string[]) {
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  if (added.length === 0 && removed.length === 0) return undefined
  return { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) }
}
