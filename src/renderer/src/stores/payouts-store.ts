import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { PayoutView } from '../../../shared/contract/payout-views'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError } from '../../../shared/contract/result'
import type { SavedTable, Table } from '../../../shared/contract/tables'

/** What the account's orders bring. */

/** ISO 8601 days, both included. */
export type Period = RequestOf<'statistics:payouts'>

export type PayoutsState = {
  period: Period | null
  setPeriod(period: Period): void
  /** `null` until main has answered for this period. */
  view: PayoutView | null
  error: BridgeError | null
  /** Reads a period, and goes on until all of its days are summed up. */
  load(period: Period): Promise<void>
  /** The table that was saved last. */
  saved: SavedTable | null
  /** Why the last one could not be saved. */
  saveError: BridgeError | null
  save(name: RequestOf<'statistics:save-payouts'>['name'], table: Table): Promise<void>
}
export type PayoutsStore = StoreApi<PayoutsState>

const NOTHING = { period: null, view: null, error: null, saved: null, saveError: null }

export function createPayoutsStore({ requests, onEvent }: StationBridge): PayoutsStore {
  const store = createStore<PayoutsState>()((set, get) => ({
    ...NOTHING,
    setPeriod: (period) => set({ period }),
    async load(period) {
      const known = get().view
      const isSame = known?.from === period.from && known.to === period.to
      set({ period, view: isSame ? known : null, error: null, saved: null, saveError: null })
      for (let daysLeft = 1; daysLeft > 0;) {
        const answer = await requests['statistics:payouts'](period)
        // Another period was chosen meanwhile, or the station replaced.
        if (get().period !== period) return
        set(answer.ok ? { view: answer.value } : { error: answer.error })
        daysLeft = answer.ok ? answer.value.daysLeft : 0
      }
    },
    async save(name, table) {
      const { period } = get()
      if (period === null) return
      const answer = await requests['statistics:save-payouts']({ name, ...period, table })
      set(answer.ok ? { saved: answer.value, saveError: null } : { saved: null, saveError: answer.error })
    },
  }))
  onEvent((event) => {
    if (event.kind === 'station_replaced') store.setState(NOTHING)
  })
  return store
}
