import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BridgeError } from '../../../shared/contract/result'
import type { BackupView } from '../../../shared/contract/views'

/** The station's backups, and going back to one of them. */

export type BackupsState = {
  /** `null` until main has answered. */
  backups: readonly BackupView[] | null
  error: BridgeError | null
  busy: 'make' | 'restore' | null
  /** True when one was just made. A restore starts the station over and raises a notice of its own. */
  made: boolean
  load(): Promise<void>
  make(): Promise<void>
  restore(name: string): Promise<void>
}
export type BackupsStore = StoreApi<BackupsState>

export function createBackupsStore({ requests, onEvent }: StationBridge): BackupsStore {
  const store = createStore<BackupsState>()((set, get) => {
    const whileBusy = async (busy: NonNullable<BackupsState['busy']>, work: () => Promise<void>) => {
      if (get().busy !== null) return
      set({ busy, error: null, made: false })
      try {
        await work()
      } finally {
        set({ busy: null })
      }
    }
    return {
      backups: null,
      error: null,
      busy: null,
      made: false,
      async load() {
        const answer = await requests['station:backups']({})
        set(answer.ok ? { backups: answer.value } : { error: answer.error })
      },
      make: () =>
        whileBusy('make', async () => {
          const answer = await requests['station:back-up']({})
          set(answer.ok ? { made: true } : { error: answer.error })
          if (answer.ok) await get().load()
        }),
      restore: (name) =>
        whileBusy('restore', async () => {
          const answer = await requests['station:restore']({ name })
          if (!answer.ok) set({ error: answer.error })
        }),
    }
  })
  onEvent((event) => {
    if (event.kind === 'station_replaced') store.setState({ backups: null, error: null, made: false })
  })
  return store
}
