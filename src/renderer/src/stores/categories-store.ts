import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { CategoryTree } from '../../../shared/contract/item-views'
import type { BridgeError } from '../../../shared/contract/result'

/** The marketplace's categories, and what the account has in the one that is chosen. */

export type CategoriesState = {
  /** `null` before the first answer. */
  tree: CategoryTree | null
  error: BridgeError | null
  busy: boolean
  search: string
  chosen: number | null
  /** Items of the chosen category by state; `null` until main has counted. */
  items: readonly { state: string; items: number }[] | null
  /** @param refresh reads the tree from the marketplace again */
  read(refresh: boolean): Promise<void>
  find(search: string): void
  choose(categoryId: number): Promise<void>
}
export type CategoriesStore = StoreApi<CategoriesState>

export function createCategoriesStore({ requests, onEvent }: StationBridge): CategoriesStore {
  const store = createStore<CategoriesState>()((set, get) => ({
    tree: null,
    error: null,
    busy: false,
    search: '',
    chosen: null,
    items: null,
    async read(refresh) {
      set({ busy: true })
      const answer = await requests['items:categories']({ refresh })
      set(answer.ok ? { tree: answer.value, error: null, busy: false } : { error: answer.error, busy: false })
    },
    find: (search) => set({ search }),
    async choose(categoryId) {
      set({ chosen: categoryId, items: null })
      const answer = await requests['items:of-category']({ categoryId })
      if (answer.ok && get().chosen === categoryId) set({ items: answer.value })
    },
  }))
  onEvent((event) => {
    if (event.kind === 'station_replaced')
      store.setState({ tree: null, error: null, search: '', chosen: null, items: null })
  })
  return store
}
