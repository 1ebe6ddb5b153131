import type { Item } from '../../../shared/partner-api/item'
import type { Order } from '../../../shared/partner-api/order'
import type { Bus } from '../../base/bus'
import type { LimitGroup } from '../../base/limit-groups'
import type { ResponseSample } from '../../partner/exchange'
import type { Op } from '../../store/tables/outbox'
import type { RoundMark } from '../../warehouse/port/shared-records'
import type { Outcome } from '../../sync/connection/gate'

/** What the parts of an account emit; `account-handlers.ts` says what follows from each. Orders that are `null` are many. */
export type AccountEvents = {
  'answer.came': [sample: ResponseSample]
  'request.ended': [outcome: Outcome]
  'connection.changed': []
  /** Perhaps it is lost: a request takes long, or failed. */
  'connection.doubted': []
  'gate.opened': []
  'gate.limited': [group: LimitGroup, waitMs: number]
  /** The marketplace takes the account's token again. */
  'token.accepted': []
  'clock.judged': []
  'disk.changed': []
  /** It was full, and has room again. */
  'disk.has_room': []
  'notice.raised': []

  /** One record that this station has read from the marketplace. */
  'order.read': [order: Order]
  'item.read': [item: Item]
  /** Stored by a round of this station. */
  'orders.pulled': [orderIds: readonly number[] | null]
  /** Found by a comparison, or told by another station. */
  'orders.found': [orderIds: readonly number[]]
  /** Another station told of an order that was changed or read here a moment ago. */
  'order.unsure': [orderId: number]
  /** Other stations wait for a comparison of all orders by this one. */
  'orders.check_wanted': []
  /** Another station's comparison ended so long ago, and all that it found was taken in. */
  'orders.checked_elsewhere': [agoMs: number]
  /** A page of orders was stored, or a round is over. */
  'pull.progressed': []
  'items.pulled': [changed: number]
  'items.compared': [changed: number]
  'items.backfilled': []
  'items.check_wanted': []
  'items.checked_elsewhere': [agoMs: number, mark: RoundMark]
  'item.browsed': []

  'op.claimed': [seq: number]
  /** After each attempt, with the op as it was before. */
  'op.worked_on': [op: Op]
  /** `null`: it was an item's. */
  'op.verified': [orderId: number | null]
  /** A held one goes on by itself. */
  'op.resumed': [op: Op]
}

export type AccountBus = Bus<AccountEvents>
