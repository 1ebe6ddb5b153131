import type { BenchHolder, PackedElsewhere } from '../../shared/contract/neighbours'

/** The use-cases' view of other stations on the local network. Lost contact never stops packing. */
export type Neighbours = {
  /** The other station with the order on its bench; `null` if there is none, or it is this one. */
  holderOf(orderId: number): BenchHolder | null
  /** Orders on other stations' benches. */
  ordersElsewhere(): readonly number[]
  /**
   * Lines of the order that others have packed, unless an order read at `readAt` (ISO 8601 UTC) must already show
   * them.
   */
  packedElsewhere(orderId: number, readAt: string): ReadonlyMap<number, PackedElsewhere>
}

/** A station without neighbours. */
export const ALONE: Neighbours = {
  holderOf: () => null,
  ordersElsewhere: () => [],
  packedElsewhere: () => new Map(),
}
