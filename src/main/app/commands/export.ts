import { existsSync } from 'node:fs'
import { moveOpsToFile } from '../../areas/outbox/export-ops'
import type { OpsOwner } from '../../areas/outbox/ops-file'
import { openPreferences } from '../../areas/settings/preferences'
import { nameOfOsUser } from '../../base/os-user'
import { StationError } from '../../base/station-error'
import type { Db } from '../../store/db/database'
import { closeDatabase } from '../../store/db/open'
import { readSecret } from '../../store/tables/settings'
import { countOpen } from '../../store/views/outbox-list'
import { normalizeBaseUrl } from '../../base/base-url'
import { deriveFileKeys } from '../account/file-keys'
import { passphraseIn } from '../../warehouse/own-station'
import { namedAccount, nextAccount } from './accounts'
import { nothingHere } from './back-up'
import { openAsAtTheStart, recordIn } from './open-data'
import type { CommandDeps } from './deps'

/**
 * Moves the open operations of an account, by default the one that the next start opens, to a file, as leaving the account does: they end
 * here. Call it while the data folder is locked.
 * @throws StationError `backup_not_found` without data, `database_error` when the account's key cannot be opened,
 *   `disk_full`; nothing is changed then
 */
export async function exportOpen(
  { folder, account: named }: { folder: string; account: string | null },
  deps: CommandDeps,
): Promise<void> {
  const { options, clock, say } = deps
  const { connection, ...account } = named === null ? nextAccount(options) : namedAccount(named, deps)
  if (!existsSync(account.file)) throw nothingHere(options.dataDir)
  if (connection.mode === 'training')
    throw new StationError(
      'ops_open',
      'Operations of training are only practice: there is nothing to export.',
    )
  const db = openAsAtTheStart(account, deps)
  try {
    const { waiting, held } = countOpen(db)
    if (waiting + held === 0) return say('No operation is open: there is nothing to export.')
    const owner: OpsOwner = { mode: 'live', baseUrl: normalizeBaseUrl(connection.baseUrl) }
    const keys = deriveFileKeys(await secretsOf(db, deps), owner)
    const station = { db, clock, osUser: nameOfOsUser(), signedIn: () => null }
    const { path, ops } = moveOpsToFile(station, owner, keys, folder)
    recordIn(db, deps, { kind: 'left', payload: { how: 'command_line', exportOps: true } })
    say(`${path}  ${ops === 1 ? '1 operation' : `${ops} operations`}`)
  } finally {
    closeDatabase(db)
  }
}

async function secretsOf(db: Db, deps: CommandDeps): Promise<Parameters<typeof deriveFileKeys>[0]> {
  const { options, warn } = deps
  const own = await opened(db, 'buyer-key', deps)
  // SECURITY: with any other key the file would prove nothing to the station that takes it in.
  if (own === null)
    throw new StationError(
      'database_error',
      'The key of this account cannot be opened here. If the system’s keychain holds it, use --export of the ' +
        'installed app, or export in Settings.',
    )
  const token = await opened(db, 'access-token', deps)
  return {
    own,
    accessToken: token?.toString('utf8') ?? options.provisioned.accessToken,
    passphrase: passphraseIn(openPreferences(options.dataDir, warn), options.provisioning),
  }
}

async function opened(db: Db, name: string, { secrets }: CommandDeps): Promise<Buffer | null> {
  const sealed = readSecret(db, name)
  try {
    return sealed === null ? null : await (await secrets()).open(sealed)
  } catch {
    return null
  }
}
