import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { SetupView } from '../../../shared/contract/setup'

/** The settings that all stations of the warehouse follow. */

export type SetupState = {
  setup: SetupView | null
  error: BridgeError | null
  /** What cannot be read now stays as it was last. */
  read(): Promise<void>
  publish(): Promise<void>
  /** The key's words were compared: from now on, nothing counts without it. */
  pin(key: string): Promise<void>
  followAgain(name: string): Promise<void>
}
export type SetupStore = StoreApi<SetupState>

export function createSetupStore({ requests }: Pick<StationBridge, 'requests'>): SetupStore {
  return createStore<SetupState>()((set, get) => {
    const take = (answer: Result<SetupView>): void =>
      set(answer.ok ? { setup: answer.value, error: null } : { error: answer.error })
    return {
      setup: null,
      error: null,
      async read() {
        const answer = await requests['warehouse:setup']({})
        if (answer.ok) set({ setup: answer.value })
      },
      publish: async () =>
        take(await requests['warehouse:publish-setup']({ over: get().setup?.current?.id ?? null })),
      pin: async (key) => take(await requests['warehouse:pin-setup-key']({ key })),
      followAgain: async (name) => take(await requests['warehouse:use-setup']({ names: [name] })),
    }
  })
}
