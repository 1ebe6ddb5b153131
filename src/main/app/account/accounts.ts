import type { AccountsView } from '../../../shared/contract/accounts'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { AccountsInShort, ExportedOps } from '../../../shared/contract/views'
import { type Connection } from './connection'
import { normalizeBaseUrl } from '../../base/base-url'
import type { Account } from './open'

export type LeavingSteps = {
  /** Called right before the present account is left; if it throws, nothing is changed. */
  mayLeave: () => void
  left: (previous: Account) => void
}

/** Which account the station works with, and how it gets from one to the next: one change at a time. */
export type Accounts = {
  current(): Account
  /** Called at once, whenever another account takes over. */
  onReplaced(listener: (account: Account) => void): void
  /**
   * Goes live or replaces the token, once the marketplace has accepted both; nothing changes otherwise. Where several
   * accounts share the address, the token decides which of them this is (I14).
   *
   * @throws StationError `unauthorized`, `unreachable`, `not_marketplace`, `address_insecure`,
   *   `account_unproven`, `provisioned`, `ops_open`, `invalid_request`
   */
  connect(request: ParsedRequestOf<'settings:connect'>): Promise<ExportedOps | null>
  /** Goes back to training mode. @throws StationError `provisioned`, `ops_open` */
  train(exportOps: boolean): Promise<ExportedOps | null>
  /**
   * Works with another account of this PC and its own token. The one left keeps its open operations and goes on sending
   * them.
   * @throws StationError `account_unknown`, `account_unusable`, `account_damaged`, `provisioned`, `disk_full`
   */
  change(
    request: ParsedRequestOf<'accounts:switch'>,
    steps: LeavingSteps,
  ): Promise<{ from: string; to: string }>
  /** All accounts that this PC has data of. */
  view(): AccountsView
  inShort(): AccountsInShort
  /** Changes an account's name and color. @throws StationError `account_unknown`, `invalid_request`, `disk_full` */
  save(request: ParsedRequestOf<'accounts:save'>): AccountsView
  /** Forgets all that this PC knows of the account and starts as a new installation would. @throws StationError `ops_open` */
  reset(exportOps: boolean): Promise<ExportedOps | null>
  /** Open ops of this PC's other accounts. */
  openOpsElsewhere(): number
  /** Makes sure that the app may end. @throws StationError `ops_open` */
  readyToQuit(exportOps: boolean): Promise<ExportedOps | null>
  /**
   * Goes on from a backup; the present data is moved aside.
   * @returns how many ops are open and being checked now
   * @throws StationError `backup_not_found`, `backup_unusable`, `disk_full`; nothing is changed then
   */
  restore(name: string): Promise<number>
  /** Resolves when no account is closed for another one to be opened: until then there is none to ask. */
  ready(): Promise<void>
  close(): Promise<void>
}

export function connectionOf({ mode, baseUrl, number }: Account): Connection {
  return mode === 'live' ? { mode, baseUrl, number } : { mode }
}

export function isConnectedTo(account: Account, connection: Connection): boolean {
  if (connection.mode === 'training') return account.mode === 'training'
  return isAt(account, connection.baseUrl) && account.number === connection.number
}

export function isAt(account: Account, baseUrl: string): boolean {
  return account.mode === 'live' && normalizeBaseUrl(account.baseUrl) === normalizeBaseUrl(baseUrl)
}
