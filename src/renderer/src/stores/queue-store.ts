import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { QueueFilter, QueueView } from '../../../shared/domain/orders/order-queue'
import type { QueueCounts, QueueRow } from '../../../shared/contract/views'
import { FIRST_CHOICE } from '../../../shared/domain/station/first-screen'
import { oneAtATime } from '../data/one-at-a-time'
import type { Reads } from '../data/reads'
import { createRows, type RowsHeld, type RowsReader } from '../data/rows'

/** The list of orders: a view, a search, and the rows on screen. */

export type QueueState = typeof FIRST_CHOICE & {
  rows: RowsHeld<QueueRow>
  /** Index of the row that the keyboard is on. */
  active: number
  /** Of the view; `null` until read. */
  counts: QueueCounts | null
  count(): Promise<void>
  setView(view: QueueView): void
  setFilter(filter: QueueFilter): void
  setSearch(search: string): void
  setActive(index: number): void
  /** Reads these rows, which are in sight from now on. */
  show(first: number, last: number): void
}
export type QueueStore = StoreApi<QueueState>

export function createQueueStore({ requests, onEvent }: StationBridge, reads: Reads): QueueStore {
  let reader: RowsReader<'packing:queue'> = createRows(reads, 'packing:queue', FIRST_CHOICE)
  let stop = (): void => undefined
  const store = createStore<QueueState>()((set, get) => ({
    ...FIRST_CHOICE,
    rows: reader.held(),
    active: 0,
    counts: null,
    count: oneAtATime(async () => {
      const answer = await requests['packing:counts']({ view: get().view })
      // The view may have changed meanwhile.
      if (answer.ok && answer.value.view === get().view) set({ counts: answer.value })
    }),
    setView(view) {
      if (view !== get().view) choose({ view, counts: null })
    },
    setFilter(filter) {
      if (filter !== get().filter) choose({ filter })
    },
    setSearch(search) {
      const trimmed = search.trim()
      if (trimmed !== get().search) choose({ search: trimmed })
    },
    setActive(index) {
      set({ active: Math.max(0, Math.min(index, (get().rows.total ?? 1) - 1)) })
    },
    show(first, last) {
      if (get().rows.total === null) void reader.open()
      reader.show(first, last)
    },
  }))
  const follow = (): void => {
    stop()
    stop = reader.subscribe(() => store.setState({ rows: reader.held() }))
  }
  /** Lists other orders, from the top. */
  const choose = (choice: Partial<QueueState>): void => {
    stop()
    // Enter must not open what was on this list the last time.
    reads.forget('packing:queue')
    const { view, filter, search } = { ...store.getState(), ...choice }
    reader = createRows(reads, 'packing:queue', { view, filter, search })
    store.setState({ ...choice, active: 0, rows: reader.held() })
    follow()
    void reader.open()
  }
  follow()
  onEvent((event) => {
    if (event.kind === 'station_replaced') store.setState({ counts: null })
    if (event.kind === 'orders_changed' || event.kind === 'station_replaced') void reader.reload()
  })
  return store
}
