import { useState } from 'react'
import type { RequestOf } from '../../../../../shared/contract/requests'
import type { BridgeError } from '../../../../../shared/contract/result'
import { useAct } from '../../../parts/use-read'
import { useStores } from '../../../stores/stores'

type Decisions = 'outbox:answer' | 'outbox:adopt' | 'outbox:correct'

/**
 * A person's decision on an operation, one at a time; whatever comes of it, the operation is read again.
 * `error` is of the decision made here: several parts of the page can ask for the same correction.
 */
export function useDecision<C extends Decisions>(channel: C, seq: number) {
  const { reads } = useStores()
  const acts = [useAct('outbox:answer', seq), useAct('outbox:adopt', seq), useAct('outbox:correct', seq)]
  const { perform } = useAct(channel, seq)
  const [error, setError] = useState<BridgeError | null>(null)
  const busy = acts.some(({ asked }) => asked !== null)
  const decide = async (decision: Omit<RequestOf<C>, 'seq'>): Promise<BridgeError | null> => {
    if (busy) return null
    setError(null)
    const answer = await perform({ ...decision, seq } as unknown as RequestOf<C>)
    if (answer === null) return null
    await reads.reload('outbox:read', { seq })
    const refusal = answer.ok ? null : answer.error
    setError(refusal)
    return refusal
  }
  return { busy, error, decide }
}
