import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError } from '../../../shared/contract/result'
import type { UsedValues } from '../../../shared/domain/items/used-values'
import type { ItemDraft } from './item-draft'
import { oneAtATime } from '../data/one-at-a-time'

/** The form of a new item: what was typed, which main keeps over a reload, and what it proposes. */

export type ItemFormState = {
  /** False until main was asked for what was typed before. */
  ready: boolean
  /** What was typed; `null` for nothing yet. An older version may have kept it, so read it with `readDraft`. */
  draft: unknown
  values: UsedValues
  /** Called as the form appears. */
  open(): Promise<void>
  keepDraft(draft: ItemDraft): void
  create(body: RequestOf<'items:create'>['body']): Promise<BridgeError | null>
}
export type ItemFormStore = StoreApi<ItemFormState>

/** @param onCreated called with the new item's `external_id` */
export function createItemFormStore(
  { requests, onEvent }: StationBridge,
  onCreated: (externalId: string) => void,
): ItemFormStore {
  const store = createStore<ItemFormState>()((set, get) => {
    // One request at a time, always with the latest: nobody types faster than that.
    const save = oneAtATime(async () => {
      const { draft } = get()
      await requests['items:keep-draft']({ draft: draft === null ? null : JSON.stringify(draft) })
    })
    return {
      ready: false,
      draft: null,
      values: {},
      async open() {
        const [values, kept] = [
          requests['items:used-values']({}),
          get().ready ? null : requests['items:draft']({}),
        ]
        const draft = await kept
        // If main does not answer, what this window remembers is all there is.
        if (draft?.ok === true) set({ draft: draft.value === null ? null : readJson(draft.value) })
        set({ ready: true })
        const proposed = await values
        if (proposed.ok) set({ values: proposed.value })
      },
      keepDraft(draft) {
        set({ draft })
        void save()
      },
      async create(body) {
        const answer = await requests['items:create']({ body })
        if (!answer.ok) return answer.error
        set({ draft: null })
        void save()
        onCreated(answer.value.externalId)
        return null
      },
    }
  })
  onEvent((event) => {
    // Another account has a draft of its own.
    if (event.kind === 'station_replaced') store.setState({ ready: false, values: {} })
  })
  return store
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
