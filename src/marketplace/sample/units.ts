import type { Core } from '../core'
import { keepPrecision } from '../instants'
import type { BoughtUnit } from '../operations/place-order'
import { addItem } from '../tables/items'
import { unitOf, type Model } from './catalog'
import type { Random } from './random'

/** Adds an item that is already sold, because every order line needs one with a readable title. */
export function addSoldUnit(
  core: Core,
  random: Random,
  accountId: number,
  unit: { model: Model; externalId: string; atMs: number },
): BoughtUnit {
  const { model } = unit
  const atMs = keepPrecision(unit.atMs, core.settings.timestampPrecision)
  const itemNumber = addItem(
    core.db,
    unitOf(model, {
      account_id: accountId,
      state: core.settings.soldItemState,
      external_id: unit.externalId,
      created_at: atMs - random.int(1, 40) * 86_400_000,
      updated_at: atMs,
    }),
  )
  return {
    itemNumber,
    externalId: unit.externalId,
    mpn: model.mpn,
    priceCents: model.price,
    allowedDiscount: model.discount,
    discountPercent: random.pick([0, 0, 0, 10]),
  }
}
