import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { closeDatabase, openDatabase } from '../db/open'
import { countOpen } from '../views/outbox-list'

/**
 * Kept when an account is forgotten: exported files may be the only place where their ops exist, and the evidence
 * outlives what it records; neither contains buyers' data.
 */
const KEPT = /^exports$|^evidence/

/** Whether ops are open in the closed account in `dir`. @throws StartError when its data cannot be read */
export function hasOpenOps(dir: string): boolean {
  const file = join(dir, 'station.sqlite')
  if (!existsSync(file)) return false
  const db = openDatabase(file)
  try {
    const { waiting, held } = countOpen(db)
    return waiting + held > 0
  } finally {
    closeDatabase(db)
  }
}

/**
 * Removes everything a closed account has stored in `dir`, including copies and backups, except exported ops and the
 * evidence.
 */
export function forgetAccount(dir: string): void {
  for (const name of readdirSync(dir))
    if (!KEPT.test(name)) rmSync(join(dir, name), { recursive: true, force: true })
}
