import type { Database } from 'better-sqlite3'
import { sql } from '../db/database'

/** The text kept under `key`, or `null`. */
export function readSetting(db: Database, key: string): string | null {
  const row = sql(db, 'SELECT value FROM settings WHERE key = ?').get(key) as { value: string } | undefined
  return row?.value ?? null
}

/** Keeps `value` under `key`; `null` removes it. */
export function writeSetting(db: Database, key: string, value: string | null): void {
  if (value === null) sql(db, 'DELETE FROM settings WHERE key = ?').run(key)
  else
    sql(
      db,
      'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    ).run(key, value)
}

/** A secret as the host's secret store sealed it, or `null`. */
export function readSecret(db: Database, name: string): Buffer | null {
  const row = sql(db, 'SELECT sealed FROM secrets WHERE name = ?').get(name) as { sealed: Buffer } | undefined
  return row?.sealed ?? null
}

/** Keeps a sealed secret; `sealed` must come from the host's secret store. */
export function writeSecret(db: Database, name: string, sealed: Buffer): void {
  sql(
    db,
    'INSERT INTO secrets (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed',
  ).run(name, sealed)
}
