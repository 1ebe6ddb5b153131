import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { Preferences } from '../../../shared/contract/preferences'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { Bootstrap, SettingsView, StationSettings, StationStatus } from '../../../shared/contract/views'
import type { Link } from '../data/station'
import { createLeaving, type Leaving } from './leaving'

/** What the whole screen needs to know of the station: mode, status, settings. */

export type StationState = Leaving & {
  /** `null` until main has answered the first time. */
  bootstrap: Bootstrap | null
  error: BridgeError | null
  /** Anything but `up` only in the browser host. */
  link: Link
  load(): Promise<void>
  setLink(link: Link): void
  saveSettings(settings: StationSettings): Promise<BridgeError | null>
  /** Replaces whole sections of how this PC is set up. */
  savePreferences(part: Partial<Preferences>): Promise<BridgeError | null>
  syncNow(): Promise<BridgeError | null>
  /** Reads again which stations are known, and when each was heard last. */
  readLan(): Promise<void>
  /** What stations trust each other by; `null`: the access token. */
  savePassphrase(passphrase: string | null): Promise<BridgeError | null>
  /** A person has looked: the PC's clock is right. */
  confirmClock(): Promise<BridgeError | null>
}
export type StationStore = StoreApi<StationState>

/** The station as the renderer sees it; follows the bridge's status events from the start. */
export function createStationStore({ requests, onEvent }: StationBridge): StationStore {
  let latestEvent: StationStatus | null = null
  /** Answers and events come by different ways: a status heard while an answer was under way is the newer one. */
  const withStatus = async <T>(
    ask: () => Promise<T>,
  ): Promise<{ answer: T; newer: StationStatus | null }> => {
    const before = latestEvent
    const answer = await ask()
    return { answer, newer: latestEvent === before ? null : latestEvent }
  }
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
    const takeStatus = async (ask: () => Promise<Result<StationStatus>>): Promise<BridgeError | null> => {
      const { answer, newer } = await withStatus(ask)
      if (!answer.ok) return answer.error
      merge({ status: newer ?? answer.value })
      return null
    }
    return {
      ...createLeaving(requests, set),
      bootstrap: null,
      error: null,
      link: 'up',
      async load() {
        const { answer, newer } = await withStatus(() => requests['station:bootstrap']({}))
        if (!answer.ok) return set({ error: answer.error })
        set({ bootstrap: { ...answer.value, status: newer ?? answer.value.status }, error: null })
      },
      setLink: (link) => set({ link }),
      async saveSettings(settings) {
        return accept(await requests['settings:save'](settings))
      },
      async savePreferences(part) {
        const answer = await requests['preferences:save'](part)
        if (!answer.ok) return answer.error
        merge({ preferences: answer.value })
        return null
      },
      async readLan() {
        const answer = await requests['lan:read']({})
        if (answer.ok) merge({ lan: answer.value })
      },
      async savePassphrase(passphrase) {
        const answer = await requests['lan:passphrase']({ passphrase })
        if (!answer.ok) return answer.error
        merge({ lan: answer.value })
        return null
      },
      syncNow: () => takeStatus(() => requests['sync:now']({})),
      confirmClock: () => takeStatus(() => requests['clock:confirm']({})),
    }
  })
  onEvent((event) => {
    if (event.kind === 'status') {
      latestEvent = event.status
      const { bootstrap } = store.getState()
      if (bootstrap !== null) store.setState({ bootstrap: { ...bootstrap, status: event.status } })
    }
    if (event.kind === 'lan_changed') {
      const { bootstrap } = store.getState()
      if (bootstrap !== null) store.setState({ bootstrap: { ...bootstrap, lan: event.lan } })
    }
    if (event.kind === 'station_replaced') void store.getState().load()
  })
  return store
}
