import path from 'node:path'
import Database from 'better-sqlite3'

/**
 * Locks the data folder for this process, whichever host it is; `null` if another process has it. SQLite's exclusive
 * lock is the operating system's, so a crash cannot leave it behind.
 */
export function lockDataDir(dataDir: string): { release(): void } | null {
  const database = new Database(path.join(dataDir, 'station.lock'), { timeout: 500 })
  try {
    // Nothing is ever written to it, so a journal on the disk would only keep a station from starting on a full one.
    database.pragma('journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null
    throw error
  }
}
