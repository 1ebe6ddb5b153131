import {
  explain,
  type RequestFacts,
  type Explanation,
  type SeenChange,
} from '../../../shared/domain/outbox/explain'
import { readOrder, type Order } from '../../../shared/partner-api/order'
import { createShipmentBody, updateShipmentBody } from '../../../shared/partner-api/shipment'
import type { Db } from '../../store/db/database'
import type { Op } from '../../store/tables/outbox'
import { findShipment } from '../../store/tables/shipments'
import { askedCents, restToRefund } from '../../store/views/refund-rest'
import { changesSince, notedChanges } from '../copies/seen-changes'
import { bodyOf } from '../copies/op-body'

/** Stored as JSON with a held op; never rename. */
export type HoldFinding = {
  explanations: readonly Explanation[]
  changes: readonly SeenChange[]
  /** When it was examined, ISO 8601 UTC. */
  at: string
}

/**
 * Explains, by the document's rules, why an op on an order cannot be done, and what changed since it was confirmed;
 * `null` for ops on items. Call it before the new copy of the order is stored.
 */
export function describeHold(db: Db, op: Op, present: unknown, at: string): HoldFinding | null {
  if (op.orderId === null || !isOrder(present)) return null
  return {
    explanations: explain(askedBy(db, op, op.orderId, present), present),
    changes: [...notedChanges(db, op.seq), ...changesSince(db, present, at)],
    at,
  }
}

function askedBy(db: Db, op: Op, orderId: number, order: Order): RequestFacts {
  const create = bodyOf(op, createShipmentBody)
  const update = bodyOf(op, updateShipmentBody)
  return {
    kind: op.kind,
    lineIds: create?.order_line_ids ?? [],
    serverId: op.shipmentUid === null ? null : (findShipment(db, op.shipmentUid)?.serverId ?? null),
    carrier:
      update === null
        ? null
        : {
            carrier: update.carrier ?? null,
            tracking_number: update.tracking_number ?? null,
            tracking_url: update.tracking_url ?? null,
          },
    amountCents: askedCents(op),
    restCents: op.kind === 'create_refund' ? restToRefund(db, orderId, order, op) : null,
  }
}

function isOrder(present: unknown): present is Order {
  return readOrder.safeParse(present).success
}
