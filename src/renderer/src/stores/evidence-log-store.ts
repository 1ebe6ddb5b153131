import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { EvidenceVerdict, EvidenceView, ExportedEvidence } from '../../../shared/contract/evidence-views'
import type { BridgeError } from '../../../shared/contract/result'
import { createWindowedList, emptyRows, type WindowedRows } from './windowed-list'

/** The evidence log to look at, to verify and to export. */

export type EvidenceLogState = WindowedRows<EvidenceView> & {
  verdict: EvidenceVerdict | null
  exported: ExportedEvidence | null
  busy: 'verify' | 'export' | null
  /** Of the last verify or export. */
  failure: BridgeError | null
  /** The order whose entries are listed; `null` lists all. */
  ofOrder: number | null
  /** Begins at the newest entry. */
  restart(): void
  setOrder(orderId: number | null): void
  show(first: number, last: number): void
  verify(): Promise<void>
  exportIt(): Promise<void>
}
export type EvidenceLogStore = StoreApi<EvidenceLogState>

export function createEvidenceLogStore({ requests, onEvent }: StationBridge): EvidenceLogStore {
  const store = createStore<EvidenceLogState>()((set) => ({
    ...emptyRows<EvidenceView>(),
    verdict: null,
    exported: null,
    busy: null,
    failure: null,
    ofOrder: null,
    setOrder(ofOrder) {
      if (ofOrder === store.getState().ofOrder) return
      set({ ofOrder })
      list.restart()
    },
    restart: () => list.restart(),
    show: (first, last) => list.show(first, last),
    async verify() {
      set({ busy: 'verify', verdict: null, exported: null, failure: null })
      const answer = await requests['evidence:verify']({})
      set({ busy: null, ...(answer.ok ? { verdict: answer.value } : { failure: answer.error }) })
    },
    async exportIt() {
      set({ busy: 'export', verdict: null, exported: null, failure: null })
      const answer = await requests['evidence:export']({})
      set({ busy: null, ...(answer.ok ? { exported: answer.value } : { failure: answer.error }) })
    },
  }))
  const list = createWindowedList<EvidenceView>(
    (offset, limit) => requests['evidence:list']({ orderId: store.getState().ofOrder, offset, limit }),
    store.getState,
    (rows) => store.setState(rows),
  )
  onEvent((event) => {
    if (event.kind === 'station_replaced')
      store.setState({ ...emptyRows<EvidenceView>(), verdict: null, exported: null, failure: null })
  })
  return store
}
