import type { BenchHolder, PackedElsewhere } from '../../shared/contract/neighbours'

/** What the use-cases know of other stations on the local network. No news never keeps anybody from packing. */
export type Neighbours = {
  /** The other station that has the order on its bench; `null` when none has, or this one does. */
  holderOf(orderId: number): BenchHolder | null
  /** Orders that other stations have on their benches. */
  ordersElsewhere(): readonly number[]
  /** Lines of the order that others have packed, as far as an order read at `readAt` (ISO 8601 UTC) cannot show them. */
  packedElsewhere(orderId: number, readAt: string): ReadonlyMap<number, PackedElsewhere>
}

/** A station that knows of no other. */
export const ALONE: Neighbours = {
  holderOf: () => null,
  ordersElsewhere: () => [],
  packedElsewhere: () => new Map(),
}
