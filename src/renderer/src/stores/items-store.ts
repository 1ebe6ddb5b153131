import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { ItemDetail, ItemList, ItemView } from '../../../shared/contract/item-views'
import type { ItemSort } from '../../../shared/contract/items'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { SavedTable } from '../../../shared/contract/tables'
import type { LeafCategory } from '../../../shared/domain/items/category'
import type { Cell } from '../../../shared/domain/statistics/csv'
import { createHeld } from '../data/held'
import { oneAtATime } from './one-at-a-time'
import { readAllItems, readSorted } from './read-all-items'

/** The account's items: a page of them, and the one that is open. */

export type ItemFilter = {
  /** States as the marketplace names them, separated by commas; empty for all but delisted items. */
  state: string
  externalId: string
  mpn: string
}

/** What the Items page shows: the list, one item, or the form of a new one. */
export type ItemsView = 'list' | 'item' | 'new'

export type ItemsState = {
  view: ItemsView
  filter: ItemFilter
  /** `null` before the first answer to this filter. */
  list: ItemList | null
  listError: BridgeError | null
  /** `null`: as the marketplace lists them. */
  sort: ItemSort | null
  /** Since when all of the list has been read, so that the station can sort it; `null` if it has not. */
  readSince: string | null
  /** While all of the list is read: how many items so far. */
  reading: number | null
  /** The list that was saved as CSV; `more`: it was too long for one file. */
  saved: (SavedTable & { more: boolean }) | null
  saveError: BridgeError | null
  /** From 1. */
  pageNumber: number
  busy: boolean
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
  find(filter: ItemFilter): Promise<void>
  /** Sorts by it; again: the other way around; a third time: as the marketplace lists them. */
  sortBy(by: ItemSort['by']): Promise<void>
  /** Stops reading all of the list, and shows it as the marketplace lists it. */
  stopReading(): Promise<void>
  /** Saves the listed items as CSV, at most `MOST_TABLE_ROWS`. @param rowOf the cells, for the columns */
  saveList(columns: string[], rowOf: (row: ItemView) => Cell[]): Promise<void>
  firstPage(): Promise<void>
  nextPage(): Promise<void>
  reload(): Promise<void>
  /** Reads again from the marketplace what is shown. */
  refresh(): Promise<void>
  open(itemNumber: string): Promise<void>
  showList(): void
  showForm(): void
  readCategories(refresh: boolean): Promise<void>
  /** Shows the list, with the item that was just queued to be listed. */
  created(externalId: string): void
  update(change: RequestOf<'item:update'>): Promise<BridgeError | null>
  delist(itemNumber: string): Promise<BridgeError | null>
}
export type ItemsStore = StoreApi<ItemsState>

/** The states that the document names; a marketplace may have more. */
export const NAMED_STATES = ['processing', 'listed', 'ready_to_delete', 'deleted'] as const
/** Asked for by name: the marketplace's own default, which the document does not show, may hide what is new. */
const NOT_GONE = NAMED_STATES.filter((state) => state !== 'deleted')
/** Of a file of a list that nobody has sorted. */
const AS_READ: ItemSort = { by: 'updated', descending: true }
export const NO_FILTER: ItemFilter = { state: '', externalId: '', mpn: '' }

/** The states of a filter, as typed. */
export function statesIn(state: string): string[] {
  return state
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

export function createItemsStore({ requests, onEvent }: StationBridge): ItemsStore {
  /** The link of the page on screen; `null` for the first. */
  let page: string | null = null
  let watchers = 0
  /** Counts up whenever all of a list is read, and whenever that ends early. */
  let walk = 0
  const heldList = createHeld()
  const heldItem = createHeld()
  /** Then it is asked for its default: which states may be asked for is not shown either. */
  let namedRefused = false

  const store = createStore<ItemsState>()((set, get) => {
    const statusOf = (state: string): string[] => {
      if (state === '') return namedRefused ? [] : [...NOT_GONE]
      return statesIn(state)
    }
    /** A page of the filter, sorted or as the marketplace lists it. */
    const ask = async (link: string | null, sort: ItemSort | null): Promise<Result<ItemList>> => {
      const { filter, readSince } = get()
      const { state, externalId, mpn } = filter
      const since = sort === null ? null : readSince
      const asked = { externalId, mpn, page: link, sort, readSince: since }
      const answer = await requests['items:list']({ status: statusOf(state), ...asked })
      if (answer.ok || answer.error.fields?.['status'] !== 'refused' || state !== '' || namedRefused)
        return answer
      namedRefused = true
      return requests['items:list']({ status: statusOf(state), ...asked })
    }
    const loadList = async (): Promise<void> => {
      set({ busy: true })
      const { filter, sort } = get()
      const asked = page
      const answer = await ask(asked, sort)
      // Another page, filter or order is shown meanwhile, and its own answer is under way.
      if (asked !== page || filter !== get().filter || sort !== get().sort) return
      set({ busy: false })
      if (!answer.ok) set({ listError: answer.error })
      else if (heldList.takes(answer.revision)) set({ list: answer.value, listError: null })
    }
    /** Reads all of the list unless that was done. @returns `false` if it was stopped or refused */
    const readAll = async (): Promise<boolean> => {
      if (get().readSince !== null) return true
      const mine = (walk += 1)
      set({ reading: 0 })
      const all = await readAllItems(
        (link) => ask(link, null),
        (items) => {
          if (mine === walk) set({ reading: items })
          return mine === walk
        },
      )
      if (mine !== walk) return false
      set({ reading: null })
      if (all.end === 'read') set({ readSince: all.since })
      if (all.end === 'refused') set({ listError: all.error })
      return all.end !== 'refused'
    }
    /** For another list than the one that is being read. */
    const forget = (): void => {
      walk += 1
      set({ reading: null, readSince: null, saved: null, saveError: null })
    }
    const showSorted = async (): Promise<void> => {
      const { filter, sort } = get()
      const isRead = sort === null || (await readAll())
      if (filter !== get().filter || sort !== get().sort) return
      if (!isRead) set({ sort: null })
      await goTo(null, 1)
    }
    const loadItem = async (): Promise<void> => {
      const { itemNumber } = get()
      if (itemNumber === null) return
      const answer = await requests['item:read']({ itemNumber })
      if (get().itemNumber !== itemNumber) return
      if (!answer.ok) set({ itemError: answer.error })
      else if (heldItem.takes(answer.revision)) set({ item: answer.value, itemError: null })
    }
    const goTo = (link: string | null, pageNumber: number): Promise<void> => {
      page = link
      set({ pageNumber })
      return loadList()
    }
    return {
      view: 'list',
      filter: NO_FILTER,
      list: null,
      listError: null,
      sort: null,
      readSince: null,
      reading: null,
      saved: null,
      saveError: null,
      pageNumber: 1,
      busy: false,
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
      find(filter) {
        forget()
        set({ filter, list: null, listError: null, createdAs: null })
        return showSorted()
      },
      sortBy(by) {
        const { sort, reading } = get()
        if (reading !== null) return Promise.resolve()
        if (sort?.by !== by) set({ sort: { by, descending: false } })
        else set({ sort: sort.descending ? null : { by, descending: true } })
        return showSorted()
      },
      stopReading() {
        forget()
        set({ sort: null })
        return goTo(null, 1)
      },
      async saveList(columns, rowOf) {
        if (get().reading !== null) return
        set({ saved: null, saveError: null })
        const { filter, sort } = get()
        if (!(await readAll()) || filter !== get().filter) return
        const read = await readSorted((link) => ask(link, sort ?? AS_READ))
        if (!read.ok) return set({ saveError: read.error })
        const { rows, more } = read.value
        const answer = await requests['items:save']({ table: { columns, rows: rows.map(rowOf) } })
        set(answer.ok ? { saved: { ...answer.value, more } } : { saveError: answer.error })
        // What changed while all of the list was read.
        void get().reload()
      },
      firstPage: () => goTo(null, 1),
      async nextPage() {
        const { list, pageNumber } = get()
        if (list !== null && list.next !== null) await goTo(list.next, pageNumber + 1)
      },
      refresh() {
        if (get().sort === null) return get().reload()
        forget()
        return showSorted()
      },
      reload: oneAtATime(async () => {
        if (get().view === 'item') await loadItem()
        // The list is shown once all of it is read.
        else if (get().reading === null) await loadList()
      }),
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
        const answer = await requests['categories:read']({ refresh })
        set(answer.ok ? { leaves: answer.value, leavesError: null } : { leavesError: answer.error })
      },
      created(externalId) {
        page = null
        set({ view: 'list', pageNumber: 1, createdAs: externalId })
        void get().reload()
      },
      async update(change) {
        const answer = await requests['item:update'](change)
        void get().reload()
        return answer.ok ? null : answer.error
      },
      async delist(itemNumber) {
        const answer = await requests['item:delist']({ itemNumber })
        void get().reload()
        return answer.ok ? null : answer.error
      },
    }
  })
  onEvent((event) => {
    if (event.kind === 'items_changed' && watchers > 0) void store.getState().reload()
    if (event.kind === 'station_replaced') {
      page = null
      walk += 1
      namedRefused = false
      store.setState({ sort: null, readSince: null, reading: null, saved: null, saveError: null })
      store.setState({ view: 'list', list: null, item: null, itemNumber: null, leaves: null, pageNumber: 1 })
    }
  })
  return store
}
