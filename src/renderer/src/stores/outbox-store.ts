import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { OutboxView } from '../../../shared/contract/requests'
import type { BridgeError } from '../../../shared/contract/result'
import type { OutboxRow } from '../../../shared/contract/views'
import type { HeldAnswer } from '../../../shared/domain/operation'
import { createWindowedList, emptyRows, type WindowedRows } from './windowed-list'

/** The list of operations and a person's answers to those that are held. */

export type OutboxState = WindowedRows<OutboxRow> & {
  view: OutboxView
  setView(view: OutboxView): void
  show(first: number, last: number): void
  answer(opUid: string, answer: HeldAnswer, reason: string): Promise<BridgeError | null>
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
    async answer(opUid, answer, reason) {
      const result = await requests['outbox:answer']({ opUid, answer, reason })
      list.reload()
      return result.ok ? null : result.error
    },
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
