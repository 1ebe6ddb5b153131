import { createHmac, randomBytes } from 'node:crypto'
import { addressKey } from '../../../shared/domain/orders/same-address'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import { type Db } from '../../store/db/database'
import { openOrdersSealed, sealedBuyer } from '../../store/tables/buyers'

/** Which orders go to the same address. */
export type Boxes = {
  /** Whether the station packs such orders in one box. */
  on(): boolean
  /**
   * The other orders to this one's address of which something is to be packed or waits for the carrier, longest waiting first;
   * none while it is off, or an address cannot be read.
   */
  othersAt(orderId: number): readonly number[]
  /** The addresses of all such orders, to compare many: a text that says nothing else, or `null` for one that cannot be read. */
  addresses(): ReadonlyMap<number, string | null>
}

type Known = { seal: string; address: string | null }

/**
 * Addresses are compared as keyed hashes, in memory only: the key is another one at each start. Each order is opened once for each
 * copy of its buyer, which thousands of open orders take a tenth of a second for; after that, the table is only looked through.
 */
export function createBoxes({ db, seal, on }: { db: Db; seal: BuyerSeal; on: () => boolean }): Boxes {
  const key = randomBytes(32)
  let known = new Map<number, Known>()

  const addressOf = (orderId: number): string | null => {
    const text = addressKey(sealedBuyer(db, seal, orderId)?.shipping_address)
    return text === null ? null : createHmac('sha256', key).update(text).digest('base64')
  }
  const refresh = (): boolean => {
    if (!on() || !seal.hasKey()) return false
    const before = known
    known = new Map()
    for (const { orderId, mark } of openOrdersSealed(db)) {
      const same = before.get(orderId)
      known.set(orderId, same?.seal === mark ? same : { seal: mark, address: addressOf(orderId) })
    }
    return true
  }
  return {
    on,
    addresses: () => new Map(refresh() ? [...known].map(([orderId, { address }]) => [orderId, address]) : []),
    othersAt(orderId) {
      if (!refresh()) return []
      const address = known.get(orderId)?.address ?? addressOf(orderId)
      if (address === null) return []
      return [...known].filter(([one, at]) => one !== orderId && at.address === address).map(([one]) => one)
    },
  }
}
