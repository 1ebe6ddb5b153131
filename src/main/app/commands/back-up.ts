import { existsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StationError } from '../../base/station-error'
import type { DbFile } from '../../store/db/database'
import { isSqliteError } from '../../store/db/damage'
import { copyDatabase } from '../../store/recovery/backup'
import { backupName, evidenceCopyName, listBackups } from '../../store/recovery/backup-files'
import { openForReading } from '../../store/recovery/open-station'
import { countOpen } from '../../store/views/outbox-list'
import { createKnownAccounts } from '../account/known-accounts'
import { accountFolders } from './accounts'
import type { CommandDeps } from './deps'

/** Another process may be writing: a copy in one step does not start again with each of its commits. */
const IN_ONE_STEP = 2_000_000_000
/** Not the ending of the station's own unfinished copies, which its next backup removes. */
const UNFINISHED = '.unfinished'

/**
 * Copies the database and the evidence log of every account, also while the station works.
 * @param folder where to, a folder for each account; `null`: each account's own `backups`
 * @throws StationError `disk_full`, `backup_unusable`
 */
export async function backUp(
  folder: string | null,
  { options, clock, say, warn }: CommandDeps,
): Promise<void> {
  const accounts = accountFolders(options)
  if (accounts.length === 0) throw nothingHere(options.dataDir)
  const ending = nameAtTheEnd({ options, clock })
  for (const account of accounts) {
    const wallMs = clock.wallMs()
    const to = folder === null ? join(account.dir, 'backups') : join(folder, account.name)
    await mkdir(to, { recursive: true, mode: 0o700 })
    const copy = join(to, backupName(wallMs))
    await copyFile(account.file, copy)
    say(`${lineOf(copy)}${ending(account.name)}`)
    const evidence = join(account.dir, 'evidence.sqlite')
    if (!existsSync(evidence)) continue
    try {
      const copied = join(to, evidenceCopyName(wallMs))
      await copyFile(evidence, copied)
      say(copied)
    } catch (error) {
      if (!isSqliteError(error) || !error.code.startsWith('SQLITE_BUSY')) throw error
      warn(
        `The evidence log of ${account.name} was not copied, because the running station keeps it to itself; ` +
          'export it in Settings, Evidence, or repeat this while the station is stopped.',
      )
    }
  }
}

/** Lists every account's copies, newest first. */
export function listCopies({ options, clock, say }: CommandDeps): void {
  const accounts = accountFolders(options)
  const ending = nameAtTheEnd({ options, clock })
  const copies = accounts.flatMap((account) => {
    const backups = join(account.dir, 'backups')
    return listBackups(backups).map(({ name }) => `${lineOf(join(backups, name))}${ending(account.name)}`)
  })
  for (const copy of copies) say(copy)
  if (copies.length === 0) say('There are no copies yet.')
}

/** What a line about an account ends with, where there are several. */
function nameAtTheEnd(deps: Pick<CommandDeps, 'options' | 'clock'>): (accountId: string) => string {
  const known = createKnownAccounts(deps).described()
  const names = new Map(known.map(({ accountId, name }) => [accountId, name]))
  return (accountId) => (names.size > 1 ? `  ${names.get(accountId) ?? accountId}` : '')
}

export function nothingHere(dataDir: string): StationError {
  return new StationError('backup_not_found', `There is no account's data in ${dataDir}.`)
}

async function copyFile(from: string, to: string): Promise<void> {
  const db = openForReading(from)
  if (db === null) throw new StationError('database_error', `${from} cannot be opened.`)
  try {
    await copyDatabase(db, to, { ending: UNFINISHED, pages: IN_ONE_STEP })
  } finally {
    db.close()
  }
}

/** `PATH  TIME  SIZE  open operations` */
function lineOf(copy: string): string {
  const { size } = statSync(copy)
  const [, day, hour, minute, second] = /-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-/.exec(copy) ?? []
  const at = `${day} ${hour}:${minute}:${second} UTC`
  return `${copy}  ${at}  ${(size / 1_000_000).toFixed(1)} MB  ${openIn(copy)}`
}

function openIn(copy: string): string {
  const db = openForReading(copy)
  try {
    return db === null ? 'unreadable' : openWords(db)
  } catch {
    // Copies by an earlier version have other indexes.
    return 'open operations unknown'
  } finally {
    db?.close()
  }
}

function openWords(db: DbFile): string {
  const { waiting, held } = countOpen(db)
  const open = waiting + held
  return open === 1 ? '1 open operation' : `${open} open operations`
}
