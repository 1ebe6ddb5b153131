import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { DiagnosticsView } from '../../../shared/contract/diagnostics'
import type { BridgeError } from '../../../shared/contract/result'

/** What IT asks about this station, and the files made for IT. */

export type DiagnosticsState = {
  /** `null` until read. */
  view: DiagnosticsView | null
  error: BridgeError | null
  busy: 'read' | 'save' | 'setup' | null
  /** The file that was just made, and what it is. */
  saved: { what: 'report' | 'setup'; file: string } | null
  read(): Promise<void>
  save(): Promise<void>
  exportSetup(): Promise<void>
}
export type DiagnosticsStore = StoreApi<DiagnosticsState>

export function createDiagnosticsStore({ requests, onEvent }: StationBridge): DiagnosticsStore {
  const store = createStore<DiagnosticsState>()((set) => ({
    view: null,
    error: null,
    busy: null,
    saved: null,
    async read() {
      set({ busy: 'read', error: null })
      const answer = await requests['diagnostics:read']({})
      set(answer.ok ? { view: answer.value, busy: null } : { error: answer.error, busy: null })
    },
    async save() {
      set({ busy: 'save', error: null, saved: null })
      const answer = await requests['diagnostics:save']({})
      set({ busy: null })
      set(answer.ok ? { saved: { what: 'report', file: answer.value.file } } : { error: answer.error })
    },
    async exportSetup() {
      set({ busy: 'setup', error: null, saved: null })
      const answer = await requests['diagnostics:export-setup']({})
      set({ busy: null })
      set(answer.ok ? { saved: { what: 'setup', file: answer.value.file } } : { error: answer.error })
    },
  }))
  onEvent((event) => {
    if (event.kind === 'station_replaced') store.setState({ view: null, error: null, saved: null })
  })
  return store
}
