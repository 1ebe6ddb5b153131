import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { Link } from '../station'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { Bootstrap, SettingsView, StationSettings } from '../../../shared/contract/views'

/** What the whole screen needs to know of the station: mode, status, settings. */

export type StationState = {
  /** `null` until main has answered the first time. */
  bootstrap: Bootstrap | null
  error: BridgeError | null
  /** Anything but `up` only in the browser host. */
  link: Link
  load(): Promise<void>
  setLink(link: Link): void
  saveSettings(settings: StationSettings): Promise<BridgeError | null>
  /** An empty token keeps the present one. */
  connect(connection: { baseUrl: string; accessToken: string }): Promise<BridgeError | null>
  train(): Promise<BridgeError | null>
  syncNow(): Promise<BridgeError | null>
}
export type StationStore = StoreApi<StationState>

/** The station as the renderer sees it; follows the bridge's status events from the start. */
export function createStationStore({ requests, onEvent }: StationBridge): StationStore {
  const store = createStore<StationState>()((set, get) => {
    const merge = (part: Partial<Bootstrap>) => {
      const { bootstrap } = get()
      if (bootstrap !== null) set({ bootstrap: { ...bootstrap, ...part } })
    }
    const accept = (answer: Result<SettingsView>): BridgeError | null => {
      if (!answer.ok) return answer.error
      merge(answer.value)
      return null
    }
    return {
      bootstrap: null,
      error: null,
      link: 'up',
      async load() {
        const answer = await requests['station:bootstrap']({})
        set(answer.ok ? { bootstrap: answer.value, error: null } : { error: answer.error })
      },
      setLink: (link) => set({ link }),
      async saveSettings(settings) {
        return accept(await requests['settings:save'](settings))
      },
      async connect(connection) {
        const answer = await requests['settings:connect'](connection)
        return answer.ok ? null : answer.error
      },
      async train() {
        const answer = await requests['settings:train']({})
        return answer.ok ? null : answer.error
      },
      async syncNow() {
        const answer = await requests['sync:now']({})
        if (!answer.ok) return answer.error
        merge({ status: answer.value })
        return null
      },
    }
  })
  onEvent((event) => {
    const { bootstrap } = store.getState()
    if (event.kind === 'status' && bootstrap !== null) {
      store.setState({ bootstrap: { ...bootstrap, status: event.status } })
    }
    if (event.kind === 'station_replaced') void store.getState().load()
  })
  return store
}
