import type { Item } from '../../../shared/partner-api/item'
import { createItemBackfill, type ItemBackfill } from '../../sync/pull/item-backfill'
import { createItemCheck, type ItemCheck } from '../../sync/pull/item-check'
import { createItemPull, type ItemPull, type ItemPullDeps } from '../../sync/pull/item-pull'
import { createKeepSharedItems } from '../../sync/shared/keep-shared-items'
import { createSharedRounds, type SharedRounds } from '../../sync/shared/shared-rounds'
import type { AccountBus } from './account-events'
import type { OrderRounds } from './order-rounds'
import type { SyncCommon } from './sync-common'

/** How the account's items come in. */
export type ItemRounds = {
  itemPull: ItemPull
  shared: SharedRounds<Item>
  itemCheck: ItemCheck
  titles: ItemBackfill
}

/** A day between own rounds: the clock is compared with each answer about orders. */
const ROUNDS = { intervalMs: 60_000, ownRoundMs: 24 * 3_600_000, comparesClock: false }

/** @param common with the client for what is read unasked */
export function createItemRounds(
  common: SyncCommon,
  { emitter }: AccountBus,
  { pull }: Pick<OrderRounds, 'pull'>,
  inTests: Partial<ItemPullDeps> = {},
): ItemRounds {
  const itemPull = createItemPull({
    ...common,
    onItems: emitter('items.pulled'),
    share: (own) =>
      createSharedRounds({
        ...common,
        ...ROUNDS,
        own,
        sharedOf: (item) => ({ id: item.item_number, updatedAt: item.updated_at ?? null, record: item }),
        unreadOf: (raw) => raw,
        keep: createKeepSharedItems({ ...common, onItems: emitter('items.pulled') }),
        onCheckWanted: emitter('items.check_wanted'),
        onCheckedElsewhere: emitter('items.checked_elsewhere'),
      }),
    ...inTests,
  })
  const { shared } = itemPull
  const itemCheck = createItemCheck({
    ...common,
    shared,
    imported: () => itemPull.reading() === null,
    onItems: emitter('items.compared'),
  })
  const titles = createItemBackfill({
    ...common,
    shared,
    coming: () => itemPull.coming(),
    comingLate: () => itemPull.comingLate(),
    imported: () => pull.dataAsOf() !== null,
    onItems: emitter('items.backfilled'),
  })
  return { itemPull, shared, itemCheck, titles }
}
