import type { DeskRow } from '../../../shared/contract/orders'
import { sql, type Db } from '../db/database'
import { expectedPayout } from '../../../shared/domain/orders/payout'
import { jsonIn } from '../db/stored-json'
import { LIVE } from '../tables/shipment-states'
import { queueRows, type Due } from './queue'

type More = Pick<DeskRow, 'createdAt' | 'updatedAt' | 'amountCents' | 'payoutCents' | 'refundedCents'> & {
  carriers: string
}

const MORE = `SELECT ${jsonIn('rest')} ->> '$.created_at' AS createdAt, updated_at AS updatedAt, amount_cents AS amountCents,
    (SELECT sum(${jsonIn('l.server_copy')} ->> '$.estimated_payout') FROM order_lines l WHERE l.order_id = o.order_id) AS payoutCents,
    (SELECT coalesce(sum(abs(r.value ->> '$.total_refunded')), 0) FROM json_each(${jsonIn('o.rest')}, '$.refunds') r) AS refundedCents,
    (SELECT json_group_array(DISTINCT s.carrier) FROM shipments s
      WHERE s.order_id = o.order_id AND s.state ${LIVE} AND s.carrier <> '') AS carriers
  FROM orders o WHERE o.order_id = +?`

/** The orders as rows of the desk's table, in this order; missing orders are left out. */
export function deskRows(db: Db, orderIds: readonly number[], due: Due): DeskRow[] {
  const more = sql(db, MORE)
  return queueRows(db, orderIds, due).map((row) => {
    const { carriers, ...found } = more.get(row.orderId) as More
    const payoutCents = expectedPayout(row.canceled, found.payoutCents)
    return { ...row, ...found, payoutCents, carriers: JSON.parse(carriers) as string[] }
  })
}
