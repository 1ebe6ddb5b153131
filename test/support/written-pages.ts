import { existsSync, readFileSync } from 'node:fs'
import type { Db, DbFile } from '../../src/main/store/db/database'
import { rawDb } from './raw-db'

const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/**
 * The tables and indexes whose pages `work` writes, one name for every page it adds to the log, sorted.
 * @see https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function writtenPages(written: Db, work: () => unknown): string[] {
  const db = rawDb(written)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const checkpointAfter = db.pragma('wal_autocheckpoint', { simple: true }) as number
  db.pragma('wal_autocheckpoint = 0')
  work()
  db.pragma(`wal_autocheckpoint = ${checkpointAfter}`)
  const pages = pagesInLog(db)
  const nameOf = db.prepare('SELECT name FROM dbstat WHERE pageno = ?').pluck()
  return pages.map((page) => nameOf.get(page) as string).sort()
}

function pagesInLog(db: DbFile): number[] {
  const file = `${db.name}-wal`
  const log = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const frameBytes = FRAME_HEADER_BYTES + (db.pragma('page_size', { simple: true }) as number)
  const pages: number[] = []
  for (let at = LOG_HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes)
    pages.push(log.readUInt32BE(at))
  return pages
}
