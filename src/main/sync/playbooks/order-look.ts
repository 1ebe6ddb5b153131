import type { Order } from '../../../shared/partner-api/order'
import type { Tx } from '../../store/db/database'
import type { Op } from '../../store/tables/outbox'
import { isBehind } from '../behind'
import type { PlayDeps, Playbook } from '../playbook'
import { takeIn } from '../take-in'

/** What all ops on an order share: reading and storing the order. */
export const orderLook = {
  look: ({ client }: PlayDeps, op: Op) => client.readOrder(orderIdOf(op)),
  keep: (tx: Tx, deps: PlayDeps, _op: Op, order: Order, at: string) => void takeIn(tx, deps, order, at),
  behind: ({ db }: PlayDeps, order: Order, at: string) => isBehind(db, order, at),
} satisfies Partial<Playbook<Order>>

/** The order an op is about. */
export function orderIdOf(op: Op): number {
  if (op.orderId === null) throw new Error(`op ${op.seq} has no order`)
  return op.orderId
}
