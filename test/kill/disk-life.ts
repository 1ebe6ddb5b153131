import type { DiskCounts, DiskFault, DiskFiles } from '../support/bad-disk'
import type { LiveStart } from './live'

/** What the station on a bad disk is doing when the disk does something else than asked. */
export const PARTS = [
  'start',
  'pack',
  'move',
  'send',
  'import',
  'backup',
  'archive',
  'evidence',
  'close',
] as const
export type Part = (typeof PARTS)[number]

/** A step of a person. Each is on an order of its own, so that the marketplace's log tells which one it was. */
export type Step = { do: 'pack' | 'ship' | 'refund'; orderId: number }

/** The orders of the steps. */
export type Orders = {
  before: number
  during: number
  refunded: number
  /** Packed, and known to the marketplace. */
  toShip: number
  after: number
  refundedAfter: number
  last: number
  /** Packed only by the next life. */
  fresh: number
}

/** JSON in the first argument of the process. */
export type DiskStart = LiveStart & {
  /** `day`: several of them, for files that are damaged later. */
  part: Part | 'day'
  orders: Orders
  /** Milliseconds since the epoch; the clock stands still unless the station moves it. */
  wallMs: number
  disk: DiskFiles
  fault: DiskFault | null
}

/** What it says, a line of JSON each. */
export type Said =
  /** The step is on its way: nobody knows what becomes of it if nothing more is said. */
  | { kind: 'asked'; step: Step }
  | { kind: 'answered'; step: Step; refused: string | null }
  | { kind: 'not_started'; why: string }
  | { kind: 'backed_up'; name: string }
  /** What was counted until then belongs to the part. */
  | { kind: 'part_over'; counts: DiskCounts }
  /** Only the last step follows. `hits`: how many calls went wrong before it. */
  | { kind: 'last_step'; hits: number }
  | { kind: 'problem'; text: string }
  | { kind: 'done' }

export const REFUND_CENTS = 100
