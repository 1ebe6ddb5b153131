import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { QueueFilter, QueueView } from '../../../shared/domain/orders/order-queue'
import type { QueueCounts, QueueRow } from '../../../shared/contract/views'
import { FIRST_CHOICE } from '../../../shared/domain/station/first-screen'
import { oneAtATime } from '../data/one-at-a-time'
import { createWindowedList, emptyRows, type WindowedRows } from './windowed-list'

/** The list of orders: a view, a search, and the rows on screen. */

export type QueueState = WindowedRows<QueueRow> & {
  view: QueueView
  filter: QueueFilter
  search: string
  /** Index of the row that the keyboard is on. */
  active: number
  /** Of the view; `null` until read. */
  counts: QueueCounts | null
  count(): Promise<void>
  setView(view: QueueView): void
  setFilter(filter: QueueFilter): void
  setSearch(search: string): void
  setActive(index: number): void
  show(first: number, last: number): void
}
export type QueueStore = StoreApi<QueueState>

export function createQueueStore({ requests, onEvent }: StationBridge): QueueStore {
  const store = createStore<QueueState>()((set, get) => ({
    ...emptyRows<QueueRow>(),
    ...FIRST_CHOICE,
    active: 0,
    counts: null,
    count: oneAtATime(async () => {
      const answer = await requests['packing:counts']({ view: get().view })
      // The view may have changed meanwhile.
      if (answer.ok && answer.value.view === get().view) set({ counts: answer.value })
    }),
    setView(view) {
      if (view === get().view) return
      set({ view, active: 0, counts: null })
      list.restart()
    },
    setFilter(filter) {
      if (filter === get().filter) return
      set({ filter, active: 0 })
      list.restart()
    },
    setSearch(search) {
      const trimmed = search.trim()
      if (trimmed === get().search) return
      set({ search: trimmed, active: 0 })
      list.restart()
    },
    setActive(index) {
      set({ active: Math.max(0, Math.min(index, (get().total ?? 1) - 1)) })
    },
    show: (first, last) => list.show(first, last),
  }))
  const list = createWindowedList<QueueRow>(
    (offset, limit) => {
      const { view, filter, search } = store.getState()
      return requests['packing:queue']({ view, filter, search, offset, limit })
    },
    store.getState,
    (rows) => store.setState(rows),
  )
  onEvent((event) => {
    if (event.kind === 'orders_changed') list.reload()
    if (event.kind !== 'station_replaced') return
    store.setState({ counts: null })
    list.restart()
  })
  return store
}
