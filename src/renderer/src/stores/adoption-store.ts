import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { AdoptedView, LeftBehindView } from '../../../shared/contract/neighbors'
import type { BridgeError } from '../../../shared/contract/result'

/** The work that lost stations left at the hub, for this one to take over. */

export type AdoptionState = {
  leftBehind: readonly LeftBehindView[]
  /** The station whose work is being taken over. */
  taking: string | null
  adopted: AdoptedView | null
  error: BridgeError | null
  /** What cannot be read now stays as it was last. */
  read(): Promise<void>
  adopt(stationId: string): Promise<void>
}
export type AdoptionStore = StoreApi<AdoptionState>

export function createAdoptionStore({ requests }: Pick<StationBridge, 'requests'>): AdoptionStore {
  return createStore<AdoptionState>()((set, get) => ({
    leftBehind: [],
    taking: null,
    adopted: null,
    error: null,
    async read() {
      const answer = await requests['warehouse:left-behind']({})
      if (answer.ok) set({ leftBehind: answer.value })
    },
    async adopt(stationId) {
      if (get().taking !== null) return
      set({ taking: stationId, adopted: null, error: null })
      const answer = await requests['warehouse:adopt']({ stationId })
      set({ taking: null, ...(answer.ok ? { adopted: answer.value } : { error: answer.error }) })
      await get().read()
    },
  }))
}
