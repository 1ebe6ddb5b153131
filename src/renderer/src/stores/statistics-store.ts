import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { RequestOf } from '../../../shared/contract/requests'
import type { Table, SavedTable } from '../../../shared/contract/tables'
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
  /** The table that was saved last. */
  saved: SavedTable | null
  /** Why the last one could not be saved. */
  saveError: BridgeError | null
  save(name: RequestOf<'statistics:save'>['name'], table: Table): Promise<void>
}
export type StatisticsStore = StoreApi<StatisticsState>

export function createStatisticsStore({ requests, onEvent }: StationBridge): StatisticsStore {
  const store = createStore<StatisticsState>()((set, get) => ({
    days: 7,
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
    saved: null,
    saveError: null,
    async save(name, table) {
      const answer = await requests['statistics:save']({ name, table })
      set(answer.ok ? { saved: answer.value, saveError: null } : { saved: null, saveError: answer.error })
    },
  }))
  onEvent((event) => {
    if (event.kind === 'station_replaced')
      store.setState({ view: null, error: null, saved: null, saveError: null })
  })
  return store
}
