import { z } from 'zod'
import { refundRest, type OwnRefund, type ShownMoney } from '../../../shared/domain/orders/refund-rest'
import { createRefundBody } from '../../../shared/partner-api/refund'
import type { Db } from '../db/database'
import { wasExported } from '../tables/op-events'
import { opsOfLane, orderLane, type Op } from '../tables/outbox'

/**
 * What may still be refunded of an order, in cents from 0; `null` if that is not known. Counts the refunds that the
 * order shows and those that the station knows of by itself: queued here, sent and not shown yet, or moved to another
 * station.
 * @param shown the order's money as it was read
 * @param op a refund that is about to be sent: only those requested before it count against it
 */
export function restToRefund(
  db: Db,
  orderId: number,
  shown: ShownMoney,
  op: Op | null = null,
): number | null {
  return refundRest(shown, ownRefunds(db, opsOfLane(db, orderLane(orderId)), shown, op))
}

/** The cents that a refund asks for; `null` for other ops, and for a body that cannot be read. */
export function askedCents({ kind, body }: Pick<Op, 'kind' | 'body'>): number | null {
  if (kind !== 'create_refund') return null
  try {
    return createRefundBody.safeParse(JSON.parse(body)).data?.amount ?? null
  } catch {
    return null
  }
}

/** Stored as JSON in `known`; never rename. */
const knownOfRefund = z.object({
  /** The refunds that the order showed. */
  refunds: z.array(z.int()),
  /** A supervisor asked for more than was left: what was left, `null` if nobody knew, and why. */
  aboveRest: z.object({ restCents: z.int().nullable(), reason: z.string() }).optional(),
})
export type KnownOfRefund = z.infer<typeof knownOfRefund>

/** What the station knew of the order's refunds when this one was requested. */
export function knownThen({ known }: Pick<Op, 'known'>): KnownOfRefund {
  return knownOfRefund.safeParse(known).data ?? { refunds: [] }
}

function ownRefunds(db: Db, lane: readonly Op[], shown: ShownMoney, sent: Op | null): OwnRefund[] {
  const made = new Set(lane.flatMap(({ serverRef }) => serverRef ?? []))
  // One that was moved to another station and came back has two rows.
  const latest = new Map(lane.map((op) => [op.opUid, op]))
  return [...latest.values()].flatMap((op): OwnRefund[] => {
    if (op.kind !== 'create_refund' || (sent !== null && op.seq >= sent.seq)) return []
    const cents = askedCents(op)
    if (op.state !== 'discarded') return [{ cents, refundId: op.serverRef }]
    if (!wasExported(db, op.seq)) return []
    const refundId = madeElsewhere(op, cents, shown, made)
    if (refundId !== null) made.add(refundId)
    return [{ cents, refundId }]
  })
}

/** The refund that a moved op has become at the other station: an equal one that the order did not show before. */
function madeElsewhere(
  op: Op,
  cents: number | null,
  { refunds }: ShownMoney,
  made: ReadonlySet<string>,
): string | null {
  const before = knownThen(op).refunds
  if (cents === null || !Array.isArray(refunds)) return null
  const one = (refunds as readonly { id?: unknown; total_refunded?: unknown }[]).find(
    ({ id, total_refunded: total }) =>
      typeof id === 'number' &&
      typeof total === 'number' &&
      Math.abs(total) === cents &&
      !before.includes(id) &&
      !made.has(String(id)),
  )
  return one === undefined ? null : String(one.id)
}
