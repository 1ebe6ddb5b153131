import type { Account } from '../../app/account/open'
import { sharedCodes } from '../../areas/codes/share-codes'
import type { Clock } from '../../base/clock'
import { CODES } from '../nats/codes'
import type { Hub } from '../nats/hub'
import { addChanges, type ChangesOfAll } from './changes'

/** Tells the account's other stations of the codes that this one was taught, and learns theirs. */
export function addCodes(
  hub: Pick<Hub, 'add'>,
  deps: { clock: Clock; account: () => Account | null },
): ChangesOfAll {
  const side = {
    share: sharedCodes,
    onChange: (events: Account['events'], tell: () => void) => events.onCodesTaught(tell),
  }
  return addChanges(CODES, side, hub, deps)
}
