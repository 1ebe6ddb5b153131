import { useEffect, useMemo } from 'react'
import { oneAtATime } from '../../../data/one-at-a-time'
import { useKept } from '../../../parts/use-read'
import { useStores } from '../../../stores/stores'

/** Until main was asked, it is `undefined`. */
type Draft = string | null | undefined
const DRAFT = 'new item'

/**
 * What is typed of a new item, as JSON. The window has it for the next look at the form, and main over a restart.
 * @returns `undefined` until it is known, `null` for nothing, and the function that keeps it
 */
export function useItemDraft(): [draft: Draft, keep: (draft: string | null) => void] {
  const { bridge, reads } = useStores()
  const [draft, setDraft] = useKept<Draft>(DRAFT, undefined)
  useEffect(() => {
    if (draft !== undefined) return
    void reads.perform('items:draft', {}).then((answer) => {
      // Main may not answer: then nothing was typed, as far as this window knows.
      if (answer !== null) setDraft(answer.ok ? answer.value : null)
    })
  }, [reads, draft, setDraft])
  // One request at a time, always with the latest: nobody types faster than that.
  const save = useMemo(
    () =>
      oneAtATime(async () => {
        const latest = reads.kept<Draft>(DRAFT, undefined)
        // Another account has a draft of its own.
        if (latest !== undefined) await bridge.requests['items:keep-draft']({ draft: latest })
      }),
    [bridge, reads],
  )
  return [
    draft,
    (next) => {
      setDraft(next)
      void save()
    },
  ]
}
