import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BridgeError } from '../../../shared/contract/result'
import type { UpdateView } from '../../../shared/contract/updates'

/** A newer version of the program, and installing it. */

export type UpdatesState = {
  /** `null` until main has answered. */
  update: UpdateView | null
  error: BridgeError | null
  looking: boolean
  /** From the request until the program ends. */
  installing: boolean
  load(): Promise<void>
  look(): Promise<void>
  install(): Promise<void>
}

export function createUpdatesStore({ requests }: StationBridge): StoreApi<UpdatesState> {
  return createStore<UpdatesState>()((set, get) => ({
    update: null,
    error: null,
    looking: false,
    installing: false,
    async load() {
      const answer = await requests['updates:read']({})
      set(answer.ok ? { update: answer.value, error: null } : { error: answer.error })
    },
    async look() {
      if (get().looking) return
      set({ looking: true, error: null })
      const answer = await requests['updates:look']({})
      set({ looking: false, ...(answer.ok ? { update: answer.value } : { error: answer.error }) })
    },
    async install() {
      if (get().installing) return
      set({ installing: true, error: null })
      const answer = await requests['updates:install']({})
      if (!answer.ok) set({ installing: false, error: answer.error })
    },
  }))
}
