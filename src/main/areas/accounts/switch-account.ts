import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { StationError } from '../../base/station-error'
import { lender } from '../../bridge/delegated-approval'
import { whoWorksHere } from '../station/capture'
import type { Parts } from '../parts'

/**
 * Works with another account of this PC. Both evidence logs say so: the bridge records it in the log of the account
 * that is at work by then.
 * @throws StationError `bench_in_use`, `account_unknown`, `account_unusable`, `account_damaged`, `provisioned`,
 *   `disk_full`; nothing is changed then
 */
export async function switchAccount(
  {
    account,
    accounts,
    warehouse,
    operators,
  }: Pick<Parts, 'account' | 'accounts' | 'warehouse' | 'operators'>,
  request: ParsedRequestOf<'accounts:switch'>,
): Promise<{ from: string; to: string }> {
  const refuseOnBench = (): void => {
    const orderId = warehouse.onBench()
    if (orderId !== null) throw new StationError('bench_in_use', `order ${orderId} is on the bench`)
  }
  refuseOnBench()
  // The entry names the person who approved it separately, as the bridge's does.
  const operator = operators.signedIn()?.name ?? whoWorksHere(account())
  return accounts.change(request, {
    // Opening the other account took a moment.
    mayLeave: refuseOnBench,
    left(previous) {
      const approvedBy = lender()
      const payload = { to: request.accountId, ...(approvedBy === null ? {} : { approvedBy }) }
      previous.evidence.append({ kind: 'account_switched', operator, payload })
    },
  })
}
