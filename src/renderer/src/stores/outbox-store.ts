import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { OutboxSort, OutboxView } from '../../../shared/contract/outbox'
import type { OutboxList, OutboxRow } from '../../../shared/contract/op-views'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { SavedTable } from '../../../shared/contract/tables'
import type { Cell } from '../../../shared/domain/statistics/csv'
import { readRows } from './read-rows'
import { createWindowedList, emptyRows, type WindowedRows } from './windowed-list'

/** The list of operations. */

export type OutboxState = WindowedRows<OutboxRow> & {
  view: OutboxView
  sort: OutboxSort
  /** The list that was saved as CSV; `total`: how many operations it had. */
  saved: (SavedTable & { total: number }) | null
  /** Why the last one could not be saved. */
  saveError: BridgeError | null
  saving: boolean
  setView(view: OutboxView): void
  /** Sorts by it; by the same again: the other way around. */
  sortBy(by: OutboxSort['by']): void
  show(first: number, last: number): void
  /** Saves the listed operations as CSV, at most `MOST_TABLE_ROWS`. @param rowOf the cells, for the columns */
  saveList(columns: string[], rowOf: (row: OutboxRow) => Cell[]): Promise<void>
}
type Ask = (offset: number, limit: number) => Promise<Result<OutboxList>>
export type OutboxStore = StoreApi<OutboxState>

/** What is open from the oldest on, as it will be sent; the history from the newest on. */
function usualSort(view: OutboxView): OutboxSort {
  return { by: 'captured', descending: view === 'all' }
}

export function createOutboxStore({ requests, onEvent }: StationBridge): OutboxStore {
  const notSaved = { saved: null, saveError: null }
  const listed = ({ view, sort }: Pick<OutboxState, 'view' | 'sort'>): Ask => {
    return (offset, limit) => requests['outbox:list']({ view, sort, offset, limit })
  }
  const store = createStore<OutboxState>()((set, get) => ({
    ...emptyRows<OutboxRow>(),
    ...notSaved,
    view: 'open',
    sort: usualSort('open'),
    saving: false,
    setView(view) {
      if (view === get().view) return
      set({ ...notSaved, view, sort: usualSort(view) })
      list.restart()
    },
    sortBy(by) {
      const { sort } = get()
      set({ sort: { by, descending: sort.by === by && !sort.descending } })
      list.restart()
    },
    show: (first, last) => list.show(first, last),
    async saveList(columns, rowOf) {
      set({ ...notSaved, saving: true })
      const read = await readRows(listed(get()), ({ seq }) => seq)
      if (!read.ok) return set({ saving: false, saveError: read.error })
      const { total, rows } = read.value
      const answer = await requests['outbox:save']({ table: { columns, rows: rows.map(rowOf) } })
      set({
        saving: false,
        ...(answer.ok ? { saved: { ...answer.value, total } } : { saveError: answer.error }),
      })
    },
  }))
  const list = createWindowedList<OutboxRow>(
    (offset, limit) => listed(store.getState())(offset, limit),
    store.getState,
    (rows) => store.setState(rows),
  )
  onEvent((event) => {
    if (event.kind === 'outbox_changed') list.reload()
    if (event.kind === 'station_replaced') {
      store.setState(notSaved)
      list.restart()
    }
  })
  return store
}
