import type { Db } from './database'
import type { MarketplaceSettings } from './settings'

/** What every operation needs. `settings` is changed in place by the control API. */
export type Core = {
  db: Db
  settings: MarketplaceSettings
  /** The marketplace's clock: milliseconds since the epoch, offset included. */
  now: () => number
}
