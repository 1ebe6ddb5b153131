import type { Clock } from '../../base/clock'
import type { Hub } from '../nats/hub'
import { createLeader, type Leader } from '../nats/records/leader'
import { createRecords } from '../nats/records/records'
import type { Account } from '../../app/account/open'

/** Connects the open account with the orders and items that the warehouse's stations read for one another. */
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
  /** The leader is chosen by its orders: it may not have all items yet, nor be reading them for all. */
  const may = (use: 'orders' | 'items'): boolean => live()?.shared[use].mayLead() === true
  const fit = (): boolean => {
    const open = live()
    return open !== null && open.gate.allows('order_list') && !open.pull.failing() && may('orders')
  }
  const pages = () => ({
    orders: live()?.shared.orders.pages() ?? 0,
    items: live()?.shared.items.pages() ?? 0,
  })
  const leader = hub.add((onFault) =>
    createLeader({ clock, who, accessToken, fit, pages, onChange: () => {}, onFault }),
  )
  const add = (use: 'orders' | 'items') =>
    hub.add((onFault) =>
      createRecords({
        ...{ clock, use, onFault },
        leads: () => leader.leads() && may(use),
        progress: () => leader.progress(use),
        // It may be the one that reads everything for all.
        onCaughtUp: () => leader.refresh(),
        stationId: () => who().stationId,
        account() {
          const [open, token] = [live(), accessToken()]
          return open === null || token === null
            ? null
            : { accessToken: token, records: open.shared[use].records, isOpen: () => open.db.open }
        },
      }),
    )
  const orders = add('orders')
  const items = add('items')
  return {
    leader,
    join(next) {
      if (next.mode === 'live') for (const part of Object.values(next.shared)) part.expect()
      leader.refresh()
      orders.refresh()
      items.refresh()
    },
  }
}
