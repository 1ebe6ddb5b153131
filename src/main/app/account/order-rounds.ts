import type { Order } from '../../../shared/partner-api/order'
import { clearRecord } from '../../store/tables/order-copy'
import { createFullCheck, type FullCheck } from '../../sync/pull/full-check'
import { createLateOrders, type LateOrders } from '../../sync/pull/late-orders'
import { createPull, type Pull, type PullDeps } from '../../sync/pull/pull'
import { createKeepShared } from '../../sync/shared/keep-shared'
import { redactBuyer } from '../../sync/shared/redact-buyer'
import { createSharedRounds, type SharedRounds } from '../../sync/shared/shared-rounds'
import type { AccountBus } from './account-events'
import type { SyncCommon } from './sync-common'

/** How the account's orders come in. */
export type OrderRounds = {
  pull: Pull
  shared: SharedRounds<Order>
  fullCheck: FullCheck
  lateOrders: LateOrders
}

export function createOrderRounds(
  common: SyncCommon,
  { emitter }: AccountBus,
  inTests: Partial<PullDeps> = {},
): OrderRounds {
  const { db, serverTime, clock } = common
  const onOrders = emitter('orders.found')
  const pull = createPull({
    ...common,
    onOrders: emitter('orders.pulled'),
    onProgress: emitter('pull.progressed'),
    share: (own) =>
      createSharedRounds({
        ...common,
        own,
        sharedOf: (order) => ({
          id: String(order.id),
          updatedAt: order.updated_at ?? null,
          record: redactBuyer(db, order),
        }),
        unreadOf: clearRecord,
        keep: createKeepShared({ ...common, onOrders, onUnsure: emitter('order.unsure') }),
        onCheckWanted: emitter('orders.check_wanted'),
        onCheckedElsewhere: emitter('orders.checked_elsewhere'),
      }),
    ...inTests,
  })
  const { shared } = pull
  const comparing = { ...common, shared, imported: () => pull.dataAsOf() !== null, onOrders }
  return {
    pull,
    shared,
    fullCheck: createFullCheck(comparing),
    lateOrders: createLateOrders({ ...comparing, serverNowMs: () => serverTime.at(clock.wallMs()) }),
  }
}
