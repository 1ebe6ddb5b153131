import type { BenchHolder, PackedElsewhere } from '../../../shared/contract/neighbors'
import type { SlotElsewhere } from '../../../shared/contract/neighbors'

/** The use-cases' view of other stations on the local network. Lost contact never stops packing. */
export type Neighbors = {
  /** The other station with the order on its bench; `null` if there is none, or it is this one. */
  holderOf(orderId: number): BenchHolder | null
  /** Orders on other stations' benches, and in slots of their put walls. Asked for work, a station offers others first. */
  ordersElsewhere(): readonly number[]
  /** The slots of other stations' put walls, as each station said last; also of one that was quit or is silent. */
  slotsElsewhere(): readonly SlotElsewhere[]
  /**
   * Lines of the order that others have packed, unless an order read at `readAt` (ISO 8601 UTC) must already show
   * them.
   */
  packedElsewhere(orderId: number, readAt: string): ReadonlyMap<number, PackedElsewhere>
}

/** A station without neighbors. */
export const ALONE: Neighbors = {
  holderOf: () => null,
  ordersElsewhere: () => [],
  slotsElsewhere: () => [],
  packedElsewhere: () => new Map(),
}
