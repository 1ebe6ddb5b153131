import type { Situation } from './scan'

const TO_PACK: ReadonlySet<Situation> = new Set(['open', 'part', 'all'])

/** The one thing that a packer does next with the order on the bench. */
export type NextStep =
  | 'scan_items'
  | 'scan_more'
  | 'scan_label'
  | 'confirm'
  | 'ship'
  | 'next_order'
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
    case 'done':
      return canShip ? 'ship' : 'next_order'
    default:
      return 'none'
  }
}

/**
 * The lines as a packer needs them: what is expected next on top, what was scanned below it, what is packed last; within
 * these as the order has them. What was chosen by hand stays in its place, below the hand.
 */
export function inBenchOrder<Line extends { lineId: number }>(
  lines: readonly Line[],
  packable: ReadonlySet<number>,
  scanned: (lineId: number) => boolean,
): Line[] {
  const parts: [Line[], Line[], Line[]] = [[], [], []]
  for (const line of lines) {
    const part = !packable.has(line.lineId) ? 2 : scanned(line.lineId) ? 1 : 0
    parts[part].push(line)
  }
  return parts.flat()
}
