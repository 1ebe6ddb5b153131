import type { Situation } from '../scanning/scan'
import { isPacked, type SelectableLine } from './selection'

const TO_PACK: ReadonlySet<Situation> = new Set(['open', 'part', 'all'])
/** The stopped parcel comes first, unless the rest of the order is being packed. */
const BEFORE_SCANS: ReadonlySet<Situation> = new Set(['open', 'done'])

/** The next step for the packer with the order on the bench. */
export type NextStep =
  | 'scan_items'
  /** What the warehouse says about an item is to be done, and confirmed. */
  | 'follow'
  /** The unit's serial number. */
  | 'scan_serial'
  | 'scan_more'
  | 'scan_label'
  | 'confirm'
  | 'ship'
  | 'next_order'
  /** Another station has the order. */
  | 'held_elsewhere'
  /** The order is on hold and is not packed until somebody releases it. */
  | 'take_hold_off'
  /** A parcel of the order must not leave as it is. */
  | 'stop_parcel'
  /** The marketplace has taken all lines out of the order. */
  | 'no_lines'
  /** The order is canceled: a parcel of it stands here; or nothing was packed. */
  | 'pull'
  | 'put_back'
  /** The order must not be packed; its alarm gives the reason. */
  | 'none'

export type StepFacts = {
  hasTracking: boolean
  /** A shipment of the order waits to be shipped. */
  canShip: boolean
  onHold: boolean
  /** Lines in a parcel, and parcels that must not leave as they are. */
  packed: number
  stopped: number
  /** Parcels that have not left. */
  waiting: number
  /** A chosen item's instructions are still to be confirmed. */
  toFollow: boolean
  /** A chosen unit's serial number is still to be scanned. */
  toProve: boolean
}

export function nextStepOf(
  situation: Situation,
  { hasTracking, canShip, onHold, packed, stopped, waiting, toFollow, toProve }: StepFacts,
): NextStep {
  if (stopped > 0 && BEFORE_SCANS.has(situation)) return 'stop_parcel'
  if (onHold && (TO_PACK.has(situation) || (situation === 'done' && waiting > 0))) return 'take_hold_off'
  if (toProve && TO_PACK.has(situation)) return 'scan_serial'
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
      if (packed === 0) return 'no_lines'
      return canShip ? 'ship' : 'next_order'
    case 'canceled':
      if (stopped > 0) return 'pull'
      return packed === 0 ? 'put_back' : 'none'
    default:
      return 'none'
  }
}

/** How many of an order's goods are in parcels, in parcels or chosen, and still to choose. */
export type Progress = { packed: number; done: number; goods: number; left: number }

/** @param choosable lines that may be packed: none of a canceled order, whose goods are not packed for that */
export function progressOf(lines: readonly SelectableLine[], choosable: number, chosen: number): Progress {
  const goods = lines.filter(({ isShippingFee }) => !isShippingFee)
  const packed = goods.filter(isPacked).length
  return { packed, done: packed + chosen, goods: goods.length, left: choosable - chosen }
}

/** The lines in the packer's order: still to scan on top, scanned below, packed last. */
export type BenchPart =
  | 'expected'
  | 'scanned'
  | 'packed'
  /** Not packed, and it must not be: of a canceled order. */
  | 'left_out'

/** A line's part. A line chosen by hand stays in place, under the packer's hand. */
export function benchPartOf(
  { packable, packed }: { packable: boolean; packed: boolean },
  chosen: boolean,
  scanned: boolean,
): BenchPart {
  if (packed) return 'packed'
  if (!packable) return 'left_out'
  return chosen && scanned ? 'scanned' : 'expected'
}

/** Cuts a list into pieces of `size`; the last may be shorter. */
export function inBlocks<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
