import { run, sql, type Db, type Tx } from '../db/database'
import { noteUnreadable, storedJson } from '../db/stored-json'

/** Why the setup at the hub changes nothing here: words for the diagnostics, none while it does. Never rename. */
export const REFUSED_SETUP = 'setup.refused'

/** The text stored under `key`, or `null`. */
export function readSetting(db: Db, key: string): string | null {
  const row = sql(db, 'SELECT value FROM settings WHERE key = ?').get(key) as { value: string } | undefined
  return row?.value ?? null
}

/** The JSON stored under `key`; `null` when there is none, or it cannot be read: then that is noted. */
export function readJsonSetting<T>(db: Db, key: string, schema: Schema<T>): T | null {
  const text = readSetting(db, key)
  if (text === null) return null
  const value = storedJson(db, text, 'settings.value', key)
  const read = schema.safeParse(value)
  if (!read.success && value !== undefined) noteUnreadable(db, 'settings.value', key)
  return read.data ?? null
}

type Schema<T> = { safeParse(value: unknown): { success: boolean; data?: T | undefined } }

/** Stores `value` under `key`; `null` removes it. */
export function writeSetting(tx: Tx, key: string, value: string | null): void {
  if (value === null) run(tx, 'DELETE FROM settings WHERE key = ?', key)
  else
    run(
      tx,
      'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      value,
    )
}

/** A secret as sealed by the host's secret store, or `null`. */
export function readSecret(db: Db, name: string): Buffer | null {
  const row = sql(db, 'SELECT sealed FROM secrets WHERE name = ?').get(name) as { sealed: Buffer } | undefined
  return row?.sealed ?? null
}

/** Stores a sealed secret; `sealed` must come from the host's secret store. */
export function writeSecret(tx: Tx, name: string, sealed: Buffer): void {
  run(
    tx,
    'INSERT INTO secrets (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed',
    name,
    sealed,
  )
}
