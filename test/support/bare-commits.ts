import { join } from 'node:path'
import Database from 'better-sqlite3'
import { assertFull } from './durable'

/** The minimum cost of anything durable: one row of 200 bytes, one commit, `synchronous=FULL`. */
export function makeBareCommits(dir: string): (count: number) => void {
  const db = new Database(join(dir, 'bare.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT')
  assertFull(db)
  const insert = db.prepare('INSERT INTO rows (body) VALUES (?)')
  const body = 'x'.repeat(200)
  return (count) => {
    for (let index = 0; index < count; index += 1) insert.run(body)
  }
}
