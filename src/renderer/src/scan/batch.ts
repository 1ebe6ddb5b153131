import type { OrderView } from '../../../shared/contract/views'
import { packableIds } from '../stores/order-store'

/** The batch of one-item orders: the scan that opens such an order packs it. */

/** The code that packed an order last, and when. */
export type BatchPack = { code: string; atMs: number }

/** Scanners that repeat a code do so sooner; nobody labels a parcel in less. */
const REPEAT_MS = 1_000

/** Whether the order wants nothing but this line, so that its scan completes it: no serial number is due. */
export function packsAtOnce(order: OrderView | null, lineId: number): boolean {
  const missing = packableIds(order)
  const line = order?.lines.find((one) => one.lineId === lineId)
  return missing.length === 1 && missing[0] === lineId && line?.serial === null
}

/** Whether a code comes so soon after it packed an order that it is likely the same item. */
export function isRepeat(last: BatchPack | null, code: string, nowMs: number): boolean {
  return last !== null && last.code === code && nowMs - last.atMs < REPEAT_MS
}
