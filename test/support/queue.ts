import type { Db } from '../../src/main/store/db/database'
import { listQueue, type QueueChoice } from '../../src/main/store/views/queue'
import type { QueueView } from '../../src/shared/domain/orders/order-queue'
import type { QueueList } from '../../src/shared/contract/views'

/** Every order of a view, whether late or not. */
export const choiceOf = (view: QueueView): QueueChoice => ({
  view,
  filter: 'any',
  due: { nowMs: 0, afterMs: 0 },
})

/** A window of a view, without a search. */
export function listed(db: Db, view: QueueView, offset = 0, limit = 500): QueueList {
  return listQueue(db, choiceOf(view), offset, limit)
}
