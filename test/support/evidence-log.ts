import { join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { EvidenceRow } from '../../src/main/store/evidence/chain'
import { openEvidenceLog, type NotedHead } from '../../src/main/store/evidence/log'
import { createManualClock } from './clock'
import { tempDir } from './temp-dir'

/** The filter that every entry passes. */
export const ANY = { orderId: null, operator: null, kind: null, from: null, to: null }

/**
 * A log on a real file, with its head noted in memory instead of the station's database.
 * @param refuses no head can be noted
 */
export function aLog(dir = tempDir(), head: NotedHead | null = null, refuses = false) {
  const file = join(dir, 'evidence.sqlite')
  const clock = createManualClock()
  const noted = { head, refuses }
  const notices: string[] = []
  const open = () =>
    openEvidenceLog({
      file,
      clock,
      readHead: () => noted.head,
      writeHead(next) {
        if (noted.refuses) throw new Error('the disk fails')
        noted.head = next
      },
      onNotice: (kind) => notices.push(kind),
      log: () => {},
    })
  let log = open()
  onTestFinished(() => log.close())
  const scan = (raw: string) =>
    log.append({ kind: 'scan', operator: 'Ada', payload: { raw, orderId: 7, verdict: 'line' } })
  return {
    file,
    dir,
    clock,
    noted,
    notices,
    scan,
    log: () => log,
    /** Tampers with the closed file as somebody with a database tool would, and opens it again. */
    async reopened(tamper: (db: Database.Database) => void = () => {}) {
      log.close()
      const db = new Database(file)
      tamper(db)
      db.close()
      log = open()
      return (await log.verify()).finding
    },
  }
}

export async function aFilledLog(count = 20) {
  const filled = aLog()
  for (let index = 1; index <= count; index += 1) filled.scan(`ITEM${index}`)
  await filled.log().verify()
  return filled
}

/** All rows, oldest first. */
export const rows = (db: Database.Database) =>
  db
    .prepare('SELECT seq, at, operator, kind, payload, prev_hash AS prevHash, hash FROM entries ORDER BY seq')
    .all() as EvidenceRow[]

export const insert = (db: Database.Database, row: EvidenceRow) =>
  db
    .prepare(
      'INSERT INTO entries (seq, at, operator, kind, payload, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(row.seq, row.at, row.operator, row.kind, row.payload, row.prevHash, row.hash)
