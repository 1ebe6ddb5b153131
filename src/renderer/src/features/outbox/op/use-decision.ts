import type { RequestOf } from '../../../../../shared/contract/requests'
import type { BridgeError } from '../../../../../shared/contract/result'
import { useAct } from '../../../parts/use-read'
import { useStores } from '../../../stores/stores'

type Decisions = 'outbox:answer' | 'outbox:adopt' | 'outbox:correct'

/** A person's decision on an operation, one at a time; whatever comes of it, the operation is read again. */
export function useDecision<C extends Decisions>(channel: C) {
  const { reads } = useStores()
  const acts = [useAct('outbox:answer'), useAct('outbox:adopt'), useAct('outbox:correct')]
  const { perform, error } = useAct(channel)
  const busy = acts.some(({ asked }) => asked !== null)
  const decide = async (request: RequestOf<C>): Promise<BridgeError | null> => {
    const answer = busy ? null : await perform(request)
    if (answer === null) return null
    await reads.reload('outbox:read', { seq: request.seq })
    return answer.ok ? null : answer.error
  }
  return { busy, error, decide }
}
