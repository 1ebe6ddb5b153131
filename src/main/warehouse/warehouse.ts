import type { LanView } from '../../shared/contract/neighbors'
import type { OrderView, StationChange } from '../../shared/contract/views'
import type { Account } from '../app/account/open'
import { takeOver } from '../areas/packing/take-over'
import { createBus } from '../base/bus'
import { openAtHub, type AtHubDeps } from './at-hub/at-hub'
import { withoutHub, type HubSide } from './hub-side'
import { MulticastNeighbors } from './multicast/neighbors'
import type { HubAddress } from './nats/hub'
import { OwnStation, type OwnStationDeps } from './own-station'
import type { Neighbors } from './port/neighbors'
import type { WarehouseEvents } from './warehouse-events'

/** The other stations, on the local network or at the hub, connected to the open account and this PC's preferences. */
export type Warehouse = Neighbors &
  Pick<
    HubSide,
    'guard' | 'others' | 'leftBehind' | 'adopt' | 'setup' | 'waitsForOperators' | 'evidenceAtHub'
  > & {
    view(): LanView
    /** The order on this station's bench; `null` for none. */
    put(orderId: number | null): void
    onBench(): number | null
    /** @throws StationError `order_not_found` */
    take(orderId: number): { from: string | null; order: OrderView }
    /** The passphrase that the warehouse's stations share; `null` when none is set. */
    passphrase(): string | null
    /** `null` removes it. @throws StationError `provisioned` */
    savePassphrase(passphrase: string | null): LanView
    /** Works for this account from now on, with an empty bench. */
    join(account: Account): void
    /** Settings, token or account may have changed. */
    refresh(): void
    /** The computer slept: knowledge of the others may be out of date. */
    wake(): void
    close(): Promise<void>
  }

export function openWarehouse(
  {
    hubAddress,
    ...deps
  }: OwnStationDeps & Omit<AtHubDeps, 'address' | 'own'> & { hubAddress: HubAddress | null },
  tell: (change: StationChange) => void,
): Warehouse {
  const { clock } = deps
  const bus = createBus<WarehouseEvents>((error) => console.error(error))
  const own = new OwnStation(deps)
  const hub = hubAddress === null ? withoutHub(clock) : openAtHub({ ...deps, own, address: hubAddress }, bus)
  const neighbors = new MulticastNeighbors({
    clock,
    wire: hub.wire,
    standing() {
      const standing = own.standing()
      // Asked every few seconds: the token, or the passphrase, that says whose hub it is may have been replaced.
      hub.useKey(standing.state === null ? standing.key : null)
      return standing
    },
    stationId: own.id,
    packedHere: (orderId) => own.packed(orderId),
    onOrders: bus.emitter('benches.changed'),
    onChange: bus.emitter('stations.changed'),
  })
  const benches = hub.decide(neighbors)
  let stopListening: (() => void)[] = []

  const view = (): LanView => ({ ...neighbors.view(), hub: hub.view() })
  const heard = (): string[] => neighbors.view().stations.map(({ stationId }) => stationId)
  const stationsChanged = (): void => {
    hub.heard(heard())
    tell({ kind: 'lan_changed', lan: view() })
  }
  const put = (orderId: number | null): void => {
    neighbors.put(orderId)
    hub.put(orderId)
    hub.touch()
  }

  bus.handle({
    'benches.changed': (orderIds) => own.atWork()?.events.ordersChanged(orderIds),
    'stations.changed': stationsChanged,
    'copies.changed'() {
      stationsChanged()
      hub.touch()
    },
  })

  return {
    ...hub,
    holderOf: (orderId) => benches.holderOf(orderId),
    ordersElsewhere: () => [
      ...benches.ordersElsewhere(),
      ...hub.slotsElsewhere().map(({ orderId }) => orderId),
    ],
    packedElsewhere: (orderId, readAt) => neighbors.packedElsewhere(orderId, readAt),
    view,
    async leftBehind() {
      // Stations that are heard now count, however long nothing has changed.
      hub.heard(heard())
      return hub.leftBehind()
    },
    async adopt(stationId) {
      hub.heard(heard())
      return hub.adopt(stationId)
    },
    put,
    onBench: () => neighbors.onBench(),
    take(orderId) {
      const account = own.atWork()
      if (account === null) throw new Error('no account is open')
      return takeOver(account, orderId, (id) => {
        neighbors.takeOver(id)
        hub.takeOver(id)
      })
    },
    passphrase: () => own.passphrase(),
    savePassphrase(passphrase) {
      own.savePassphrase(passphrase)
      neighbors.refresh()
      return view()
    },
    join(account) {
      for (const stop of stopListening) stop()
      own.join(account)
      put(null)
      neighbors.refresh()
      stopListening = [
        account.events.onEvent((event) => {
          if (event.kind === 'orders_changed') neighbors.ordersChanged(event.orderIds)
          hub.touch()
        }),
        account.events.onWallChanged(() => hub.touch()),
      ]
      hub.join(account)
    },
    refresh: () => neighbors.refresh(),
    wake: () => neighbors.wake(),
    async close() {
      await neighbors.close()
      await hub.close()
    },
  }
}
