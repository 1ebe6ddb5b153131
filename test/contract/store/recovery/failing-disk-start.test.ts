import BetterSqlite3 from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { inTransaction } from '../../../../src/main/store/db/database'
import { diskTrouble, tryRoom } from '../../../../src/main/store/db/room'
import { openStation } from '../../../../src/main/store/recovery/open-station'
import { writeSetting } from '../../../../src/main/store/tables/settings'
import { makeStation } from '../../../support/account'
import { rawDb } from '../../../support/raw-db'

/** SQLite's errors at the start, as a disk causes them that fails once; test/kill/bad-disk.test.ts has the disk. */

const fails = (code: string) => new BetterSqlite3.SqliteError('disk I/O error', code)

function opened(file: string) {
  const db = openStation({ file, backupsDir: `${file}-backups`, wallMs: 0, log: () => {} })
  onTestFinished(() => {
    vi.restoreAllMocks()
    db.close()
  })
  return db
}

function crashedFile(): string {
  const station = makeStation()
  rawDb(station.db).close()
  return station.file
}

it.each(['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_TRUNCATE', 'SQLITE_CANTOPEN'])(
  'opens a file all the same when its disk fails once (%s), and works as soon as it does not',
  (code) => {
    const file = crashedFile()
    vi.spyOn(BetterSqlite3.prototype, 'pragma').mockImplementationOnce(() => {
      throw fails(code)
    })
    const db = opened(file)
    expect(diskTrouble(db)).toBe('failing')
    expect(() => db.exec('DELETE FROM settings')).toThrow('readonly')
    inTransaction(db, (tx) => writeSetting(tx, 'any', 'thing'))
    expect(diskTrouble(db)).toBeNull()
    expect(tryRoom(db)).toBe(true)
  },
)

it('is refused by a file that may not be written', () => {
  const file = crashedFile()
  vi.spyOn(BetterSqlite3.prototype, 'pragma').mockImplementation(() => {
    throw fails('SQLITE_READONLY')
  })
  expect(() => opened(file)).toThrow(expect.objectContaining({ code: 'database_unusable' }) as Error)
  vi.restoreAllMocks()
})
