import type { TableNumber } from './choose-label'

/** Which number an order has, where several stations give numbers and take them back. */

/** A number is shared for so long after it was given, and then deleted at each station: its label has long been used. */
export const SHARED_DAYS = 60

/** Nobody replaces an order's number so often. A stranger's turn beyond it would stand for good. */
export const MOST_TURNS = 1_000_000_000

/**
 * The last that is known of an order's number: it was given, or given and taken back. `givenAt`: ISO 8601 UTC. `turn`: the first number
 * of an order has 1, and each has one more than the one that it replaced.
 */
export type SharedNumber = TableNumber & {
  orderId: number
  fileName: string
  givenAt: string
  givenBy: string
  isTakenBack: boolean
  turn: number
}

/**
 * Whether what is heard counts in place of what this station has of the order; true also if both are the same. This puts all that can
 * be known of an order into one row, and giving and taking back move up in it: so all stations end up with the same, in
 * whatever order they hear, and what was taken back never comes back. A number counts in place of those that it replaced. Of two that
 * were given at once, one that was taken back counts, or else the later one by the clocks of the stations.
 */
export function countsInstead(heard: SharedNumber, own: SharedNumber): boolean {
  if (heard.turn !== own.turn) return heard.turn > own.turn
  if (heard.isTakenBack !== own.isTakenBack) return heard.isTakenBack
  return textOf(heard) >= textOf(own)
}

/** The time comes first. The rest only decides between two numbers of the same millisecond. */
function textOf({ givenAt, fileName, carrier, trackingNumber, givenBy }: SharedNumber): string {
  return JSON.stringify([givenAt, fileName, carrier, trackingNumber, givenBy])
}
