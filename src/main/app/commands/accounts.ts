import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StationError } from '../../base/station-error'
import { accountDir, chooseAddress, type Connection } from '../account/connection'
import { createKnownAccounts, isSameName } from '../account/known-accounts'
import { startingAccount } from '../account/prove'
import type { StationOptions } from '../options'
import type { CommandDeps } from './deps'

/** An account's data in the data folder. */
export type AccountFolder = {
  /** The name of its folder. */
  name: string
  dir: string
  /** Path of its database. */
  file: string
}

/** The accounts that have data here; with `--training` only that of training. */
export function accountFolders({ dataDir, training }: StationOptions): AccountFolder[] {
  const live = join(dataDir, 'live')
  const dirs = training
    ? [join(dataDir, 'training')]
    : (existsSync(live) ? readdirSync(live) : []).sort().map((name) => join(live, name))
  return dirs.map(folderOf).filter(({ file }) => existsSync(file))
}

/**
 * The account that the next start opens, and where its data is or will be.
 * @throws StationError `not_marketplace` when no marketplace is set: the next start would be training
 * @throws StartError `data_dir_unusable` when the saved connection cannot be read
 */
export function nextAccount(options: StationOptions): AccountFolder & { connection: Connection } {
  const address = chooseAddress(options)
  if (address.mode === 'training' && !options.training)
    throw new StationError(
      'not_marketplace',
      'No marketplace is set for this station: set PACKBENCH_API_BASE_URL, or start Packbench and connect first.',
    )
  const connection: Connection =
    address.mode === 'training' ? address : { ...address, number: startingAccount(options, address.baseUrl) }
  return { ...folderOf(accountDir(options.dataDir, connection)), connection }
}

/** The account of this name, or in this folder. @throws StationError `account_unknown` naming those that there are */
export function namedAccount(
  named: string,
  deps: Pick<CommandDeps, 'options' | 'clock'>,
): AccountFolder & { connection: Connection } {
  const known = createKnownAccounts(deps).described()
  const found = known.find(({ accountId, name }) => accountId === named || isSameName(name, named))
  if (found?.connection === null || found === undefined)
    throw new StationError(
      'account_unknown',
      `There is no account ${named} here. There are: ${known.map(({ name }) => name).join(', ') || 'none'}.`,
    )
  return { ...folderOf(found.dir), connection: found.connection }
}

function folderOf(dir: string): AccountFolder {
  const name = dir.replace(/^.*[\\/]/, '')
  return { name, dir, file: join(dir, 'station.sqlite') }
}
