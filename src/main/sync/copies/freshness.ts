/**
 * Detects a copy of an order that was requested before the station changed that order or read it again. Answers
 * overtake each other: a page of orders may take minutes.
 */
export type Freshness = {
  /** Take it before the request. */
  mark(): number
  /** Call it when the order was changed on the marketplace, or a copy of it was taken in. */
  renewed(orderId: number): void
  /** Whether the order was renewed after `mark`, so that a copy requested then is ignored. */
  outdated(orderId: number, mark: number): boolean
}

/** Orders renewed longer ago than this many others have no request in flight. */
const MOST_REMEMBERED = 10_000

/** Starts empty; requests in flight end with the process, so nothing need be stored. */
export function createFreshness(): Freshness {
  const renewals = new Map<number, number>()
  let count = 0
  return {
    mark: () => count,
    renewed(orderId) {
      count += 1
      renewals.delete(orderId)
      renewals.set(orderId, count)
      const [oldest] = renewals.keys()
      if (renewals.size > MOST_REMEMBERED && oldest !== undefined) renewals.delete(oldest)
    },
    outdated: (orderId, mark) => (renewals.get(orderId) ?? 0) > mark,
  }
}
