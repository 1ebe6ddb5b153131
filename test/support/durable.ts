import type { Database } from 'better-sqlite3'

/** @throws Error unless each commit of the connection is flushed: better-sqlite3 is built to fall back to NORMAL */
export function assertFull(db: Pick<Database, 'pragma'>): void {
  const [mode, level] = ['journal_mode', 'synchronous'].map((name) => db.pragma(name, { simple: true }))
  if (mode !== 'wal' || level !== 2) throw new Error(`journal ${String(mode)}, synchronous ${String(level)}`)
}
