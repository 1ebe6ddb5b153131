import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { StationError } from '../../base/station-error'
import { lender } from '../../bridge/delegated-approval'
import { findOrder } from '../../store/tables/orders'
import type { Station } from '../station/station'

/**
 * Items of one order that a supervisor allows to be packed without a scan, where every item must be scanned. Kept in
 * memory alone: after a restart a supervisor is asked again.
 */
export type HandPermits = {
  /** Permits of any other order lapse. @param by the supervisor who lent the act; `null`: who works here may do it */
  grant(orderId: number, lineIds: readonly number[], by: string | null): void
  /** The lines that nobody has allowed. */
  missing(orderId: number, lineIds: readonly number[]): number[]
  /** The supervisors who allowed any of the lines, each once. */
  allowedBy(orderId: number, lineIds: readonly number[]): string[]
  /** The order was packed, or somebody else is at the bench. */
  clear(): void
}

export function createHandPermits(): HandPermits {
  let of: number | null = null
  let permits = new Map<number, string | null>()
  const given = (orderId: number): ReadonlyMap<number, string | null> =>
    of === orderId ? permits : new Map<number, string | null>()
  return {
    grant(orderId, lineIds, by) {
      permits = new Map([...given(orderId), ...lineIds.map((lineId) => [lineId, by] as const)])
      of = orderId
    },
    missing: (orderId, lineIds) => lineIds.filter((lineId) => !given(orderId).has(lineId)),
    allowedBy: (orderId, lineIds) => [
      ...new Set(lineIds.flatMap((lineId) => given(orderId).get(lineId) ?? [])),
    ],
    clear() {
      of = null
      permits = new Map()
    },
  }
}

/**
 * Allows these items to be packed although nobody scanned them. The call's permission says who may.
 * @throws StationError `order_not_found`
 */
export function forceScan(
  { db }: Pick<Station, 'db'>,
  permits: HandPermits,
  { orderId, lineIds }: ParsedRequestOf<'packing:force-scan'>,
): null {
  if (findOrder(db, orderId) === null)
    throw new StationError('order_not_found', `order ${orderId} is not on this station`)
  permits.grant(orderId, lineIds, lender())
  return null
}
