import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ArchivedOrders, ArchiveMonth } from '../../../shared/contract/archive'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BridgeError } from '../../../shared/contract/result'
import type { SavedTable } from '../../../shared/contract/tables'

/** What was moved out of the lists: found by a search, and saved by month. */

export type ArchiveState = {
  /** What was searched last. */
  text: string
  /** `null` until something was searched. */
  found: ArchivedOrders | null
  /** `null` until read. */
  months: readonly ArchiveMonth[] | null
  error: BridgeError | null
  busy: 'search' | 'export' | null
  saved: SavedTable | null
  search(text: string): Promise<void>
  loadMonths(): Promise<void>
  exportMonth(month: string): Promise<void>
}
export type ArchiveStore = StoreApi<ArchiveState>

export function createArchiveStore({ requests, onEvent }: StationBridge): ArchiveStore {
  const store = createStore<ArchiveState>()((set, get) => ({
    text: '',
    found: null,
    months: null,
    error: null,
    busy: null,
    saved: null,
    async search(text) {
      set({ text, found: null, busy: 'search', error: null })
      const answer = await requests['archive:search']({ search: text })
      // A later search has replaced it.
      if (get().text !== text) return
      set(answer.ok ? { found: answer.value, busy: null } : { error: answer.error, busy: null })
    },
    async loadMonths() {
      const answer = await requests['archive:months']({})
      set(answer.ok ? { months: answer.value } : { error: answer.error })
    },
    async exportMonth(month) {
      set({ busy: 'export', error: null, saved: null })
      const answer = await requests['archive:export']({ month })
      set(answer.ok ? { saved: answer.value, busy: null } : { error: answer.error, busy: null })
    },
  }))
  onEvent((event) => {
    if (event.kind === 'station_replaced')
      store.setState({ text: '', found: null, months: null, error: null, saved: null })
  })
  return store
}
