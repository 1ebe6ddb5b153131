import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StationError } from '../../base/station-error'
import type { Db } from '../../store/db/database'
import { closeDatabase } from '../../store/db/open'
import { checkBackup } from '../../store/recovery/backup'
import { findKnownOrder, isSameOrder, isUntouched, knownAccount } from '../../store/recovery/known-account'
import { openForReading, restoreBackup } from '../../store/recovery/open-station'
import { readSecret } from '../../store/tables/settings'
import { accountFolders, nextAccount, type AccountFolder } from './accounts'
import { openAsAtTheStart, recordIn } from './open-data'
import type { CommandDeps } from './deps'

/**
 * Goes on from a copy as Settings does: the present data is set aside, and every operation that was open in the copy is
 * looked up before anything is sent (I10). Call it while the data folder is locked.
 * @throws StationError `backup_not_found`, `backup_unusable`, `other_account`, `not_marketplace`, `disk_full`; nothing
 *   is changed then
 * @throws StartError `newer_schema`, `older_schema` when the present data is of a version that is not read here
 */
export function restore(copy: string, deps: CommandDeps): void {
  const { clock, say } = deps
  refuseUnusable(copy)
  const account = accountOf(copy, deps)
  if (copy === account.file) throw new StationError('backup_unusable', `${copy} is the data in use.`)
  refuseOtherAccount(copy, account)
  if (existsSync(account.file)) closeDatabase(openAsAtTheStart(account, deps))
  else mkdirSync(account.dir, { recursive: true })
  const reopened = restoreBackup({ file: account.file, backup: copy, wallMs: clock.wallMs() })
  const db = openAsAtTheStart(account, deps)
  recordIn(db, deps, { kind: 'restored', payload: { name: basename(copy), reopened, how: 'command_line' } })
  closeDatabase(db)
  say(`Restored ${account.dir} from ${copy}. ${openWords(reopened)}`)
}

function openWords(open: number): string {
  if (open === 0) return 'No operation is open.'
  const are = open === 1 ? '1 operation is open: it' : `${open} operations are open: each`
  return `${are} is looked up on the marketplace at the next start, before anything is sent.`
}

function refuseUnusable(copy: string): void {
  if (!existsSync(copy)) throw new StationError('backup_not_found', `There is no file ${copy}.`)
  // Whatever is only in the log would be missing, without any sign of it.
  const log = statSync(`${copy}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (log > 0)
    throw new StationError(
      'backup_unusable',
      `${copy} is not a copy: part of its data is in ${basename(copy)}-wal. Use a copy that --backup or the station made.`,
    )
  try {
    checkBackup(copy)
  } catch (error) {
    // What SQLite finds may take several lines.
    const why = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
    throw new StationError('backup_unusable', `${copy} cannot be restored: ${why}`)
  }
}

/** The account whose folder of copies, or a folder named after it, holds the copy; else the one of the next start. */
function accountOf(copy: string, { options }: CommandDeps): AccountFolder {
  const folder = dirname(copy)
  const found = accountFolders(options).find(
    ({ dir, name }) => folder === join(dir, 'backups') || basename(folder) === name,
  )
  return found ?? nextAccount(options)
}

function refuseOtherAccount(copy: string, { file, dir }: AccountFolder): void {
  const present = existsSync(file) ? openForReading(file) : null
  const backup = openForReading(copy)
  try {
    if (present === null || backup === null) return
    // A damaged file cannot say whose it is; its operations are saved as at every start.
    if (isSameAccount(present, backup) !== false) return
  } finally {
    present?.close()
    backup?.close()
  }
  throw new StationError(
    'other_account',
    `${copy} has nothing in common with the data in ${dir}: it is another account's.`,
  )
}

/** `null` when nothing can be compared. */
function isSameAccount(present: Db, backup: Db): boolean | null {
  try {
    const key = readSecret(present, 'buyer-key')
    if (key !== null && readSecret(backup, 'buyer-key')?.equals(key) === true) return true
    if (isUntouched(present) || isUntouched(backup)) return true
    const shown = knownAccount(backup).orders.flatMap((order) => {
      const here = findKnownOrder(present, order.orderId)
      return here === null ? [] : isSameOrder(here, order)
    })
    return shown.length > 0 && !shown.includes(false)
  } catch {
    return null
  }
}
