import type { Core } from './core'
import { keepPrecision } from './instants'
import { discountsDue, itemsDue, setItemState, showPendingDiscount } from './tables/items'
import { touchOrder } from './tables/orders'
import { completeRefund, dueRefunds } from './tables/refunds'

/** How many records each job changed. */
export type JobReport = { listed: number; deleted: number; discounts: number; refunds: number }

/**
 * Does the background work that is due: lists items, deletes delisted ones, shows discounts, completes refunds.
 * @param force does all waiting work, due or not
 * @see partner-api "States and transitions"
 */
export function runJobs(core: Core, force = false): JobReport {
  return core.db.transaction(() => {
    const nowMs = keepPrecision(core.now(), core.settings.timestampPrecision)
    const dueMs = force ? Number.MAX_SAFE_INTEGER : core.now()
    const report: JobReport = { listed: 0, deleted: 0, discounts: 0, refunds: 0 }
    for (const item of itemsDue(core.db, dueMs)) {
      const state = item.state === 'processing' ? 'listed' : 'deleted'
      setItemState(core.db, item.id, { state, dueAt: null, nowMs })
      report[state]++
    }
    for (const item of discountsDue(core.db, dueMs)) {
      showPendingDiscount(core.db, item.id, nowMs)
      report.discounts++
    }
    for (const refund of dueRefunds(core.db, dueMs)) {
      completeRefund(core.db, refund.id)
      touchOrder(core.db, refund.order_id, nowMs)
      report.refunds++
    }
    return report
  })()
}
