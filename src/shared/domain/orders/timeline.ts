import type { OpKind } from '../outbox/operation'
import { isShipmentState, type ShipmentState } from '../shipments/shipment'
import { parseInstant } from '../time/timestamps'
import { saysPaid } from './order'
import type {
  MergedTimeline,
  OpStep,
  RefundFacts,
  TimelineEntry,
  TimelineEvidence,
  TimelineFacts,
  TimelineOp,
  TimelineShipment,
} from './timeline-facts'

/** A step that was confirmed here carries the time of its confirmation, unless a person typed another one. */
const SAME_MOMENT_MS = 60_000

/** `null`: the marketplace gives no time of its own to the state. */
const TIME_OF_STEP: Readonly<Record<ShipmentState, StepTime | null>> = {
  packed: 'packedAt',
  shipped: 'shippedAt',
  delivered: 'deliveredAt',
  canceled: 'canceledAt',
}
type StepTime = 'packedAt' | 'shippedAt' | 'deliveredAt' | 'canceledAt'

/** `null`: no operation leads to the state. */
const OP_OF_STEP: Readonly<Record<ShipmentState, OpKind | null>> = {
  packed: 'create_shipment',
  shipped: 'ship_shipment',
  delivered: 'deliver_shipment',
  canceled: 'cancel_shipment',
}

/** Merges everything into one list by time. Entries of the same moment stay in the order of `TimelineFacts`. */
export function mergeTimeline(facts: TimelineFacts): MergedTimeline {
  const said = new Set<OpStep>()
  const all = [
    ...ofOrder(facts),
    ...facts.shipments.flatMap((shipment, place) => ofShipment(facts.ops, shipment, place + 1, said)),
    ...cancellation(facts, said),
    ...facts.changes.map((change) => ({ what: 'changed', at: change.at, ...NOBODY, change }) as const),
    ...facts.refunds.map((refund) => refundEntry(facts.ops, refund, said)),
    ...ofStation(facts),
    ...facts.ops.flatMap((op) => ofOp(facts.shipments, op, said)),
    ...facts.evidence.map(evidenceEntry),
  ]
  const timed = all.flatMap((entry) => {
    const ms = momentOf(entry.at)
    return ms === null ? [] : [{ ms, entry }]
  })
  return {
    timed: timed.toSorted((one, other) => one.ms - other.ms).map(({ entry }) => entry),
    untimed: all.filter(({ at }) => momentOf(at) === null),
  }
}

/** Milliseconds since the epoch; `null` if the text is not a moment. */
function momentOf(at: string | null): number | null {
  return at === null ? null : parseInstant(at)
}

const NOBODY = { by: null, fromFile: false } as const

function ofOrder({ purchasedAt, amountCents, payments, state, canceled }: TimelineFacts): TimelineEntry[] {
  const bought: TimelineEntry = { what: 'bought', at: purchasedAt, ...NOBODY, cents: amountCents }
  const paid = payments.map((payment) => ({ what: 'payment', at: null, ...NOBODY, ...payment }) as const)
  const unnamed = !canceled && !saysPaid({ state })
  return [bought, ...paid, ...(unnamed ? [{ what: 'order_state', at: null, ...NOBODY, state } as const] : [])]
}

function ofShipment(
  ops: readonly TimelineOp[],
  shipment: TimelineShipment,
  index: number,
  said: Set<OpStep>,
): TimelineEntry[] {
  const { shipmentId, items, byHand, state } = shipment
  const own = ops.filter((op) => op.shipmentId === shipmentId)
  const steps = (Object.keys(TIME_OF_STEP) as ShipmentState[]).flatMap((step): TimelineEntry[] => {
    const time = TIME_OF_STEP[step]
    const at = time === null ? null : shipment[time]
    if (at === null && step !== state) return []
    // A pack that was withdrawn before it was sent was packed all the same.
    const counts = (op: TimelineOp) => step === 'packed' || op.state !== 'discarded'
    const capture = captureOf(own.findLast((op) => op.kind === OP_OF_STEP[step] && counts(op)))
    if (capture !== null && isSameMoment(capture.at, at)) said.add(capture)
    const { by, fromFile } = capture ?? NOBODY
    const expectedAt = step === 'shipped' ? shipment.expectedToDeliverAt : null
    const hand = step === 'packed' ? byHand : null
    return [
      { what: 'parcel', at, by, fromFile, step, shipmentId, index, items, byHand: hand, expectedAt } as const,
    ]
  })
  const unnamed = isShipmentState(state)
    ? []
    : [{ what: 'parcel_state', at: null, ...NOBODY, state, index } as const]
  // A label is on the parcel before the step of the same moment.
  return [...labelsOf(own, shipment, index), ...steps, ...unnamed]
}

/** Each label that an operation brought, and the one of the marketplace if nobody here did. */
function labelsOf(own: readonly TimelineOp[], shipment: TimelineShipment, index: number): TimelineEntry[] {
  let last: string | null = null
  const labels = own.flatMap(({ label, history }): TimelineEntry[] => {
    const { carrier, trackingNumber } = label
    if (trackingNumber === null || trackingNumber === last) return []
    last = trackingNumber
    const { at, by, fromFile } = history[0] ?? { at: null, ...NOBODY }
    return [{ what: 'label', at, by, fromFile, index, carrier, trackingNumber }]
  })
  const { carrier, trackingNumber } = shipment
  if (trackingNumber === null || trackingNumber === last) return labels
  return [...labels, { what: 'label', at: null, ...NOBODY, index, carrier, trackingNumber }]
}

function cancellation(
  { ops, canceled, cancelationReason: reason }: TimelineFacts,
  said: Set<OpStep>,
): TimelineEntry[] {
  if (!canceled) return []
  const capture = captureOf(
    ops.findLast(({ kind, state }) => kind === 'cancel_order' && state === 'confirmed'),
  )
  if (capture !== null) said.add(capture)
  const { at, by, fromFile } = capture ?? { at: null, ...NOBODY }
  return [{ what: 'order_canceled', at, by, fromFile, reason }]
}

/** The marketplace shows no time of a refund: it is known only of those that were asked for here. */
function refundEntry(
  ops: readonly TimelineOp[],
  { id, ...refund }: RefundFacts,
  said: Set<OpStep>,
): TimelineEntry {
  const capture =
    id === null
      ? null
      : captureOf(ops.find(({ kind, serverRef }) => kind === 'create_refund' && serverRef === String(id)))
  if (capture !== null) said.add(capture)
  const { at, by, fromFile } = capture ?? { at: null, ...NOBODY }
  return { what: 'refund', at, by, fromFile, ...refund }
}

function ofStation({ hold, photos, alarms, archivedIn, shipments }: TimelineFacts): TimelineEntry[] {
  const entries: TimelineEntry[] = []
  if (hold !== null)
    entries.push({
      what: 'hold',
      at: hold.heldAt,
      by: hold.heldBy,
      fromFile: false,
      reason: hold.reason,
    })
  for (const { shipmentId, takenAt, takenBy } of photos)
    entries.push({
      what: 'photo',
      at: takenAt,
      by: takenBy,
      fromFile: false,
      shipmentId,
      index: indexOf(shipments, shipmentId),
    })
  for (const { kind, raisedAt, seenAt, seenBy } of alarms) {
    entries.push({ what: 'alarm', at: raisedAt, ...NOBODY, kind })
    if (seenAt !== null && seenBy !== null)
      entries.push({ what: 'alarm_seen', at: seenAt, by: seenBy, fromFile: false, kind })
  }
  if (archivedIn !== null) entries.push({ what: 'archived', at: null, ...NOBODY, month: archivedIn })
  return entries
}

/** What is not said by a step already. */
function ofOp(
  shipments: readonly TimelineShipment[],
  { seq, kind, shipmentId, cents, history }: TimelineOp,
  said: ReadonlySet<OpStep>,
): TimelineEntry[] {
  const index = shipmentId === null ? null : indexOf(shipments, shipmentId)
  return history
    .filter((step) => !said.has(step))
    .map((step) => ({ what: 'op', seq, kind, index, cents, ...step }))
}

function evidenceEntry({ at, operator, ...entry }: TimelineEvidence): TimelineEntry {
  return { what: 'evidence', at, by: operator, fromFile: false, ...entry }
}

function captureOf(op: TimelineOp | undefined): OpStep | null {
  return op?.history.find(({ event }) => event === 'capture') ?? null
}

function isSameMoment(one: string, other: string | null): boolean {
  const [oneMs, otherMs] = [momentOf(one), momentOf(other)]
  return oneMs !== null && otherMs !== null && Math.abs(oneMs - otherMs) <= SAME_MOMENT_MS
}

function indexOf(shipments: readonly TimelineShipment[], shipmentId: string): number | null {
  const place = shipments.findIndex((shipment) => shipment.shipmentId === shipmentId)
  return place < 0 ? null : place + 1
}
