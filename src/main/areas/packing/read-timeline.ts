import type { OrderTimeline } from '../../../shared/contract/copy-views'
import type { TimelineEvidence } from '../../../shared/domain/orders/timeline-facts'
import { mergeTimeline } from '../../../shared/domain/orders/timeline'
import { StationError } from '../../base/station-error'
import { findArchived } from '../../store/archive/archive'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import type { Db } from '../../store/db/database'
import { findRows } from '../../store/evidence/find'
import type { EvidenceLog } from '../../store/evidence/log'
import { payloadOf } from '../../store/evidence/meaning'
import { startOf } from '../../store/evidence/retention'
import { timelineFacts } from '../../store/views/order-timeline'

/** Entries of the evidence log that one answer holds; an order of 500 items has about as many. */
const MOST_EVIDENCE = 1_000

type Found = Pick<OrderTimeline, 'evidence' | 'evidenceLeftOut'> & { entries: readonly TimelineEvidence[] }

/**
 * Returns what happened to an order, also to one in the archive, which stays there.
 * @param mayRead whether this person may read the evidence log
 * @throws StationError `order_not_found`
 */
export function readTimeline(
  { db, seal, evidence: log }: { db: Db; seal: BuyerSeal; evidence: EvidenceLog },
  orderId: number,
  mayRead: boolean,
): OrderTimeline {
  const place = findArchived(db, orderId) ?? { file: db, month: null }
  const { entries, evidence, evidenceLeftOut } = mayRead ? evidenceOf(log, orderId) : NOT_ALLOWED
  const facts = timelineFacts(db, orderId, place, { seal, evidence: entries })
  if (facts === null) throw new StationError('order_not_found', `order ${orderId} is not on this station`)
  return { ...mergeTimeline(facts), evidence, evidenceLeftOut }
}

const NOT_ALLOWED: Found = { evidence: 'not_allowed', evidenceLeftOut: 0, entries: [] }

/** SECURITY: only for those who may read the log. */
function evidenceOf(log: EvidenceLog, orderId: number): Found {
  let file: Db
  try {
    file = log.reading()
  } catch (error) {
    // The rest of the timeline does not need it.
    if (!(error instanceof StationError)) throw error
    return { evidence: 'unusable', evidenceLeftOut: 0, entries: [] }
  }
  const filter = { orderId, operator: null, kind: null, from: null, to: null }
  const place = { first: startOf(file).seq, offset: 0, limit: MOST_EVIDENCE }
  const { total, rows } = findRows(file, filter, place)
  const entries = rows.toReversed().map(({ seq, at, operator, kind, payload }) => {
    return { seq, at, operator, kind, payload: payloadOf({ payload }) }
  })
  return { evidence: 'shown', evidenceLeftOut: total - entries.length, entries }
}
