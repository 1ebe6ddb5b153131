import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import type { Db } from '../../store/db/database'
import type { ClockWatch } from '../../sync/connection/clock-watch'
import type { Gate } from '../../sync/connection/gate'
import type { Pace } from '../../sync/connection/pace'
import type { ServerTime } from '../../sync/connection/server-time'
import type { Freshness } from '../../sync/copies/freshness'

/** What all parts of the sync side of an account are made with. */
export type SyncCommon = {
  db: Db
  client: PartnerClient
  gate: Gate
  /** What is read unasked shares it; `pace.turn()` says when. */
  pace: Pace
  clock: Clock
  clockWatch: ClockWatch
  serverTime: ServerTime
  seal: BuyerSeal
  freshness: Freshness
  random: () => number
  /** Whether what others have read may still be stored. */
  goesOn: () => boolean
  log: (line: string) => void
  onFault: (error: unknown) => void
  onNotice: () => void
}
