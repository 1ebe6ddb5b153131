import type { Db } from './database'
import type { MarketplaceSettings } from './settings'

/** What every operation needs. The control API changes `settings` in place. */
export type Core = {
  db: Db
  settings: MarketplaceSettings
  /** The marketplace's clock: milliseconds since the epoch, offset included. */
  now: () => number
}
