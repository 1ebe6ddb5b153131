import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { OutboxView } from '../../../shared/contract/outbox'
import type { OutboxRow } from '../../../shared/contract/op-views'
import { createWindowedList, emptyRows, type WindowedRows } from './windowed-list'

/** The list of operations. */

export type OutboxState = WindowedRows<OutboxRow> & {
  view: OutboxView
  setView(view: OutboxView): void
  show(first: number, last: number): void
}
export type OutboxStore = StoreApi<OutboxState>

export function createOutboxStore({ requests, onEvent }: StationBridge): OutboxStore {
  const store = createStore<OutboxState>()((set, get) => ({
    ...emptyRows<OutboxRow>(),
    view: 'open',
    setView(view) {
      if (view === get().view) return
      set({ view })
      list.restart()
    },
    show: (first, last) => list.show(first, last),
  }))
  const list = createWindowedList<OutboxRow>(
    (offset, limit) => requests['outbox:list']({ view: store.getState().view, offset, limit }),
    store.getState,
    (rows) => store.setState(rows),
  )
  onEvent((event) => {
    if (event.kind === 'outbox_changed') list.reload()
    if (event.kind === 'station_replaced') list.restart()
  })
  return store
}
