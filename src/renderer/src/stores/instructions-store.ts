import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { InstructionsView } from '../../../shared/contract/instructions'
import type { BridgeError } from '../../../shared/contract/result'

/** The folder of packing instructions, and the pictures in it that were looked at. */

export type InstructionsState = {
  /** `null` until read. */
  view: InstructionsView | null
  error: BridgeError | null
  busy: boolean
  /** Reads the folder again. */
  load(): Promise<void>
  /** `data:` URLs by name; `null`: it cannot be shown. */
  pictures: ReadonlyMap<string, string | null>
  /** Reads a picture unless it is there. */
  want(name: string): void
}
export type InstructionsStore = StoreApi<InstructionsState>

/** A megabyte each at most; more than one order shows. */
const MOST_KEPT = 60

export function createInstructionsStore({ requests }: StationBridge): InstructionsStore {
  const asked = new Set<string>()
  return createStore<InstructionsState>()((set, get) => ({
    view: null,
    error: null,
    busy: false,
    pictures: new Map(),
    async load() {
      set({ busy: true })
      const answer = await requests['instructions:read']({})
      // A picture may have been replaced by another of the same name.
      if (answer.ok) set({ view: answer.value, error: null, busy: false, pictures: new Map() })
      else set({ error: answer.error, busy: false })
    },
    want(name) {
      if (get().pictures.has(name) || asked.has(name)) return
      asked.add(name)
      void requests['instructions:picture']({ name }).then((answer) => {
        asked.delete(name)
        if (!answer.ok) return
        const kept = [...get().pictures].slice(1 - MOST_KEPT)
        set({ pictures: new Map([...kept, [name, answer.value.picture]]) })
      })
    },
  }))
}
