import { createContext, useContext } from 'react'
import { useStore, type StoreApi } from 'zustand'
import type { Station } from '../station'
import { createOrderStore, type OrderState } from './order-store'
import { createOutboxStore, type OutboxState } from './outbox-store'
import { createQueueStore, type QueueState } from './queue-store'
import { createScanStore, type ScanState } from './scan-store'
import { createScreenStore, type ScreenState } from './screen-store'
import { createStationStore, type StationState } from './station-store'

/** All stores of one window, wired to one station. */
export function createStores({ bridge, onLink }: Station) {
  const station = createStationStore(bridge)
  const screen = createScreenStore()
  const order = createOrderStore(bridge, () => {
    const settings = station.getState().bootstrap?.settings
    return { carrier: settings?.carrier ?? '', warehouseId: settings?.warehouseId ?? null }
  })
  const scan = createScanStore(bridge, order, screen)
  bridge.onEvent((event) => {
    if (event.kind === 'station_replaced') screen.getState().go('queue')
  })
  onLink((link) => {
    station.getState().setLink(link)
    // The host may have come up after the page.
    if (link === 'up' && station.getState().bootstrap === null) void station.getState().load()
  })
  return { station, screen, order, scan, queue: createQueueStore(bridge), outbox: createOutboxStore(bridge) }
}

export type Stores = ReturnType<typeof createStores>

export const StoresContext = createContext<Stores | null>(null)

/** The stores of this window. */
export function useStores(): Stores {
  const stores = useContext(StoresContext)
  if (stores === null) throw new Error('StoresContext is missing')
  return stores
}

type States = {
  station: StationState
  screen: ScreenState
  order: OrderState
  scan: ScanState
  queue: QueueState
  outbox: OutboxState
}

/** Follows a part of one store. */
export function useStoreOf<Name extends keyof States, Part>(
  name: Name,
  select: (state: States[Name]) => Part,
): Part {
  const stores: { [N in keyof States]: StoreApi<States[N]> } = useStores()
  return useStore(stores[name], select)
}
