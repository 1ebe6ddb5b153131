/** What to fetch from the shelves for several orders, item by item. */

/** The part of a line that says what to fetch. */
export type PickItem = {
  itemNumber: string | null
  externalId: string | null
  mpn: string | null
  title: string | null
  size: string | null
  quality: string | null
  condition: string | null
  /** The item's own picture, for `instructions:picture`. */
  picture: string | null
}

export type PickRow = PickItem & {
  /** Tells it from the other rows, today and tomorrow. */
  key: string
  /** The code that most warehouses print on the item, and that the bench reads; `null` if it has none. */
  code: string | null
  count: number
  /** The orders that need it, in the order in which they will be packed. */
  orders: readonly { orderId: number; count: number }[]
}

/** How many orders a pick list may be for. */
export const PICK_SIZES = [5, 10, 20, 40] as const
export type PickSize = (typeof PICK_SIZES)[number]

type Order = { orderId: number; lines: readonly PickItem[] }

/**
 * Lists each item once, whichever orders need it; pieces that differ in grade or flaws are different items.
 * @param orders with the lines that are still to be packed
 * @returns rows in the order of their codes, which is the order of most shelves
 */
export function pickRows(orders: readonly Order[]): PickRow[] {
  const rows = new Map<string, PickRow>()
  for (const { orderId, lines } of orders) {
    for (const line of lines) {
      const { itemNumber, externalId, mpn, title, size, quality, condition, picture } = line
      const code = externalId ?? mpn ?? itemNumber
      const key = JSON.stringify([code, title, size, quality, condition])
      const before = rows.get(key)
      const words = { itemNumber, externalId, mpn, title, size, quality, condition, picture }
      rows.set(key, {
        ...(before ?? { ...words, key, code }),
        count: (before?.count ?? 0) + 1,
        orders: withOne(before?.orders ?? [], orderId),
      })
    }
  }
  return [...rows.values()].toSorted(byCode)
}

function withOne(orders: PickRow['orders'], orderId: number): PickRow['orders'] {
  const last = orders.at(-1)
  if (last?.orderId !== orderId) return [...orders, { orderId, count: 1 }]
  return [...orders.slice(0, -1), { orderId, count: last.count + 1 }]
}

const { compare } = new Intl.Collator('en', { numeric: true })

/** Items without a code last. */
function byCode(one: PickRow, other: PickRow): number {
  if (one.code === null || other.code === null) return Number(one.code === null) - Number(other.code === null)
  return compare(one.code, other.code) || compare(one.key, other.key)
}
