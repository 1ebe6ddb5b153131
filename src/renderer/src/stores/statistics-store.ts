import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { StatisticsView } from '../../../shared/contract/statistics-views'
import type { BridgeError } from '../../../shared/contract/result'

/** What was done at this station. */

export type StatisticsState = {
  days: number
  /** `null` until main has answered. */
  view: StatisticsView | null
  error: BridgeError | null
  load(): Promise<void>
  setDays(days: number): Promise<void>
}
export type StatisticsStore = StoreApi<StatisticsState>

export function createStatisticsStore({ requests, onEvent }: StationBridge): StatisticsStore {
  const store = createStore<StatisticsState>()((set, get) => ({
    days: 14,
    view: null,
    error: null,
    async load() {
      const { days } = get()
      const answer = await requests['statistics:read']({ days })
      // Another period was chosen meanwhile.
      if (days !== get().days) return
      set(answer.ok ? { view: answer.value, error: null } : { error: answer.error })
    },
    setDays(days) {
      set({ days })
      return get().load()
    },
  }))
  onEvent((event) => {
    if (event.kind === 'station_replaced') store.setState({ view: null, error: null })
  })
  return store
}
