import { z } from 'zod'
import { bodyOf } from '../../sync/copies/op-body'
import { correctedTimes } from '../../../shared/domain/time/clock-correction'
import { TIME_API_NAMES, TIME_FIELDS, type TimeField } from '../../../shared/domain/time/timestamps'
import type { Op } from '../../store/tables/outbox'
import type { ShipmentRow } from '../../store/tables/shipments'

/** The times that an op should carry if the clock was off by `offsetMs` when it was captured. */
export function proposedTimes(
  op: Pick<Op, 'kind' | 'body' | 'capturedAt'>,
  shipment: Pick<ShipmentRow, 'packedAt' | 'shippedAt'>,
  offsetMs: number,
): Partial<Record<TimeField, string>> {
  const body = bodyOf(op, z.record(z.string(), z.unknown())) ?? {}
  const times: Partial<Record<TimeField, string>> = {}
  for (const field of TIME_FIELDS) {
    const text = body[TIME_API_NAMES[field]]
    if (typeof text === 'string') times[field] = text
  }
  const { packedAt, shippedAt } = shipment
  const floor =
    op.kind === 'create_shipment' ? null : op.kind === 'deliver_shipment' ? (shippedAt ?? packedAt) : packedAt
  return correctedTimes(times, { capturedAt: op.capturedAt, offsetMs, floor })
}
