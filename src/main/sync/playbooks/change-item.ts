import { updateItemBody, type Item } from '../../../shared/partner-api/item'
import { PartnerError, UnexpectedAnswerError } from '../../partner/errors'
import { saveItem } from '../../store/items'
import type { Op } from '../../store/outbox'
import { NO_BOUND, type PlayDeps, type Playbook } from '../playbook'
import { bodyOf, knownBody } from './order-look'

const GONE: ReadonlySet<string> = new Set(['ready_to_delete', 'deleted'])

/** What every op on a listed item has in common; `null` when the marketplace does not know the item. */
const itemLook = {
  async look({ client }: PlayDeps, op: Op): Promise<Item | null> {
    try {
      const item = await client.readItem(numberOf(op))
      if (item.item_number === numberOf(op)) return item
      throw new UnexpectedAnswerError(`asked for item ${numberOf(op)}: answered another item`)
    } catch (error) {
      if (error instanceof PartnerError && error.code === 'not_found') return null
      throw error
    }
  },
  keep({ db }: PlayDeps, _op: Op, item: Item | null, at: string): void {
    if (item !== null) saveItem(db, item, at)
  },
  baseline: () => null,
  confirmed: () => {},
  sends: NO_BOUND,
} satisfies Partial<Playbook<Item | null>>

/**
 * Price and discount are absolute, so that saying them again changes nothing. A price shows at once. A discount may take
 * 15 minutes, and until then the one before it shows: that the asked one shows proves nothing, so it is said again until
 * it is accepted.
 * @see partner-api "PUT /api/v1.0/items/{item_number}"
 */
export const updateItem: Playbook<Item | null> = {
  ...itemLook,
  readable: (op) => bodyOf(op, updateItemBody) !== null,
  judge(_deps, op, item) {
    if (item === null) return { kind: 'stuck', reason: 'not_found' }
    if (GONE.has(item.state)) return { kind: 'stuck', reason: 'item_changed' }
    const { price, discount } = knownBody(op, updateItemBody)
    return discount === undefined && item.price === price
      ? { kind: 'arrived', serverRef: null }
      : { kind: 'absent' }
  },
  against: () => null,
  async send({ client }, op) {
    await client.updateItem(numberOf(op), knownBody(op, updateItemBody))
    return null
  },
}

/** @see partner-api "DELETE /api/v1.0/items/{item_number}" */
export const delistItem: Playbook<Item | null> = {
  ...itemLook,
  readable: () => true,
  judge(_deps, op, item) {
    if (item !== null) return { kind: GONE.has(item.state) ? 'arrived' : 'absent', serverRef: null }
    // Gone after it was sent is what was asked for. Before that, nobody knows why it is not there.
    return op.attempts > 0 ? { kind: 'arrived', serverRef: null } : { kind: 'stuck', reason: 'not_found' }
  },
  // Only a listed item can be delisted; states that the document does not name are not guessed at.
  against: (_deps, _op, item) => (item === null || item.state === 'listed' ? null : 'item_changed'),
  async send({ client }, op) {
    await client.delistItem(numberOf(op))
    return null
  },
}

function numberOf(op: Op): string {
  if (op.itemKey === null) throw new Error(`op ${op.seq} has no item`)
  return op.itemKey
}
