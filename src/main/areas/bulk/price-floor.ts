import type { Preferences } from '../../../shared/contract/preferences'
import type { PriceFloor } from '../../../shared/domain/items/price-rule'

/** The floor that the preferences set. */
export function floorOf(prices: Preferences['prices']): PriceFloor {
  return { ofPresentPercent: prices.floorOfPresentPercent, ofMsrpPercent: prices.floorOfMsrpPercent }
}
