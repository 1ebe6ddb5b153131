import type { RequestOf } from '../../../../../shared/contract/requests'
import type { ShipmentView } from '../../../../../shared/contract/views'
import type { OpDetail } from '../../../../../shared/contract/op-views'
import {
  inOrder,
  parseInstant,
  TIME_API_NAMES,
  TIME_FIELDS,
  type TimeField,
} from '../../../../../shared/domain/time/timestamps'
import { type StationZone } from '../../../parts/time/station-time'
import { entryOf, entryToIso, NO_TIME, type TimeEntry } from '../../../parts/time/typed-time'

/** The content of the form that corrects times, before it becomes a request. */

export type CorrectDraft = Readonly<Record<TimeField, TimeEntry>>

/** The times that the operation carries, in the document's order. */
export function timesOf({ asked }: Pick<OpDetail, 'asked'>): TimeField[] {
  return TIME_FIELDS.filter((field) => typeof asked[TIME_API_NAMES[field]] === 'string')
}

/** The form as it opens: the requested times, to the millisecond. */
export function freshCorrection({ asked }: Pick<OpDetail, 'asked'>, zone: StationZone): CorrectDraft {
  const entry = (field: TimeField): TimeEntry => {
    const at = asked[TIME_API_NAMES[field]]
    const ms = typeof at === 'string' ? parseInstant(at) : null
    return ms === null ? NO_TIME : entryOf(ms, zone)
  }
  return Object.fromEntries(TIME_FIELDS.map((field) => [field, entry(field)])) as CorrectDraft
}

/** The request for a draft: unchanged times are left out. */
export function correctionOf(
  draft: CorrectDraft,
  detail: Pick<OpDetail, 'asked'>,
  shipment: Pick<ShipmentView, 'packedAt' | 'shippedAt'> | null,
  reason: string,
  zone: StationZone,
): Omit<RequestOf<'outbox:correct'>, 'seq'> {
  const used = new Set(timesOf(detail))
  const floors: Partial<Record<TimeField, string | null>> = {
    shippedAt: shipment?.packedAt ?? null,
    deliveredAt: shipment?.shippedAt ?? shipment?.packedAt ?? null,
    canceledAt: shipment?.packedAt ?? null,
  }
  const changed = (field: TimeField): string | null => {
    if (!used.has(field)) return null
    const iso = inOrder(entryToIso(draft[field], zone) ?? '', floors[field] ?? null)
    return iso === detail.asked[TIME_API_NAMES[field]] ? null : iso
  }
  return {
    packedAt: changed('packedAt'),
    shippedAt: changed('shippedAt'),
    expectedToDeliverAt: changed('expectedToDeliverAt'),
    deliveredAt: changed('deliveredAt'),
    canceledAt: changed('canceledAt'),
    reason,
  }
}

/** Whether a request changes any time at all. */
export function changesAnything(request: Omit<RequestOf<'outbox:correct'>, 'seq'>): boolean {
  return TIME_FIELDS.some((field) => request[field] !== null)
}
