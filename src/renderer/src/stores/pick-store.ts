import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BridgeError } from '../../../shared/contract/result'
import type { PickList } from '../../../shared/contract/views'
import type { QueueFilter } from '../../../shared/domain/orders/order-queue'
import type { PickSize } from '../../../shared/domain/orders/pick-list'

/** What to fetch for the next orders. It stays as it is, with its ticks, until a person asks for another one. */

export type PickState = {
  open: boolean
  orders: PickSize
  /** As the queue's when the list was made. */
  filter: QueueFilter
  /** `null` until read. */
  list: PickList | null
  error: BridgeError | null
  /** Keys of the rows that were fetched. */
  fetched: ReadonlySet<string>
  /** Shows the list as it is, or makes the first one. */
  show(): void
  hide(): void
  /** Makes the list again; what was fetched and is on it again stays ticked. */
  make(orders: PickSize): Promise<void>
  toggle(key: string): void
}
export type PickStore = StoreApi<PickState>

export function createPickStore(
  { requests, onEvent }: StationBridge,
  filterNow: () => QueueFilter,
): PickStore {
  const nothing = { list: null, error: null, fetched: new Set<string>() }
  const store = createStore<PickState>()((set, get) => ({
    ...nothing,
    open: false,
    orders: 10,
    filter: 'any',
    show() {
      set({ open: true })
      if (get().list === null || get().filter !== filterNow()) void get().make(get().orders)
    },
    hide: () => set({ open: false }),
    async make(orders) {
      const filter = filterNow()
      set({ orders, filter })
      const answer = await requests['packing:picks']({ orders, filter })
      // Asked for another one meanwhile.
      if (get().orders !== orders || get().filter !== filter) return
      set(answer.ok ? { list: answer.value, error: null } : { error: answer.error })
    },
    toggle(key) {
      const { fetched } = get()
      const without = [...fetched].filter((other) => other !== key)
      set({ fetched: new Set(fetched.has(key) ? without : [...fetched, key]) })
    },
  }))
  onEvent((event) => {
    if (event.kind === 'station_replaced') store.setState({ ...nothing, open: false })
  })
  return store
}
