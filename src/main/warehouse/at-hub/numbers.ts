import type { Account } from '../../app/account/open'
import { sharedNumbers } from '../../areas/labels/share-numbers'
import type { Clock } from '../../base/clock'
import type { Hub } from '../nats/hub'
import { NUMBERS } from '../nats/numbers'
import { addChanges, type ChangesOfAll } from './changes'

/** Tells the account's other stations which tracking numbers files gave orders at this one, and learns theirs. */
export function addNumbers(
  hub: Pick<Hub, 'add'>,
  deps: { clock: Clock; account: () => Account | null },
): ChangesOfAll {
  const side = {
    share: sharedNumbers,
    onChange: (events: Account['events'], tell: () => void) => events.onNumbersGiven(tell),
  }
  return addChanges(NUMBERS, side, hub, deps)
}
