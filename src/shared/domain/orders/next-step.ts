import type { Situation } from '../scanning/scan'

const TO_PACK: ReadonlySet<Situation> = new Set(['open', 'part', 'all'])

/** The next step for the packer with the order on the bench. */
export type NextStep =
  | 'scan_items'
  /** What the warehouse says about an item is to be done, and confirmed. */
  | 'follow'
  | 'scan_more'
  | 'scan_label'
  | 'confirm'
  | 'ship'
  | 'next_order'
  /** Another station has the order. */
  | 'held_elsewhere'
  /** The order is on hold and is not packed until somebody releases it. */
  | 'take_hold_off'
  /** The order must not be packed; its alarm gives the reason. */
  | 'none'

export type StepFacts = {
  hasTracking: boolean
  /** A shipment of the order waits to be shipped. */
  canShip: boolean
  onHold: boolean
  /** A chosen item's instructions are still to be confirmed. */
  toFollow: boolean
}

export function nextStepOf(
  situation: Situation,
  { hasTracking, canShip, onHold, toFollow }: StepFacts,
): NextStep {
  if (onHold && TO_PACK.has(situation)) return 'take_hold_off'
  if (toFollow && TO_PACK.has(situation)) return 'follow'
  switch (situation) {
    case 'open':
      return 'scan_items'
    case 'part':
      return 'scan_more'
    case 'all':
      return hasTracking ? 'confirm' : 'scan_label'
    case 'elsewhere':
    case 'taken_over':
      return 'held_elsewhere'
    case 'done':
      return canShip ? 'ship' : 'next_order'
    default:
      return 'none'
  }
}

/** The lines in the packer's order: still to scan on top, scanned below, packed last. */
export const BENCH_PARTS = ['expected', 'scanned', 'packed'] as const
export type BenchPart = (typeof BENCH_PARTS)[number]

/** A line's part. A line chosen by hand stays in place, under the packer's hand. */
export function benchPartOf(packable: boolean, chosen: boolean, scanned: boolean): BenchPart {
  if (!packable) return 'packed'
  return chosen && scanned ? 'scanned' : 'expected'
}

/** Cuts a list into pieces of `size`; the last may be shorter. */
export function inBlocks<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
