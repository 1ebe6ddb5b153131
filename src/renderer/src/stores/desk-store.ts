import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { DeskChoices, DeskRow, SavedFilters } from '../../../shared/contract/orders'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { SavedTable } from '../../../shared/contract/tables'
import {
  ANY_ORDER,
  NEWEST_FIRST,
  type DeskFilter,
  type DeskSort,
} from '../../../shared/domain/orders/order-desk'
import { oneAtATime } from '../data/one-at-a-time'
import { createWindowedList, emptyRows, type WindowedRows } from './windowed-list'

/** The order desk: all orders, filtered and sorted, and the filters that people keep. */

export type DeskState = WindowedRows<DeskRow> & {
  filter: DeskFilter
  sort: DeskSort
  /** `total` is how many there are, not only how many were found so far. */
  counted: boolean
  /** Only the newest of too many orders with these words were looked at. */
  cut: boolean
  /** Index of the row that the keyboard is on. */
  active: number
  choices: DeskChoices | null
  /** `null` until read. */
  saved: SavedFilters | null
  /** The kept filter that was chosen last; it may have been changed since. */
  chosen: string | null
  /** The list as it was saved last, and why that failed. */
  file: SavedTable | null
  fileError: BridgeError | null
  saving: boolean
  /** Called by the page while it is on the screen; nothing is read while it is not. */
  watch(): () => void
  setFilter(part: Partial<DeskFilter>): void
  /** Shows all orders. */
  clear(): void
  sortBy(by: DeskSort['by']): void
  setActive(index: number): void
  show(first: number, last: number): void
  saveFile(): Promise<void>
  choose(filterId: string): void
  /** Keeps the present filter; `filterId`: in the place of that one. */
  keep(filterId: string | null, name: string, usual: boolean): Promise<BridgeError | null>
  drop(filterId: string): Promise<BridgeError | null>
}
export type DeskStore = StoreApi<DeskState>

/** Texts and states are easier to find from the beginning; times and amounts from the end. */
const UPWARDS: ReadonlySet<DeskSort['by']> = new Set(['state', 'due'])

export function createDeskStore({ requests, onEvent }: StationBridge): DeskStore {
  let watchers = 0
  const fresh = {
    ...emptyRows<DeskRow>(),
    counted: false,
    cut: false,
    active: 0,
    file: null,
    fileError: null,
  }

  const store = createStore<DeskState>()((set, get) => {
    const ask = (part: Pick<DeskState, 'filter' | 'sort'>): void => {
      set({ ...part, ...fresh })
      list.restart()
    }
    const take = (saved: SavedFilters): void => {
      const first = get().saved === null
      const usual = saved.filters.find(({ filterId }) => filterId === saved.usual)
      set({ saved })
      // What the desk begins with, unless somebody has chosen already.
      if (first && usual !== undefined && get().filter === ANY_ORDER) get().choose(usual.filterId)
    }
    return {
      ...fresh,
      filter: ANY_ORDER,
      sort: NEWEST_FIRST,
      choices: null,
      saved: null,
      chosen: null,
      saving: false,
      watch() {
        watchers += 1
        void readFilters()
        void readChoices()
        list.reload()
        return () => void (watchers -= 1)
      },
      setFilter: (part) => ask({ filter: { ...get().filter, ...part }, sort: get().sort }),
      clear() {
        set({ chosen: null })
        ask({ filter: ANY_ORDER, sort: get().sort })
      },
      sortBy(by) {
        const { sort, filter } = get()
        const descending = sort.by === by ? !sort.descending : !UPWARDS.has(by)
        ask({ filter, sort: { by, descending } })
      },
      setActive: (index) => set({ active: Math.max(0, Math.min(index, (get().total ?? 1) - 1)) }),
      show: (first, last) => list.show(first, last),
      async saveFile() {
        const { filter, sort } = get()
        set({ file: null, fileError: null, saving: true })
        const answer = await requests['orders:save']({ filter, sort })
        set({ saving: false, ...(answer.ok ? { file: answer.value } : { fileError: answer.error }) })
      },
      choose(filterId) {
        const kept = get().saved?.filters.find((one) => one.filterId === filterId)
        if (kept === undefined) return
        set({ chosen: filterId })
        ask({ filter: kept.filter, sort: kept.sort })
      },
      async keep(filterId, name, usual) {
        const { filter, sort } = get()
        const answer = await requests['orders:keep-filter']({ filterId, name, filter, sort, usual })
        if (!answer.ok) return answer.error
        const { filterId: chosen, ...saved } = answer.value
        set({ saved, chosen })
        return null
      },
      async drop(filterId) {
        const answer = await requests['orders:drop-filter']({ filterId })
        if (!answer.ok) return answer.error
        set({ saved: answer.value, ...(get().chosen === filterId ? { chosen: null } : {}) })
        return null
      },
    }

    async function readFilters(): Promise<void> {
      const answer = await requests['orders:filters']({})
      if (answer.ok) take(answer.value)
    }
  })

  const readChoices = oneAtATime(async () => {
    const answer = await requests['orders:choices']({})
    if (answer.ok) store.setState({ choices: answer.value })
  })
  /** Found so far is enough for the rows; how many there are is read beside them. */
  const count = oneAtATime(async () => {
    const { filter } = store.getState()
    const answer = await requests['orders:count']({ filter })
    if (answer.ok && answer.value.count !== null && filter === store.getState().filter)
      store.setState({ total: answer.value.count, counted: true })
  })
  const list = createWindowedList<DeskRow>(
    async (offset, limit): Promise<Result<{ total: number; rows: readonly DeskRow[] }>> => {
      const { filter, sort } = store.getState()
      const answer = await requests['orders:list']({ filter, sort, offset, limit })
      if (!answer.ok) return answer
      const { total, more, cut, rows } = answer.value
      if (filter !== store.getState().filter) return { ...answer, value: { total, rows } }
      const known = store.getState()
      store.setState({ cut, counted: !more || known.counted })
      if (more) void count()
      const most = more && known.counted ? Math.max(total, known.total ?? 0) : total
      return { ...answer, value: { total: most, rows } }
    },
    store.getState,
    (rows) => store.setState(rows),
  )
  onEvent((event) => {
    if (event.kind === 'orders_changed' && watchers > 0) {
      list.reload()
      void readChoices()
    }
    if (event.kind !== 'station_replaced') return
    store.setState({
      ...fresh,
      filter: ANY_ORDER,
      sort: NEWEST_FIRST,
      saved: null,
      chosen: null,
      choices: null,
    })
    if (watchers > 0) list.restart()
  })
  return store
}
