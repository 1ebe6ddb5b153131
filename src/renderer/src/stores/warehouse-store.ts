import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { WallView, WarehouseView } from '../../../shared/contract/warehouse-views'
import { createHeld } from '../data/held'

/** All stations of the account, and what is left to do. */

export type WarehouseState = {
  /** `null` until main has answered. */
  view: WarehouseView | null
  /** What a screen in the hall shows; `null` until main has answered. */
  wall: WallView | null
  /** Why it could not be read last; what is shown is from before. */
  error: BridgeError | null
  load(): Promise<void>
  loadWall(): Promise<void>
  /** Takes an offline station off the list. */
  remove(stationId: string): Promise<void>
}
export type WarehouseStore = StoreApi<WarehouseState>

export function createWarehouseStore({ requests, onEvent }: StationBridge): WarehouseStore {
  const held = createHeld()
  const store = createStore<WarehouseState>()((set) => {
    const take = (answer: Result<WarehouseView>): void => {
      if (!answer.ok) set({ error: answer.error })
      else if (held.takes(answer.revision)) set({ view: answer.value, error: null })
    }
    return {
      view: null,
      wall: null,
      error: null,
      load: async () => take(await requests['warehouse:read']({})),
      async loadWall() {
        const answer = await requests['warehouse:wall']({})
        set(answer.ok ? { wall: answer.value, error: null } : { error: answer.error })
      },
      remove: async (stationId) => take(await requests['warehouse:remove-station']({ stationId })),
    }
  })
  onEvent((event) => {
    if (event.kind === 'station_replaced') store.setState({ view: null, wall: null, error: null })
  })
  return store
}
