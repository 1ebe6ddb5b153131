import type { RequestOf } from '../../../../shared/contract/requests'
import { useKept } from '../../parts/use-read'

type ListRequest = RequestOf<'evidence:list'>
/** Which entries are listed; `null`: any. `from` and `to` are ISO 8601 UTC. */
export type EvidenceFilter = {
  [K in 'orderId' | 'operator' | 'kind' | 'from' | 'to']: NonNullable<ListRequest[K]> | null
}
const NO_FILTER: EvidenceFilter = { orderId: null, operator: null, kind: null, from: null, to: null }

export function useEvidenceFilter() {
  const [filter, keep] = useKept('evidence filter', NO_FILTER)
  return { filter, setFilter: (part: Partial<EvidenceFilter>) => keep({ ...filter, ...part }) }
}
