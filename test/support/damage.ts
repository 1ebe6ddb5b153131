import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'

const PAGE_BYTES = 4_096

/** Where SQLite stores a table or an index: its leaf pages in key order. The file must not be open elsewhere. */
export function leafPages(file: string, name: string): number[] {
  const db = new Database(file)
  try {
    return db
      .prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path`)
      .pluck()
      .all(name) as number[]
  } finally {
    db.close()
  }
}

/** Overwrites a page, as a dying disk does. @param page its number, from 1 */
export function ruinPage(file: string, page: number): void {
  ruinBytes(file, (page - 1) * PAGE_BYTES, PAGE_BYTES)
}

/** Overwrites `length` bytes at `from`. */
export function ruinBytes(file: string, from: number, length: number): void {
  const fd = openSync(file, 'r+')
  try {
    writeSync(fd, Buffer.alloc(length, 0xa5), 0, length, from)
  } finally {
    closeSync(fd)
  }
}

/** Makes a closed file look as a power cut leaves it: nobody has noted that it was closed, and its log is there. */
export function leaveOpen(file: string): void {
  const db = new Database(file)
  db.exec(`INSERT OR REPLACE INTO settings (key, value) VALUES ('station.open', '1')`)
  db.close()
  writeFileSync(`${file}-wal`, '')
}
