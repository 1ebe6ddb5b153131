import { readMoment } from '../../../shared/domain/time/timestamps'
import { createHmac } from 'node:crypto'
import { knownOrders } from '../../store/recovery/known-account'
import type { HubGroup } from '../nats/storage/seal'
import type { Account } from '../../app/account/open'

/**
 * Marks by which two stations find that they work for the same account: nothing names one, and stations of several
 * accounts may share a passphrase. Its token, and what never changes of its first and last orders: two stations that
 * share any mark have the same account. Two accounts share none, even if they use the same order numbers.
 * @param key of the stations' group; nobody else can tell what a mark is of
 */
export function accountMarks(
  { db, accessToken }: Pick<Account, 'db' | 'accessToken'>,
  key: Buffer,
): string[] {
  const mark = (of: readonly unknown[]): string => markOf(key, of)
  const token = accessToken()
  const orders = knownOrders(db).flatMap(({ orderId, purchasedAt, lineIds }) =>
    purchasedAt === null || lineIds.length === 0
      ? []
      : [mark(['order', orderId, Math.floor(readMoment(purchasedAt) / 1_000), Math.min(...lineIds)])],
  )
  return [...(token === null ? [] : [mark(['token', token])]), ...orders]
}

const MARK_LENGTH = 24

export function marksKey(group: HubGroup): Buffer {
  return group.keyFor('marks of accounts')
}

/** Stored at the hub; never change. */
export function markOf(key: Buffer, of: readonly unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(of)).digest('hex').slice(0, MARK_LENGTH)
}
