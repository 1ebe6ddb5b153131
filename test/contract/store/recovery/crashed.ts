import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeBackup } from '../../../../src/main/store/recovery/backup'
import { listOutbox } from '../../../../src/main/store/views/outbox-list'
import { type TestStation } from '../../../support/account'
import { rawDb } from '../../../support/raw-db'

/** A station whose file was damaged or lost, and its backups. */

export const WALL_MS = Date.parse('2026-11-21T08:00:00.000Z')

export const backupsOf = (file: string) => join(dirname(file), 'backups')

export const backUp = async ({ db, file }: TestStation, wallMs = WALL_MS) =>
  join(backupsOf(file), (await makeBackup(db, backupsOf(file), wallMs)).name)

/** As after a power cut: everything is written into the file, and nothing says that the exit was on purpose. */
export const crash = ({ db }: TestStation) => {
  rawDb(db).pragma('wal_checkpoint(TRUNCATE)')
  rawDb(db).close()
}

export const opsIn = (db: TestStation['db']) => listOutbox(db, 'all', 0, 5_000).rows.toReversed()

export const asides = (file: string) => readdirSync(dirname(file)).filter((name) => name.startsWith('aside-'))
