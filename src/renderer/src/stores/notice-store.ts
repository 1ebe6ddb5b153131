import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BridgeError } from '../../../shared/contract/result'
import type { NoticeView, OrderView } from '../../../shared/contract/views'
import { createHeld } from '../data/held'
import { oneAtATime } from '../data/one-at-a-time'

/** Alarms and notices that nobody has acknowledged, and the orders they are about. */

/** Orders read for the parcels of their notices; there are more only when nobody looked for long. */
const MOST_ORDERS = 20
/** Main lists no more than these. */
const MOST_LISTED = 200

export type NoticeState = {
  /** Oldest first: what happened first is asked first. */
  notices: readonly NoticeView[]
  /** As last read, by order; what is not on this station is missing. */
  orders: ReadonlyMap<number, OrderView>
  /** Notices that a person has postponed: they no longer interrupt, but stay visible. */
  aside: ReadonlySet<number>
  error: BridgeError | null
  listOpen: boolean
  load(): Promise<void>
  /** Resolves to whether main has recorded it. */
  acknowledge(noticeId: number): Promise<boolean>
  putAside(noticeId: number): void
  showList(open: boolean): void
}
export type NoticeStore = StoreApi<NoticeState>

/** The notice that interrupts now, or `null`. */
export function interrupting({ notices, aside }: Pick<NoticeState, 'notices' | 'aside'>): NoticeView | null {
  return notices.find(({ noticeId }) => !aside.has(noticeId)) ?? null
}

/** Follows main from the first `load` on. */
export function createNoticeStore({ requests, onEvent }: StationBridge): NoticeStore {
  const held = createHeld()

  const ordersOf = async (notices: readonly NoticeView[]): Promise<Map<number, OrderView>> => {
    const ids = new Set(notices.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))
    const first = [...ids].slice(0, MOST_ORDERS)
    const answers = await Promise.all(first.map((orderId) => requests['packing:open']({ orderId })))
    return new Map(answers.flatMap((answer) => (answer.ok ? [[answer.value.orderId, answer.value]] : [])))
  }

  const store = createStore<NoticeState>()((set, get) => ({
    notices: [],
    orders: new Map(),
    aside: new Set(),
    error: null,
    listOpen: false,
    async load() {
      const answer = await requests['station:notices']({})
      if (!answer.ok) return set({ error: answer.error })
      if (!held.takes(answer.revision)) return
      const notices = answer.value.toReversed()
      // The alarm comes first; which parcels it means follows a moment later.
      set({ notices, error: null })
      const orders = await ordersOf(notices)
      if (get().notices === notices) set({ orders })
    },
    async acknowledge(noticeId) {
      const answer = await requests['station:acknowledge']({ noticeId })
      if (!answer.ok) {
        set({ error: answer.error })
        return false
      }
      // Answered, whatever a read of the others says.
      set({ notices: get().notices.filter((notice) => notice.noticeId !== noticeId) })
      await get().load()
      if (get().notices.length === 0) set({ listOpen: false })
      return true
    },
    putAside: (noticeId) => set({ aside: new Set(get().aside).add(noticeId) }),
    showList: (listOpen) => set({ listOpen }),
  }))

  const follow = oneAtATime(() => store.getState().load())
  onEvent((event) => {
    const { notices } = store.getState()
    if (event.kind === 'station_replaced')
      store.setState({ notices: [], orders: new Map(), aside: new Set() })
    // The count tells also of what was raised while nobody listened.
    const missed = event.kind === 'status' && Math.min(event.status.notices, MOST_LISTED) !== notices.length
    if (held.knows(event.revision)) return
    if (event.kind === 'notices_changed' || event.kind === 'station_replaced' || missed) void follow()
  })
  return store
}
