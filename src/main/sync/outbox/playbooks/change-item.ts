import { z } from 'zod'
import { isDelistable, isDelisted } from '../../../../shared/domain/items/item-state'
import { updateItemBody, type Item, type UpdateItemBody } from '../../../../shared/partner-api/item'
import { PartnerError, UnexpectedAnswerError } from '../../../partner/errors'
import type { Tx } from '../../../store/db/database'
import { saveItem } from '../../../store/tables/items'
import { wasReleased, wasRestored } from '../../../store/tables/op-events'
import { opsOfLane, type Op } from '../../../store/tables/outbox'
import { NO_BOUND, type PlayDeps, type Playbook } from '../playbook'
import { bodyOf, knownBody } from '../../copies/op-body'

/** "Discount changes may take up to 15 minutes to show", plus a minute for clocks and jobs. */
const DISCOUNT_SHOWS_MS = 16 * 60_000
/** How often a discount is sent again after the usual wait. Sending it again may restart its 15 minutes. */
const QUICK_SENDS = 3

/** What all ops on a listed item share; `null` when the marketplace does not know the item. */
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
  keep(tx: Tx, _deps: PlayDeps, _op: Op, item: Item | null, at: string): void {
    if (item !== null) saveItem(tx, item, at)
  },
  baseline: () => null,
  confirmed: () => {},
  sends: NO_BOUND,
} satisfies Partial<Playbook<Item | null>>

/**
 * Price and discount are absolute, so sending them again changes nothing. A price shows at once. A discount may take 15
 * minutes and until then the previous one shows, so seeing the requested one proves nothing at first: it is sent again
 * until it is accepted, or shows after that time.
 * @see partner-api "PUT /api/v1.0/items/{item_number}"
 */
export const updateItem: Playbook<Item | null> = {
  ...itemLook,
  readable: (op) => bodyOf(op, updateItemBody) !== null,
  judge(deps, op, item) {
    if (item === null) return { kind: 'stuck', reason: 'not_found' }
    if (isDelisted(item.state)) return { kind: 'stuck', reason: 'item_changed' }
    const asked = knownBody(op, updateItemBody)
    if (asked.discount === undefined && shows(item, asked)) return { kind: 'arrived', serverRef: null }
    return changedByOthers(deps, op, item) ? { kind: 'stuck', reason: 'item_changed' } : { kind: 'absent' }
  },
  // Otherwise a marketplace that answers with a body where the document has none would be asked forever.
  settleMs: (op) => (waitsForDiscount(op) ? DISCOUNT_SHOWS_MS : null),
  arrivedBySettle: (op, item) =>
    waitsForDiscount(op) && item !== null && shows(item, knownBody(op, updateItemBody)),
  against: () => null,
  async send({ client }, op) {
    await client.updateItem(numberOf(op), knownBody(op, updateItemBody))
    return null
  },
}

/** Stored as JSON in `known`; never rename. */
const knownItem = z.object({ price: z.int().nullish(), discount: z.int().nullish() })

/**
 * Whether the item shows a price or a discount that was neither known nor requested here: somebody has set a later one,
 * which this op would undo. Checked for ops that this process did not see being queued: a database or a file that was
 * elsewhere meanwhile may be long outdated.
 */
function changedByOthers({ db, earlierSeq }: PlayDeps, op: Op, item: Item): boolean {
  const then = knownItem.safeParse(op.known).data
  if (then === undefined || (op.seq > earlierSeq && !wasRestored(db, op.seq)) || wasReleased(db, op.seq))
    return false
  const own = opsOfLane(db, op.lane).flatMap((other) => bodyOf(other, updateItemBody) ?? [])
  const { price, discount } = knownBody(op, updateItemBody)
  const prices = [then.price, ...own.map((body) => body.price)]
  const discounts = [then.discount, ...own.map((body) => body.discount?.max_discount.percentage)]
  return (
    (price !== undefined && !prices.includes(item.price)) ||
    (discount !== undefined && !discounts.includes(item.discount?.max_discount?.percentage))
  )
}

function waitsForDiscount(op: Op): boolean {
  return op.attempts >= QUICK_SENDS && knownBody(op, updateItemBody).discount !== undefined
}

function shows(item: Item, { price, discount }: UpdateItemBody): boolean {
  if (price !== undefined && item.price !== price) return false
  return (
    discount === undefined || item.discount?.max_discount?.percentage === discount.max_discount.percentage
  )
}

/** @see partner-api "DELETE /api/v1.0/items/{item_number}" */
export const delistItem: Playbook<Item | null> = {
  ...itemLook,
  readable: () => true,
  judge(_deps, op, item) {
    if (item !== null) return { kind: isDelisted(item.state) ? 'arrived' : 'absent', serverRef: null }
    // Gone after the send is the requested effect. Gone before it, nobody knows why.
    return op.attempts > 0 ? { kind: 'arrived', serverRef: null } : { kind: 'stuck', reason: 'not_found' }
  },
  against: (_deps, _op, item) => (item === null || isDelistable(item.state) ? null : 'item_changed'),
  async send({ client }, op) {
    await client.delistItem(numberOf(op))
    return null
  },
}

function numberOf(op: Op): string {
  if (op.itemKey === null) throw new Error(`op ${op.seq} has no item`)
  return op.itemKey
}
