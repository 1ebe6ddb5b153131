import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { ItemDetail } from '../../../shared/contract/item-views'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError } from '../../../shared/contract/result'
import type { LeafCategory } from '../../../shared/domain/items/category'
import { createHeld } from '../data/held'
import { oneAtATime } from '../data/one-at-a-time'

/** What the page of items shows: the list, or the item that is open. */

/** What the Items page shows: the list, one item, or the form of a new one. */
export type ItemsView = 'list' | 'item' | 'new'

export type ItemsState = {
  view: ItemsView
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
  /** Reads the item that is shown again. */
  reload(): Promise<void>
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

export function createItemsStore({ requests, onEvent }: StationBridge): ItemsStore {
  let watchers = 0
  const heldItem = createHeld()

  const store = createStore<ItemsState>()((set, get) => {
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
      reload: oneAtATime(loadItem),
      async open(itemNumber) {
        set({ view: 'item', itemNumber, item: null, itemError: null, createdAs: null })
        // The name of the category; the item is shown without it, too.
        if (get().leaves === null) void get().readCategories(false)
        await loadItem()
      },
      showList: () => set({ view: 'list', itemNumber: null, item: null }),
      showForm() {
        set({ view: 'new', createdAs: null })
        void get().readCategories(false)
      },
      async readCategories(refresh) {
        const answer = await requests['items:category']({ refresh })
        set(answer.ok ? { leaves: answer.value, leavesError: null } : { leavesError: answer.error })
      },
      created: (externalId) => set({ view: 'list', createdAs: externalId }),
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
    if (event.kind === 'station_replaced')
      store.setState({ view: 'list', item: null, itemNumber: null, leaves: null })
  })
  return store
}
