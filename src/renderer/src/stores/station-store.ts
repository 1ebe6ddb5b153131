import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { PreferenceChanges } from '../../../shared/contract/preferences'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { Bootstrap, StationSettings } from '../../../shared/contract/views'
import { NOTHING_USUAL, type Usual } from '../../../shared/domain/carriers/carrier'
import type { Label } from '../../../shared/domain/shipments/label'
import { createHeld, type Held } from '../data/held'
import type { Link } from '../data/station'
import { createLeaving, type Leaving } from './leaving'

/** What the whole screen needs to know of the station: mode, status, settings. */

export type StationState = Leaving & {
  /** `null` until main has answered the first time. */
  bootstrap: Bootstrap | null
  /** The revision at which all of it was read last. */
  bootstrapRevision: number
  error: BridgeError | null
  /** Anything but `up` only in the browser host. */
  link: Link
  load(): Promise<void>
  setLink(link: Link): void
  saveSettings(changes: Partial<StationSettings>): Promise<BridgeError | null>
  /** Changes fields of how this PC is set up. */
  savePreferences(changes: PreferenceChanges): Promise<BridgeError | null>
  syncNow(): Promise<BridgeError | null>
  /** Reads again which stations are known, and when each was heard last. */
  readLan(): Promise<void>
  /** What stations trust each other by; `null`: the access token. */
  savePassphrase(passphrase: string | null): Promise<BridgeError | null>
  /** Remembers whose such a number is, where several carriers have them. */
  chooseCarrier(label: Pick<Label, 'carrier' | 'trackingNumber'>): Promise<BridgeError | null>
  /** A person has looked: the PC's clock is right. */
  confirmClock(): Promise<BridgeError | null>
}
export type StationStore = StoreApi<StationState>

/** Whether nothing can be packed or shipped, because the PC's clock is far off and nobody said that it is right. */
export function clockStops({ bootstrap }: Pick<StationState, 'bootstrap'>): boolean {
  return bootstrap?.status.clock.state === 'refused'
}

/** What decides here between carriers with the same kind of numbers. */
export function usualOf({ bootstrap }: Pick<StationState, 'bootstrap'>): Usual {
  if (bootstrap === null) return NOTHING_USUAL
  return { carrier: bootstrap.settings.carrier, choices: bootstrap.preferences.carriers.choices }
}

/** The station as the renderer sees it; follows the bridge's events from the start. */
export function createStationStore({ requests, onEvent }: StationBridge): StationStore {
  /** Several answers and events bring parts of the bootstrap; each part is as new as the newest of them. */
  const parts: Partial<Bootstrap> = {}
  const held = new Map<string, Held>()

  const take = (given: Partial<Bootstrap>, revision: number): void => {
    for (const [part, value] of Object.entries(given)) {
      const its = held.get(part) ?? createHeld()
      held.set(part, its)
      if (its.takes(revision)) Object.assign(parts, { [part]: value })
    }
    if (store.getState().bootstrap !== null) store.setState({ bootstrap: { ...parts } as Bootstrap })
  }
  const settle = async <T>(
    asked: Promise<Result<T>>,
    partsOf: (value: T) => Partial<Bootstrap>,
  ): Promise<BridgeError | null> => {
    const answer = await asked
    if (!answer.ok) return answer.error
    take(partsOf(answer.value), answer.revision)
    return null
  }

  const store = createStore<StationState>()((set) => ({
    ...createLeaving(requests, set),
    bootstrap: null,
    bootstrapRevision: 0,
    error: null,
    link: 'up',
    async load() {
      const answer = await requests['station:bootstrap']({})
      if (!answer.ok) return set({ error: answer.error })
      const { value, revision } = answer
      take(value, revision)
      set({ bootstrap: { ...value, ...parts }, bootstrapRevision: revision, error: null })
    },
    setLink: (link) => set({ link }),
    chooseCarrier: ({ carrier, trackingNumber }) =>
      settle(requests['packing:choose-carrier']({ carrier, trackingNumber }), (preferences) => ({
        preferences,
      })),
    saveSettings: (settings) => settle(requests['settings:save'](settings), (view) => view),
    savePreferences: (part) =>
      settle(requests['settings:save-preferences'](part), (preferences) => ({ preferences })),
    readLan: async () => void (await settle(requests['warehouse:neighbors']({}), (lan) => ({ lan }))),
    savePassphrase: (passphrase) =>
      settle(requests['warehouse:passphrase']({ passphrase }), (lan) => ({ lan })),
    syncNow: () => settle(requests['station:sync']({}), (status) => ({ status })),
    confirmClock: () => settle(requests['station:confirm-clock']({}), (status) => ({ status })),
  }))

  onEvent((event) => {
    if (event.kind === 'status') take({ status: event.status }, event.revision)
    if (event.kind === 'lan_changed') take({ lan: event.lan }, event.revision)
    if (event.kind === 'settings_changed') void store.getState().load()
    if (event.kind === 'station_replaced') void store.getState().load()
    // How many operations are open elsewhere.
    if (event.kind === 'accounts_changed') void settle(requests['settings:read']({}), (view) => view)
  })
  return store
}
