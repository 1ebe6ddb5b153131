import type { AdoptedView, LanView, LeftBehindView } from '../../shared/contract/neighbors'
import type { Account } from '../app/account/open'
import type { Clock } from '../base/clock'
import { StationError } from '../base/station-error'
import type { Gate } from '../sync/connection/gate'
import type { EvidenceKept } from './at-hub/evidence'
import type { SetupAtHub } from './at-hub/setup'
import type { NeighborsDeps } from './multicast/neighbors'
import { createWire } from './multicast/wire'
import type { SlotElsewhere } from '../../shared/contract/neighbors'
import type { Neighbors } from './port/neighbors'
import type { OthersAtHub } from './port/others-at-hub'

export type Benches = Pick<Neighbors, 'holderOf' | 'ordersElsewhere'>

/** What a hub adds to what the stations say to one another. Without one, `withoutHub` takes its place. */
export type HubSide = {
  /** Carries the stations' messages. */
  wire: NeighborsDeps['wire']
  /** Who has which order, given what the stations say themselves. */
  decide(said: Benches): Benches
  /** The order on this station's bench; `null` for none. */
  put(orderId: number | null): void
  takeOver(orderId: number): void
  /** The gate of an account, closed at the start until it is known what other stations have adopted. */
  guard(gate: Gate): Gate
  /** What is in other stations' put walls. */
  slotsElsewhere(): readonly SlotElsewhere[]
  /** The account's stations at the hub; `null` where there is no hub. */
  others: OthersAtHub | null
  /** @throws StationError `hub_away` */
  leftBehind(): Promise<LeftBehindView[]>
  /** @throws StationError `hub_away`, `station_at_work`, `adopted_elsewhere` */
  adopt(stationId: string): Promise<AdoptedView>
  /** @throws StationError `hub_away` where there is no hub */
  setup(): SetupAtHub
  /** The station follows a hub, and does not know yet who its operators are. */
  waitsForOperators(): boolean
  /** The evidence log compared with the hub; `null` where there is none, and in training. */
  evidenceAtHub: EvidenceKept['compare']
  view(): LanView['hub']
  /** Works with the stations that have this key; `null`: with none. */
  useKey(key: Buffer | null): void
  /** These stations are heard now. */
  heard(stationIds: readonly string[]): void
  /** What this station says of itself has changed. */
  touch(): void
  /** Another account is at work. */
  join(account: Account): void
  close(): Promise<void>
}

/** The stations' own messages, by multicast, are all there is. */
export function withoutHub(clock: Clock): HubSide {
  const none = (): StationError => new StationError('hub_away', 'IT has set no hub')
  return {
    wire: (onDatagram, onProblem) => createWire({ clock, onDatagram, onProblem }),
    decide: (said) => said,
    guard: (gate) => gate,
    slotsElsewhere: () => [],
    others: null,
    leftBehind: () => Promise.reject(none()),
    adopt: () => Promise.reject(none()),
    setup() {
      throw none()
    },
    waitsForOperators: () => false,
    evidenceAtHub: async () => null,
    view: () => null,
    put() {},
    takeOver() {},
    useKey() {},
    heard() {},
    touch() {},
    join() {},
    async close() {},
  }
}
