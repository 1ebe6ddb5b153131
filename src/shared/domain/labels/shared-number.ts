import { sameLabel } from '../shipments/used-label'
import type { TableNumber } from './choose-label'

/** Which number an order has, where several stations give numbers and take them back. */

/** A number is shared for so long after it was given, and then deleted at each station: its label has long been used. */
export const SHARED_DAYS = 60

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

/** `isNews`: it was given or taken back here, and no hub has had it yet. */
export type OwnNumber = SharedNumber & { isNews: boolean }

/**
 * Whether what is heard counts in place of what this station has of the order. All stations end up with the same, without any clock: a
 * number counts in place of those that it replaced. Of two that were given at once the one counts that the hub took last.
 */
export function countsInstead(heard: SharedNumber, own: OwnNumber): boolean {
  if (isSameGiving(heard, own)) {
    // Once taken back, a number is not given again by a station that has not heard of it.
    return heard.isTakenBack === own.isTakenBack ? heard.turn >= own.turn : heard.isTakenBack
  }
  if (keepsOwn(own)) return false
  if (heard.turn !== own.turn) return heard.turn > own.turn
  return heard.isTakenBack || !own.isTakenBack
}

/** Whether the hub takes what was given here after all that is heard: so it takes its turn after it. */
export function keepsOwn({ isNews, isTakenBack }: OwnNumber): boolean {
  return isNews && !isTakenBack
}

/** Whether both are of the same row of the same file, confirmed at the same time. */
function isSameGiving(one: SharedNumber, other: SharedNumber): boolean {
  return (
    one.givenAt === other.givenAt &&
    one.fileName === other.fileName &&
    one.carrier === other.carrier &&
    sameLabel(one.trackingNumber, other.trackingNumber)
  )
}
