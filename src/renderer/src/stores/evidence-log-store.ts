import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type {
  EvidenceChoices,
  EvidenceList,
  EvidenceVerdict,
  EvidenceView,
  ExportedEvidence,
} from '../../../shared/contract/evidence-views'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { SavedTable } from '../../../shared/contract/tables'
import type { Cell } from '../../../shared/domain/statistics/csv'
import { readRows } from './read-rows'
import { createWindowedList, emptyRows, type WindowedRows } from './windowed-list'

/** The evidence log to look at, to verify and to export. */

type ListRequest = RequestOf<'evidence:list'>
/** Which entries are listed; `null`: any. `from` and `to` are ISO 8601 UTC. */
export type EvidenceFilter = {
  [K in 'orderId' | 'operator' | 'kind' | 'from' | 'to']: NonNullable<ListRequest[K]> | null
}
export const NO_FILTER: EvidenceFilter = { orderId: null, operator: null, kind: null, from: null, to: null }

const FIELDS = Object.keys(NO_FILTER) as (keyof EvidenceFilter)[]

export type EvidenceLogState = WindowedRows<EvidenceView> & {
  verdict: EvidenceVerdict | null
  exported: ExportedEvidence | null
  /** The list that was saved as CSV; `total`: how many entries it had. */
  saved: (SavedTable & { total: number }) | null
  busy: 'verify' | 'export' | 'save' | null
  /** Of the last verify, export or save. */
  failure: BridgeError | null
  filter: EvidenceFilter
  /** `null` until they are read. */
  choices: EvidenceChoices | null
  /** Begins at the newest entry. */
  restart(): void
  setFilter(change: Partial<EvidenceFilter>): void
  show(first: number, last: number): void
  verify(): Promise<void>
  exportIt(): Promise<void>
  /** Saves the listed entries as CSV, at most `MOST_TABLE_ROWS`. @param rowOf the cells of an entry, for the columns */
  saveList(columns: string[], rowOf: (entry: EvidenceView) => Cell[]): Promise<void>
}
export type EvidenceLogStore = StoreApi<EvidenceLogState>

export function createEvidenceLogStore({ requests, onEvent }: StationBridge): EvidenceLogStore {
  const none = { verdict: null, exported: null, saved: null, failure: null }
  const ask = (offset: number, limit: number): Promise<Result<EvidenceList>> =>
    requests['evidence:list']({ ...store.getState().filter, offset, limit })
  const store = createStore<EvidenceLogState>()((set, get) => ({
    ...emptyRows<EvidenceView>(),
    ...none,
    busy: null,
    filter: NO_FILTER,
    choices: null,
    setFilter(change) {
      const filter = { ...get().filter, ...change }
      if (FIELDS.every((name) => filter[name] === get().filter[name])) return
      set({ filter })
      list.restart()
    },
    restart() {
      list.restart()
      void requests['evidence:choices']({}).then((answer) => {
        if (answer.ok) set({ choices: answer.value })
      })
    },
    show: (first, last) => list.show(first, last),
    async verify() {
      set({ ...none, busy: 'verify' })
      const answer = await requests['evidence:verify']({})
      set({ busy: null, ...(answer.ok ? { verdict: answer.value } : { failure: answer.error }) })
    },
    async exportIt() {
      set({ ...none, busy: 'export' })
      const answer = await requests['evidence:export']({})
      set({ busy: null, ...(answer.ok ? { exported: answer.value } : { failure: answer.error }) })
    },
    async saveList(columns, rowOf) {
      set({ ...none, busy: 'save' })
      const read = await readRows(ask, ({ seq }) => seq)
      if (!read.ok) return set({ busy: null, failure: read.error })
      const { total, rows } = read.value
      const answer = await requests['evidence:save']({ table: { columns, rows: rows.map(rowOf) } })
      set({ busy: null, ...(answer.ok ? { saved: { ...answer.value, total } } : { failure: answer.error }) })
    },
  }))
  const list = createWindowedList<EvidenceView>(ask, store.getState, (rows) => store.setState(rows))
  onEvent((event) => {
    if (event.kind === 'station_replaced')
      store.setState({ ...emptyRows<EvidenceView>(), ...none, filter: NO_FILTER, choices: null })
  })
  return store
}
