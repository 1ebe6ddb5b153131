import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError } from '../../../shared/contract/result'
import type { ItemDetail, ItemList } from '../../../shared/contract/item-views'
import type { LeafCategory } from '../../../shared/domain/items/category'
import { createHeld } from '../data/held'
import type { ItemDraft } from './item-draft'
import { oneAtATime } from './one-at-a-time'

/** The account's items: a page of them, the one that is open, and the draft of a new one, which outlives the screen. */

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
  /** From 1. */
  pageNumber: number
  busy: boolean
  itemNumber: string | null
  /** `null` while it is being read or when it could not be. */
  item: ItemDetail | null
  itemError: BridgeError | null
  /** What was typed into the form; `null` for nothing yet. */
  draft: ItemDraft | null
  leaves: readonly LeafCategory[] | null
  leavesError: BridgeError | null
  /** What the item that was saved last is called. */
  createdAs: string | null
  /** Called by the page while it is on the screen; nothing is read while it is not. */
  watch(): () => void
  find(filter: ItemFilter): Promise<void>
  firstPage(): Promise<void>
  nextPage(): Promise<void>
  reload(): Promise<void>
  open(itemNumber: string): Promise<void>
  showList(): void
  showForm(): void
  keepDraft(draft: ItemDraft): void
  readCategories(refresh: boolean): Promise<void>
  create(body: RequestOf<'item:create'>['body']): Promise<BridgeError | null>
  update(change: RequestOf<'item:update'>): Promise<BridgeError | null>
  delist(itemNumber: string): Promise<BridgeError | null>
}
export type ItemsStore = StoreApi<ItemsState>

/** The states that the document names; a marketplace may have more. */
export const NAMED_STATES = ['processing', 'listed', 'ready_to_delete', 'deleted'] as const
/** Asked for by name: the marketplace's own default, which the document does not show, may hide what is new. */
const NOT_GONE = NAMED_STATES.filter((state) => state !== 'deleted')
const NO_FILTER: ItemFilter = { state: '', externalId: '', mpn: '' }

export function createItemsStore({ requests, onEvent }: StationBridge): ItemsStore {
  /** The link of the page on screen; `null` for the first. */
  let page: string | null = null
  let watchers = 0
  const heldList = createHeld()
  const heldItem = createHeld()
  /** Then it is asked for its default: which states may be asked for is not shown either. */
  let namedRefused = false

  const store = createStore<ItemsState>()((set, get) => {
    const statusOf = (state: string): string[] => {
      if (state === '') return namedRefused ? [] : [...NOT_GONE]
      return state
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
    }
    const loadList = async (): Promise<void> => {
      set({ busy: true })
      const { filter } = get()
      const { state, externalId, mpn } = filter
      const asked = page
      const answer = await requests['items:list']({ status: statusOf(state), externalId, mpn, page })
      // Another page or filter is shown meanwhile, and its own answer is under way.
      if (asked !== page || filter !== get().filter) return
      if (!answer.ok && answer.error.fields?.['status'] === 'refused' && state === '' && !namedRefused) {
        namedRefused = true
        return loadList()
      }
      set({ busy: false })
      if (!answer.ok) set({ listError: answer.error })
      else if (heldList.takes(answer.revision)) set({ list: answer.value, listError: null })
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
      pageNumber: 1,
      busy: false,
      itemNumber: null,
      item: null,
      itemError: null,
      draft: null,
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
        set({ filter, list: null, createdAs: null })
        return goTo(null, 1)
      },
      firstPage: () => goTo(null, 1),
      async nextPage() {
        const { list, pageNumber } = get()
        if (list !== null && list.next !== null) await goTo(list.next, pageNumber + 1)
      },
      reload: oneAtATime(() => (get().view === 'item' ? loadItem() : loadList())),
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
      keepDraft: (draft) => set({ draft }),
      async readCategories(refresh) {
        const answer = await requests['categories:read']({ refresh })
        set(answer.ok ? { leaves: answer.value, leavesError: null } : { leavesError: answer.error })
      },
      async create(body) {
        const answer = await requests['item:create']({ body })
        if (!answer.ok) return answer.error
        page = null
        set({ draft: null, view: 'list', pageNumber: 1, createdAs: answer.value.externalId })
        void get().reload()
        return null
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
      namedRefused = false
      // The draft stays: a token that was replaced must not cost what was typed.
      store.setState({ view: 'list', list: null, item: null, itemNumber: null, leaves: null, pageNumber: 1 })
    }
  })
  return store
}
