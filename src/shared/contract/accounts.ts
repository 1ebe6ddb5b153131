import { z } from 'zod'
import { ACCOUNT_COLORS, type AccountColor } from '../domain/station/account-color'
import { call, typed } from './call'
import { nothing } from './fields'
import type { StationMode, SyncGate, AccountsInShort } from './views'

/** The accounts that this PC has data of. */

/** `training`, or the name of the account's folder. */
const accountId = z.string().regex(/^[\w.-]{1,300}$/)

/**
 * Why an account cannot be opened: `damaged` (its readable data can be saved), `newer` (written by a newer Packbench),
 * `older` (written by an early one, from before the first schema), `missing` (no database), `unreadable` (SQLite refuses it), `no_address` (which marketplace it belongs to is unknown).
 */
export type AccountProblem = 'damaged' | 'newer' | 'older' | 'missing' | 'unreadable' | 'no_address'

export type AccountRow = {
  accountId: string
  mode: StationMode
  /** Empty for training, which has no name of its own. */
  name: string
  /** `null` for training. */
  color: AccountColor | null
  /** `null` for training, and if it is unknown. */
  baseUrl: string | null
  atWork: boolean
  /** Open operations: those that wait to be sent, and those that need a person. `null` if they cannot be read. */
  open: { waiting: number; held: number; alarms: number } | null
  /** How it is sending while another account is at work; `null` while it is closed, and of the one at work. */
  gate: SyncGate | null
  /** When the oldest open operation was confirmed; `null` if none is open. */
  openSince: string | null
  /** When it was last opened or left; `null` if that is unknown. */
  workedAt: string | null
  problem: AccountProblem | null
}

export type AccountsView = AccountsInShort & { rows: readonly AccountRow[] }

export const accountCalls = {
  'accounts:list': call({
    request: nothing,
    value: typed<AccountsView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /**
   * Works with another account, whose token is sealed in its database. The account left keeps its open operations. A
   * `station_replaced` event follows.
   */
  'accounts:switch': call({
    request: z.strictObject({
      accountId,
      /** Opens an account whose data is damaged, which saves what can be read of it. */
      repair: z.boolean().default(false),
    }),
    value: typed<{ from: string; to: string }>(),
    errors: ['account_unknown', 'account_unusable', 'account_damaged', 'bench_in_use', 'provisioned'],
    needs: 'switch_account',
    records: { kind: 'account_switched', asked: (request) => request, done: (value) => value },
  }),
  'accounts:save': call({
    request: z.strictObject({
      accountId,
      name: z.string().trim().min(1).max(30),
      color: z.enum(ACCOUNT_COLORS),
    }),
    value: typed<AccountsView>(),
    errors: ['account_unknown'],
    needs: 'settings',
    records: { kind: 'account_named', asked: (request) => request },
  }),
}
