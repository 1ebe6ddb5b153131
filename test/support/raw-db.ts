import type { Db, DbFile } from '../../src/main/store/db/database'

/** The open file itself, for a test that examines it, damages it, or writes what no writer would. */
export function rawDb(db: Db): DbFile {
  return db as DbFile
}
