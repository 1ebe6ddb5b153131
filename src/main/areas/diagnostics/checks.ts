import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CheckName, CheckState, CheckView } from '../../../shared/contract/diagnostics'
import { isNoRoom } from '../../base/no-room'
import { MIGRATIONS } from '../../store/db/migrations/all'
import type { DbFile } from '../../store/db/database'
import { isSqliteError } from '../../store/db/damage'
import { unreadableIn } from '../../store/db/stored-json'
import { listBackups } from '../../store/recovery/backup-files'
import { checkBackup } from '../../store/recovery/backup'
import { openForReading } from '../../store/recovery/open-station'
import { listSetAside, type Aside } from '../../store/tables/set-aside'
import { readSetting, REFUSED_SETUP } from '../../store/tables/settings'
import { countOpen, oldestHeldAt } from '../../store/views/outbox-list'

/** What may be wrong with a station, found by reading alone: nothing is repaired, created or moved aside. */

export type Finding = { state: CheckState; detail: string }

export type StationToCheck = {
  dataDir: string
  /** IT's file, or `null`. */
  provisioningFile: string | null
  /** Of the start: variables that are unknown, and values of IT's file that are not used. */
  warnings: readonly string[]
  /** The database of the account in use; `null` if there is none yet. */
  accountFile: string | null
  nowMs: number
  /** What the running station could not read of it so far; nothing if it is not running. */
  unreadable?: readonly string[]
  /** Reads through the whole database, which takes seconds. */
  deep: boolean
  accessToken: () => Promise<Finding>
  connection: () => Promise<Finding>
  clock: () => Promise<Finding>
  hub: () => Promise<Finding>
}

/** Below this, backups are no longer made; below the other, operations soon cannot be confirmed. */
const LITTLE_BYTES = 1_000_000_000
const HARDLY_ANY_BYTES = 64_000_000
const BACKUP_TOO_OLD_MS = 26 * 60 * 60 * 1000
const HELD_TOO_LONG_MS = 24 * 60 * 60 * 1000
const KEY_BYTES = 32

/** One finding for each check; none of them throws. */
export async function checkStation(station: StationToCheck): Promise<CheckView[]> {
  const all: Readonly<Record<CheckName, () => Finding | Promise<Finding>>> = {
    data_folder: () => dataFolder(station),
    disk_space: () => diskSpace(station),
    provisioning: () => provisioning(station),
    preferences: () => preferences(station),
    key_file: () => keyFile(station),
    account_data: () => accountData(station),
    evidence_log: () => evidenceLog(station),
    backups: () => backups(station),
    outbox: () => outbox(station),
    access_token: station.accessToken,
    connection: station.connection,
    marketplace_data: () => marketplaceData(station),
    clock: station.clock,
    hub: async () => withSetup(await station.hub(), station),
  }
  const found: CheckView[] = []
  for (const [check, look] of Object.entries(all) as [CheckName, () => Finding | Promise<Finding>][])
    found.push({ check, ...(await guarded(look)) })
  return found
}

async function guarded(look: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

const good = (detail: string): Finding => ({ state: 'good', detail })
const warning = (detail: string): Finding => ({ state: 'warning', detail })
const failed = (detail: string): Finding => ({ state: 'failed', detail })
export const skipped = (detail: string): Finding => ({ state: 'skipped', detail })

function dataFolder({ dataDir }: StationToCheck): Finding {
  if (!existsSync(dataDir)) return skipped(`${dataDir} is not there yet`)
  if (!statSync(dataDir).isDirectory()) return failed(`${dataDir} is not a folder`)
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  const mode = statSync(dataDir).mode & 0o777
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return warning(`${dataDir} can be read by other users of this PC (mode ${mode.toString(8)})`)
  return good(dataDir)
}

function diskSpace({ dataDir }: StationToCheck): Finding {
  const { bavail, bsize } = statfsSync(existsSync(dataDir) ? dataDir : dirname(dataDir))
  const bytes = bavail * bsize
  const megabytes = Math.round(bytes / 1_000_000)
  const detail = megabytes < 10_000 ? `${megabytes} MB free` : `${Math.round(megabytes / 1_000)} GB free`
  if (bytes < HARDLY_ANY_BYTES) return failed(detail)
  return bytes < LITTLE_BYTES ? warning(detail) : good(detail)
}

function provisioning({ provisioningFile, warnings }: StationToCheck): Finding {
  if (warnings.length > 0) return warning(warnings.join('; '))
  return provisioningFile === null ? skipped('no provisioning file') : good(provisioningFile)
}

function preferences({ dataDir }: StationToCheck): Finding {
  const file = join(dataDir, 'preferences.json')
  if (!existsSync(file))
    return existsSync(`${file}.damaged`)
      ? warning(`${file} was damaged and moved aside`)
      : skipped('not set up yet')
  if (!statSync(file).isFile()) return failed(`${file} is not a file: remove it`)
  const parsed: unknown = parsedOrNull(readFileSync(file, 'utf8'))
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return failed(`${file} is damaged; the next start moves it aside`)
  return existsSync(`${file}.damaged`) ? warning(`${file}.damaged was moved aside`) : good(file)
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function keyFile({ dataDir }: StationToCheck): Finding {
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file))
    return existsSync(`${file}.damaged`)
      ? failed(`${file} was damaged and moved aside`)
      : skipped('not needed yet')
  if (!statSync(file).isFile()) return failed(`${file} is not a file: remove it`)
  if (readFileSync(file).length !== KEY_BYTES)
    return failed(`${file} is damaged: token, operators and passphrase must be entered again`)
  return existsSync(`${file}.damaged`) ? warning(`${file}.damaged was moved aside`) : good(file)
}

function accountData({ accountFile, deep, unreadable = [] }: StationToCheck): Finding {
  if (accountFile === null || !existsSync(accountFile)) return skipped('no orders were read yet')
  const [oldest = 0, newest = 0] = [MIGRATIONS[0]?.version, MIGRATIONS.at(-1)?.version]
  return reading(accountFile, (db) => {
    const schema = Number(db.pragma('user_version', { simple: true }))
    if (schema > newest)
      return failed(`${accountFile} is from a newer Packbench (schema ${schema}, this one knows ${newest})`)
    if (schema < oldest)
      return failed(
        `${accountFile} is from an early Packbench (schema ${schema}, this one reads from ${oldest})`,
      )
    const verdict = deep ? String(db.pragma('quick_check(1)', { simple: true })) : 'ok'
    if (verdict !== 'ok') return failed(`${accountFile} is damaged: ${verdict}`)
    const torn = deep && schema === newest ? unreadableIn(db) : unreadable
    if (torn.length > 0)
      return warning(`${accountFile}: cannot be read: ${torn.slice(0, SHOWN_ASIDE).join('; ')}`)
    const megabytes = Math.round(statSync(accountFile).size / 1_000_000)
    return good(`${accountFile}: schema ${schema}, ${megabytes} MB${deep ? ', read through' : ''}`)
  })
}

function evidenceLog({ accountFile, deep }: StationToCheck): Finding {
  const file = accountFile === null ? null : join(dirname(accountFile), 'evidence.sqlite')
  if (file === null || !existsSync(file)) return skipped('no entries yet')
  return reading(file, (db) => {
    const verdict = deep ? String(db.pragma('quick_check(1)', { simple: true })) : 'ok'
    return verdict === 'ok' ? good(file) : failed(`${file} is damaged: ${verdict}`)
  })
}

function backups({ accountFile, nowMs, deep }: StationToCheck): Finding {
  if (accountFile === null || !existsSync(accountFile)) return skipped('nothing to back up yet')
  const dir = join(dirname(accountFile), 'backups')
  const [newest] = listBackups(dir)
  if (newest === undefined) return warning(`${dir} holds no backup yet`)
  if (deep) checkBackup(join(dir, newest.name))
  const isOld = nowMs - Date.parse(newest.madeAt) > BACKUP_TOO_OLD_MS
  return (isOld ? warning : good)(`the newest is from ${newest.madeAt}, in ${dir}`)
}

function outbox({ accountFile, nowMs }: StationToCheck): Finding {
  if (accountFile === null || !existsSync(accountFile)) return skipped('nothing was confirmed yet')
  return reading(accountFile, (db) => {
    const { waiting, held } = countOpen(db)
    const since = oldestHeldAt(db)
    const detail = `${waiting} waiting, ${held} held${since === null ? '' : `, the oldest since ${since}`}`
    const isLate = since !== null && nowMs - Date.parse(since) > HELD_TOO_LONG_MS
    return (isLate ? warning : good)(detail)
  })
}

/** The others are like these. */
const SHOWN_ASIDE = 20

function marketplaceData({ accountFile }: StationToCheck): Finding {
  if (accountFile === null || !existsSync(accountFile)) return skipped('no orders were read yet')
  return reading(accountFile, (db) => {
    const asides = listSetAside(db, SHOWN_ASIDE)
    if (asides.length === 0) return good('all of it can be read')
    return warning(asides.map(wordsOfAside).join('; '))
  })
}

function wordsOfAside({ source, record, raw, fields, problem, since }: Aside): string {
  const number = record ?? 'without a number'
  const what = fields.join(', ') || problem
  switch (source) {
    case 'orders':
    case 'items':
      return `${source === 'orders' ? 'order' : 'item'} ${number} cannot be read: ${what}, since ${since}`
    case 'order_fields':
    case 'item_fields':
      return `field ${number}, in ${source === 'order_fields' ? 'order' : 'item'} ${String(parsedOrNull(raw))} for example, cannot be read, since ${since}`
    case 'order_windows':
    case 'item_lists':
      return `${problem}, since ${since}`
    case 'order_pages':
    case 'item_pages':
      return `the list of ${source === 'order_pages' ? 'orders' : 'items'} has no end: ${problem}, since ${since}`
  }
}

/** What the running station said last. From outside, values at the hub cannot be opened with a passphrase of this PC. */
function withSetup(hub: Finding, { accountFile }: StationToCheck): Finding {
  if (hub.state === 'skipped' || accountFile === null || !existsSync(accountFile)) return hub
  const db = openForReading(accountFile)
  try {
    const refused = db && readSetting(db, REFUSED_SETUP)
    return refused === null ? hub : failed(`${hub.detail}; ${refused}`)
  } catch {
    // Another check says what is wrong with the file.
    return hub
  } finally {
    db?.close()
  }
}

function reading(file: string, look: (db: DbFile) => Finding): Finding {
  const db = openForReading(file)
  if (db === null) return failed(`${file} cannot be opened`)
  try {
    return look(db)
  } catch (error) {
    // On a full disk the running station keeps the file to itself.
    if (isNoRoom(error) || (isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')))
      return skipped(`${file} cannot be read now: the disk is full or the file in use`)
    return failed(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    db.close()
  }
}

/** Of operations that are lost with this PC. */
export const ONLY_HERE = 'open operations only on this PC'

/** @returns for IT, in the log and the diagnostics */
export function groupsWords(others: number): string {
  return `stations of this account with another passphrase, or with none: ${others}`
}

/** Stations at the hub that cannot read one another; `null` while all have one version. */
export function otherVersions(
  detail: string,
  { newer, older }: Readonly<Record<'newer' | 'older', number>>,
): Finding | null {
  if (newer > 0)
    return {
      state: 'failed',
      detail: `${detail}: update this station: stations at the hub with a newer version: ${newer}`,
    }
  if (older === 0) return null
  return { state: 'warning', detail: `${detail}: stations with an older version, to be updated: ${older}` }
}
