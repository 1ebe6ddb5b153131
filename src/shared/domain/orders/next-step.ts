import type { Situation } from '../scanning/scan'

const TO_PACK: ReadonlySet<Situation> = new Set(['open', 'part', 'all'])

/** The one thing that a packer does next with the order on the bench. */
export type NextStep =
  | 'scan_items'
  | 'scan_more'
  | 'scan_label'
  | 'confirm'
  | 'ship'
  | 'next_order'
  /** Another station has it. */
  | 'held_elsewhere'
  /** It was set aside, and is not packed before somebody takes it back. */
  | 'take_hold_off'
  /** The order must not be packed; its alarm says so. */
  | 'none'

export type StepFacts = {
  hasTracking: boolean
  /** A shipment of the order waits to be shipped. */
  canShip: boolean
  onHold: boolean
}

export function nextStepOf(situation: Situation, { hasTracking, canShip, onHold }: StepFacts): NextStep {
  if (onHold && TO_PACK.has(situation)) return 'take_hold_off'
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

/** The parts of the lines as a packer needs them: what is expected next on top, what was scanned below it, what is packed last. */
export const BENCH_PARTS = ['expected', 'scanned', 'packed'] as const
export type BenchPart = (typeof BENCH_PARTS)[number]

/** Where a line belongs. What was chosen by hand stays in its place, below the hand. */
export function benchPartOf(packable: boolean, chosen: boolean, scanned: boolean): BenchPart {
  if (!packable) return 'packed'
  return chosen && scanned ? 'scanned' : 'expected'
}

/** Cuts a list into pieces of `size`, of which the last may be shorter. */
export function inBlocks<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
