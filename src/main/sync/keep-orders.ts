import type { Order } from '../../shared/partner-api/order'
import type { Page } from '../partner/pages'
import { StationError } from '../base/station-error'
import { apart, type Tx } from '../store/db/database'
import { indexTogether } from '../store/tables/search-index'
import { clearRecord } from '../store/tables/order-copy'
import { setAside } from '../store/tables/set-aside'
import type { Freshness } from './freshness'
import { takeIn, type TakeInDeps } from './take-in'

export type KeepOrdersDeps = TakeInDeps & {
  freshness: Freshness
  onFault: (error: unknown) => void
}

/**
 * Takes in every readable record of a page and sets the others aside (I8).
 * @param mark taken before the page was requested: an order renewed since then is left to the next round
 * @param readAt ISO 8601 UTC
 */
export function keepOrders(
  tx: Tx,
  deps: KeepOrdersDeps,
  page: Page<Order>,
  mark: number,
  readAt: string,
): void {
  indexTogether(tx, () => {
    for (const order of page.entries)
      if (!deps.freshness.outdated(order.id, mark)) keepOrder(tx, deps, order, readAt)
  })
  for (const { raw, problem } of page.unreadable)
    setAside(tx, 'orders', withoutBuyer(clearRecord(raw)), problem, readAt)
}

/** An order that cannot be stored must not stop the others (I8). */
function keepOrder(tx: Tx, deps: KeepOrdersDeps, order: Order, readAt: string): void {
  try {
    apart(tx, () => takeIn(tx, deps, order, readAt))
  } catch (error) {
    if (!(error instanceof Error) || isDatabaseTrouble(error)) throw error
    if (!isConstraintError(error)) deps.onFault(error)
    setAside(tx, 'orders', withoutBuyer(clearRecord(order)), error.message, readAt)
  }
}

/** SECURITY: buyers' data is only stored sealed, and records set aside are not sealed, however oddly they are built. */
function withoutBuyer(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw
  if (Array.isArray(raw)) return raw.map(withoutBuyer)
  return Object.fromEntries(
    Object.entries(raw)
      .filter(([name]) => name !== 'customer' && name !== 'shipping_address')
      .map(([name, part]) => [name, withoutBuyer(part)]),
  )
}

/** The problem is the disk or the file, not the order. */
function isDatabaseTrouble(error: Error): boolean {
  if (error instanceof StationError) return true
  return codeOf(error).startsWith('SQLITE_') && !isConstraintError(error)
}

function isConstraintError(error: Error): boolean {
  return codeOf(error).startsWith('SQLITE_CONSTRAINT')
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
