import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AccountRow } from '../../../shared/contract/accounts'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError } from '../../../shared/contract/result'

/** The accounts of this PC, and switching between them. */

export type AccountsState = {
  /** `null` until read. */
  rows: readonly AccountRow[] | null
  error: BridgeError | null
  /** Whether the dialog that switches is open. */
  choosing: boolean
  setChoosing(choosing: boolean): void
  load(): Promise<void>
  save(request: RequestOf<'accounts:save'>): Promise<BridgeError | null>
  /** Everything shown is read again after it. */
  change(accountId: string, repair: boolean): Promise<BridgeError | null>
}
export type AccountsStore = StoreApi<AccountsState>

/** @param onNamed called when the name or the color on the pages may have changed */
export function createAccountsStore(
  { requests, onEvent }: StationBridge,
  onNamed: () => void,
): AccountsStore {
  const store = createStore<AccountsState>()((set) => ({
    rows: null,
    error: null,
    choosing: false,
    setChoosing: (choosing) => set({ choosing }),
    async load() {
      const answer = await requests['accounts:list']({})
      set(answer.ok ? { rows: answer.value.rows, error: null } : { error: answer.error })
    },
    async save(request) {
      const answer = await requests['accounts:save'](request)
      if (!answer.ok) return answer.error
      set({ rows: answer.value.rows })
      onNamed()
      return null
    },
    async change(accountId, repair) {
      const answer = await requests['accounts:switch']({ accountId, repair })
      return answer.ok ? null : answer.error
    },
  }))
  onEvent(({ kind }) => {
    if (kind === 'station_replaced') store.setState({ choosing: false })
    const isShown = store.getState().rows !== null
    if (isShown && (kind === 'station_replaced' || kind === 'accounts_changed')) void store.getState().load()
  })
  return store
}
