import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { OpDetail } from '../../../shared/contract/op-views'
import { createHeld } from '../data/held'
import { oneAtATime } from '../data/one-at-a-time'

/** The operation that a person looks at, with all that is needed to decide on it. */

/** The name by which the list of operations keeps which of them it shows. */
export const KEPT_VIEW = 'outbox view'

/** Answers that need nothing but a reason. */
export type PlainAnswer = RequestOf<'outbox:answer'>['answer']

export type OpState = {
  /** Place in the outbox of the one that is looked at; `null` while the list is. */
  seq: number | null
  /** `null` while it is read. */
  detail: OpDetail | null
  error: BridgeError | null
  busy: boolean
  open(seq: number): Promise<void>
  /** Asks main again; what is shown stays until the answer comes. */
  reread(): Promise<void>
  close(): void
  answer(answer: PlainAnswer, reason: string): Promise<BridgeError | null>
  /** "It is this one". @param cancel the station's ids of extra shipments to cancel */
  adopt(serverId: number, cancel: readonly string[]): Promise<BridgeError | null>
  correct(times: Omit<RequestOf<'outbox:correct'>, 'seq'>): Promise<BridgeError | null>
}
export type OpStore = StoreApi<OpState>

const NOTHING = { seq: null, detail: null, error: null, busy: false } as const

/** Follows main: what changes there is shown at once. */
export function createOpStore({ requests, onEvent }: StationBridge): OpStore {
  const held = createHeld()

  const store = createStore<OpState>()((set, get) => {
    const read = async (): Promise<void> => {
      const { seq } = get()
      if (seq === null) return
      const answer = await requests['outbox:read']({ seq })
      if (get().seq !== seq) return
      if (!answer.ok) set({ error: answer.error })
      else if (held.takes(answer.revision)) set({ detail: answer.value, error: null })
    }
    const settle = async (ask: (seq: number) => Promise<Result<null>>): Promise<BridgeError | null> => {
      const { seq, busy } = get()
      if (seq === null || busy) return null
      set({ busy: true })
      const answer = await ask(seq)
      set({ busy: false })
      await read()
      return answer.ok ? null : answer.error
    }
    return {
      ...NOTHING,
      async open(seq) {
        set({ ...NOTHING, seq })
        await read()
      },
      reread: read,
      close: () => set({ ...NOTHING }),
      answer: (answer, reason) => settle((seq) => requests['outbox:answer']({ seq, answer, reason })),
      adopt: (serverId, cancel) =>
        settle((seq) => requests['outbox:adopt']({ seq, serverId, cancel: [...cancel] })),
      correct: (times) => settle((seq) => requests['outbox:correct']({ seq, ...times })),
    }
  })

  const follow = oneAtATime(() => store.getState().reread())
  onEvent((event) => {
    if (event.kind === 'station_replaced') store.getState().close()
    if (held.knows(event.revision)) return
    if (event.kind === 'outbox_changed') void follow()
    const orderId = store.getState().detail?.order?.orderId
    if (event.kind !== 'orders_changed' || orderId === undefined) return
    if (event.orderIds === null || event.orderIds.includes(orderId)) void follow()
  })
  return store
}
