import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { StartError, StationError } from '../../base/station-error'
import type { LeavingSteps } from './accounts'
import type { AtWork } from './at-work'
import type { Connection } from './connection'
import { accountIdOf } from './known-accounts'

/** Works with another account of this PC; see `Accounts.change`. */
export async function changeAccount(
  work: AtWork,
  { accountId, repair }: ParsedRequestOf<'accounts:switch'>,
  steps: LeavingSteps,
): Promise<{ from: string; to: string }> {
  const from = accountIdOf(work.current())
  if (accountId === from) return { from, to: from }
  const connection = usable(work, accountId, repair)
  try {
    await work.switchTo(connection, { stays: true, chosen: true, steps })
  } catch (error) {
    // Only opening the file shows some problems.
    if (!(error instanceof StartError)) throw error
    throw new StationError('account_unusable', error.message, { accountId: error.code })
  }
  return { from, to: accountId }
}

function usable(work: AtWork, accountId: string, repair: boolean): Connection {
  const { connection } = work.known.find(accountId)
  const row = work.known.view(work.opened()).rows.find((one) => one.accountId === accountId)
  if (row === undefined)
    throw new StationError('provisioned', 'the environment or a start flag sets the connection')
  if (row.problem === 'damaged' && !repair)
    throw new StationError('account_damaged', `the data of ${accountId} is damaged`)
  const isUsable = row.problem === null || row.problem === 'damaged'
  if (connection === null || !isUsable)
    throw new StationError('account_unusable', `${accountId}: ${row.problem ?? 'unknown'}`, {
      accountId: row.problem ?? 'unknown',
    })
  return connection
}
