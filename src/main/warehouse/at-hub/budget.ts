import type { Clock } from '../../base/clock'
import { LIMIT_GROUPS } from '../../base/limit-groups'
import { createBudget } from '../nats/budget'
import type { Hub } from '../nats/hub'
import type { Account } from '../../app/account/open'

/** Tells the account's other stations of the waits that the marketplace demands of this one, and heeds theirs. */
export type SharedBudget = {
  /** Another account is at work. */
  join(account: Account): void
}

export function addBudget(
  hub: Pick<Hub, 'add'>,
  { clock, account, stationId }: { clock: Clock; account: () => Account | null; stationId: () => string },
): SharedBudget {
  let stopListening: (() => void) | null = null
  const live = (): Account | null => {
    const open = account()
    return open?.mode === 'live' && open.db.open ? open : null
  }
  const budget = hub.add((onFault) =>
    createBudget({
      clock,
      stationId,
      accessToken: () => live()?.provenToken() ?? null,
      groups: LIMIT_GROUPS,
      onWait(group, leftMs) {
        const known = LIMIT_GROUPS.find((one) => one === group)
        if (known !== undefined) live()?.gate.heed(known, leftMs)
      },
      onFault,
    }),
  )
  return {
    join(next) {
      stopListening?.()
      stopListening = next.events.onLimited((group, waitMs) => budget.say(group, waitMs))
    },
  }
}
