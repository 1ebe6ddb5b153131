import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type {
  ItemDetail,
  ItemFacets,
  ItemView,
  KeptItems,
  NewItemView,
} from '../../../shared/contract/item-views'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError } from '../../../shared/contract/result'
import type { SavedTable } from '../../../shared/contract/tables'
import type { LeafCategory } from '../../../shared/domain/items/category'
import { ANY_ITEM, type ItemFilter, type ItemSort } from '../../../shared/domain/items/item-filter'
import { MOST_TABLE_ROWS, type Cell } from '../../../shared/domain/statistics/csv'
import { createHeld } from '../data/held'
import { oneAtATime } from '../data/one-at-a-time'
import { createWindowedList, emptyRows, type WindowedRows } from './windowed-list'

/** The account's items as the station keeps them: the list, and the one that is open. */

/** What the Items page shows: the list, one item, or the form of a new one. */
export type ItemsView = 'list' | 'item' | 'new'

export type ItemsState = {
  view: ItemsView
  filter: ItemFilter
  sort: ItemSort
  rows: WindowedRows<ItemView>
  /** Items that wait to be listed; shown above the others. */
  waiting: readonly NewItemView[]
  /** `null` before the first answer. */
  kept: KeptItems | null
  /** What the items have, for the filter; `null` before it was read. */
  facets: ItemFacets | null
  /** While changes are read on request. */
  busy: boolean
  refreshError: BridgeError | null
  /** The list that was saved as CSV; `more`: it was too long for one file. */
  saved: (SavedTable & { more: boolean }) | null
  saving: boolean
  saveError: BridgeError | null
  itemNumber: string | null
  /** `null` while it is being read or when it could not be. */
  item: ItemDetail | null
  itemError: BridgeError | null
  leaves: readonly LeafCategory[] | null
  leavesError: BridgeError | null
  /** What the item that was saved last is called. */
  createdAs: string | null
  /** Called by the page while it is on the screen; nothing is read while it is not. */
  watch(): () => void
  /** Makes sure that these rows are read. */
  show(first: number, last: number): void
  find(filter: ItemFilter): void
  /** Sorts by it; again: the other way around. */
  sortBy(by: ItemSort['by']): void
  /** Saves the listed items as CSV, at most `MOST_TABLE_ROWS`. @param rowOf the cells, for the columns */
  saveList(columns: string[], rowOf: (row: ItemView) => Cell[]): Promise<void>
  reload(): Promise<void>
  /** Reads what has changed from the marketplace, or the item that is shown. */
  refresh(): Promise<void>
  open(itemNumber: string): Promise<void>
  showList(): void
  showForm(): void
  readCategories(refresh: boolean): Promise<void>
  /** Shows the list, with the item that was just queued to be listed. */
  created(externalId: string): void
  update(change: RequestOf<'items:update'>): Promise<BridgeError | null>
  delist(itemNumber: string): Promise<BridgeError | null>
}
export type ItemsStore = StoreApi<ItemsState>

const NEWEST_FIRST: ItemSort = { by: 'updated', descending: true }
/** Rows that a file is read in at a time. */
const READ_AT_ONCE = 500
/** These begin with the largest. */
const DESCENDING_FIRST: ReadonlySet<ItemSort['by']> = new Set(['updated', 'created', 'discount'])

export function createItemsStore({ requests, onEvent }: StationBridge): ItemsStore {
  let watchers = 0
  const heldItem = createHeld()

  const store = createStore<ItemsState>()((set, get) => {
    const list = createWindowedList<ItemView>(
      async (offset, limit) => {
        const { filter, sort } = get()
        const answer = await requests['items:list']({ filter, sort, offset, limit })
        if (answer.ok && filter === get().filter) {
          const { created, kept } = answer.value
          set(offset === 0 ? { waiting: created, kept } : { kept })
        }
        return answer
      },
      () => get().rows,
      (rows) => set({ rows }),
    )
    const readFacets = oneAtATime(async () => {
      const answer = await requests['items:facets']({})
      if (answer.ok) set({ facets: answer.value })
    })
    const loadItem = async (): Promise<void> => {
      const { itemNumber } = get()
      if (itemNumber === null) return
      const answer = await requests['items:read']({ itemNumber })
      if (get().itemNumber !== itemNumber) return
      if (!answer.ok) set({ itemError: answer.error })
      else if (heldItem.takes(answer.revision)) set({ item: answer.value, itemError: null })
    }
    return {
      view: 'list',
      filter: ANY_ITEM,
      sort: NEWEST_FIRST,
      rows: emptyRows(),
      waiting: [],
      kept: null,
      facets: null,
      busy: false,
      refreshError: null,
      saved: null,
      saving: false,
      saveError: null,
      itemNumber: null,
      item: null,
      itemError: null,
      leaves: null,
      leavesError: null,
      createdAs: null,
      watch() {
        watchers += 1
        void get().reload()
        return () => {
          watchers -= 1
        }
      },
      show: (first, last) => list.show(first, last),
      find(filter) {
        set({ filter, createdAs: null, saved: null, saveError: null })
        list.restart()
      },
      sortBy(by) {
        const { sort } = get()
        const descending = sort.by === by ? !sort.descending : DESCENDING_FIRST.has(by)
        set({ sort: { by, descending }, saved: null, saveError: null })
        list.restart()
      },
      async saveList(columns, rowOf) {
        set({ saving: true, saved: null, saveError: null })
        const { filter, sort } = get()
        const rows: Cell[][] = []
        let total = 0
        for (let offset = 0; offset < MOST_TABLE_ROWS; offset += READ_AT_ONCE) {
          const answer = await requests['items:list']({ filter, sort, offset, limit: READ_AT_ONCE })
          if (!answer.ok) return set({ saving: false, saveError: answer.error })
          total = answer.value.total
          rows.push(...answer.value.rows.map(rowOf))
          if (rows.length >= total || answer.value.rows.length === 0) break
        }
        const answer = await requests['items:save']({
          table: { columns, rows: rows.slice(0, MOST_TABLE_ROWS) },
        })
        set({ saving: false })
        set(
          answer.ok ? { saved: { ...answer.value, more: total > rows.length } } : { saveError: answer.error },
        )
      },
      reload: oneAtATime(async () => {
        if (get().view === 'item') return loadItem()
        list.reload()
        await readFacets()
      }),
      async refresh() {
        set({ busy: true, refreshError: null })
        const answer = await requests['items:refresh']({})
        set({ busy: false, ...(answer.ok ? {} : { refreshError: answer.error }) })
        await get().reload()
      },
      async open(itemNumber) {
        set({ view: 'item', itemNumber, item: null, itemError: null, createdAs: null })
        // The name of the category; the item is shown without it, too.
        if (get().leaves === null) void get().readCategories(false)
        await loadItem()
      },
      showList() {
        set({ view: 'list', itemNumber: null, item: null })
        void get().reload()
      },
      showForm() {
        set({ view: 'new', createdAs: null })
        void get().readCategories(false)
      },
      async readCategories(refresh) {
        const answer = await requests['items:category']({ refresh })
        set(answer.ok ? { leaves: answer.value, leavesError: null } : { leavesError: answer.error })
      },
      created(externalId) {
        set({ view: 'list', createdAs: externalId })
        void get().reload()
      },
      async update(change) {
        const answer = await requests['items:update'](change)
        void get().reload()
        return answer.ok ? null : answer.error
      },
      async delist(itemNumber) {
        const answer = await requests['items:delist']({ itemNumber })
        void get().reload()
        return answer.ok ? null : answer.error
      },
    }
  })
  onEvent((event) => {
    if (event.kind === 'items_changed' && watchers > 0) void store.getState().reload()
    if (event.kind === 'station_replaced') {
      store.setState({
        filter: ANY_ITEM,
        sort: NEWEST_FIRST,
        rows: emptyRows(),
        waiting: [],
        kept: null,
        facets: null,
      })
      store.setState({ saved: null, saveError: null, refreshError: null })
      store.setState({ view: 'list', item: null, itemNumber: null, leaves: null })
    }
  })
  return store
}
