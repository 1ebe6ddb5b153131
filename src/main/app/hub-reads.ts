import type { Clock } from '../base/clock'
import type { Hub } from '../hub/hub'
import { createLeader, type Leader } from '../hub/leader'
import { createRecords } from '../hub/records'
import type { Account } from './account/open'

/** Connects the open account with the orders that the warehouse's stations read for one another. */
export type SharedReads = {
  leader: Leader
  /** Another account is at work. */
  join(account: Account): void
}

export function addReads(
  hub: Hub,
  {
    clock,
    account,
    who,
  }: {
    clock: Clock
    account: () => Account | null
    who: () => { stationId: string; station: string }
  },
): SharedReads {
  const live = (): Account | null => {
    const open = account()
    return open?.mode === 'live' && open.db.open ? open : null
  }
  const accessToken = (): string | null => live()?.provenToken() ?? null
  const fit = (): boolean => {
    const open = live()
    return (
      open !== null && open.gate.allows('order_list') && !open.pull.failing() && open.shared.orders.isReady()
    )
  }
  const leader = hub.add((onFault) =>
    createLeader({ clock, who, accessToken, fit, onChange: () => {}, onFault }),
  )
  const orders = hub.add((onFault) =>
    createRecords({
      clock,
      use: 'orders',
      stationId: () => who().stationId,
      account() {
        const [open, token] = [live(), accessToken()]
        return open === null || token === null
          ? null
          : { accessToken: token, records: open.shared.orders.records }
      },
      leads: () => leader.leads(),
      onFault,
    }),
  )
  return {
    leader,
    join(next) {
      if (next.mode === 'live') next.shared.orders.expect()
      leader.refresh()
      orders.refresh()
    },
  }
}
