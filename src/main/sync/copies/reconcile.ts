import { parseInstant, readMoment } from '../../../shared/domain/time/timestamps'
import { isLive } from '../../../shared/domain/shipments/shipment'
import type { Order } from '../../../shared/partner-api/order'
import type { CreateShipmentBody, Shipment, UpdateShipmentBody } from '../../../shared/partner-api/shipment'

/** Determines from an order what became of an op whose answer was lost. Pure: the order in, a finding out. */

export type CreateFinding =
  /** It succeeded: this is its shipment. */
  | { kind: 'found'; shipment: Shipment }
  /** More than one shipment looks like it. */
  | { kind: 'duplicate' }
  /** Its lines are in a shipment that is not ours. */
  | { kind: 'taken' }
  /** A possible match has no lines, or a time that is coarser than others, so nothing proves it. */
  | { kind: 'unlinked' }
  | { kind: 'absent' }

/**
 * Looks for the shipment that a create requested.
 * @param baseline the order's shipment IDs before the first send
 * @param mapped IDs that belong to other shipments of this station
 * @param stepMs the precision of the last times that the marketplace showed; `null` while unknown
 */
export function findCreated(
  order: Order,
  body: CreateShipmentBody,
  baseline: readonly (number | string)[],
  mapped: ReadonlySet<number>,
  stepMs: number | null = null,
): CreateFinding {
  const fresh = order.shipments.filter(({ id }) => !baseline.includes(id) && !mapped.has(id))
  const possible = fresh.filter((shipment) => looksLike(shipment, body))
  // An answer may show less of times than the last ones did, and then everything in it does.
  const knownMs = Math.max(stepMs ?? SECOND_MS, stepOf(order))
  const alike = possible.filter((shipment) => sameInstant(shipment.packed_at, body.packed_at, knownMs))
  const asked = body.order_line_ids
  const carrying = alike.filter((shipment) => sameSet(linesOf(order, shipment), asked))
  // A server that accepts a second create moves the lines to it and leaves the first one empty.
  const emptied = alike.filter((shipment) => linesOf(order, shipment).length === 0)
  const live = [...carrying, ...emptied].filter(({ state }) => isLive(state))
  if (live.length > 1) return { kind: 'duplicate' }
  const taken = linesTaken(order, asked)
  const [one] = live
  if (one !== undefined && carrying.includes(one)) return { kind: 'found', shipment: one }
  // Ours, and somebody else's with its lines: both are live.
  if (one !== undefined) return { kind: taken ? 'duplicate' : 'unlinked' }
  // Somebody canceled it before the lost answer was noticed. One that has released its lines can be identified only by
  // its time, which a marketplace that truncates times does not show.
  const ended = possible.filter(
    (shipment) => !isLive(shipment.state) && linesOf(order, shipment).every((id) => asked.includes(id)),
  )
  const surelyOurs = ended.filter(
    (shipment) =>
      alike.includes(shipment) &&
      (isSameMillisecond(shipment.packed_at, body.packed_at) || sameSet(linesOf(order, shipment), asked)),
  )
  if (surelyOurs.length > 1) return { kind: 'duplicate' }
  if (surelyOurs[0] !== undefined) return { kind: 'found', shipment: surelyOurs[0] }
  if (taken) {
    // Only its time speaks against it, and no more than by being coarse: that makes it nobody else's.
    const isDoubtful = possible.some(
      (shipment) => isLive(shipment.state) && sameSet(linesOf(order, shipment), asked),
    )
    return { kind: isDoubtful ? 'unlinked' : 'taken' }
  }
  return ended.length > 0 || fresh.some((shipment) => mayBeOurs(order, shipment, body))
    ? { kind: 'unlinked' }
    : { kind: 'absent' }
}

/**
 * A live shipment without lines that shows our time, which is unique in the order, or shows none and contradicts
 * nothing: never adopted, but a second one must not be created in addition.
 */
function mayBeOurs(order: Order, shipment: Shipment, body: CreateShipmentBody): boolean {
  if (!isLive(shipment.state) || linesOf(order, shipment).length > 0) return false
  if (isAbsent(shipment.packed_at)) return looksLike({ ...shipment, packed_at: body.packed_at }, body)
  return sameInstant(shipment.packed_at, body.packed_at)
}

/** Whether a live shipment carries one of the lines. */
export function linesTaken(order: Order, lineIds: readonly number[]): boolean {
  const live = new Set(order.shipments.filter(({ state }) => isLive(state)).map(({ id }) => id))
  return order.order_lines.some(
    (line) => lineIds.includes(line.id) && typeof line.shipment_id === 'number' && live.has(line.shipment_id),
  )
}

function linesOf(order: Order, shipment: Shipment): number[] {
  return order.order_lines.filter((line) => line.shipment_id === shipment.id).map((line) => line.id)
}

/**
 * Whether the shipment matches the create, apart from its lines. `packed_at` is unique in an order and carries the
 * identity; a missing warehouse says nothing, nor does the case of a carrier or a tracking number.
 */
export function looksLike(shipment: Shipment, body: CreateShipmentBody): boolean {
  return (
    (isAbsent(shipment.warehouse_id) || shipment.warehouse_id === body.warehouse_id) &&
    sameInstant(shipment.packed_at, body.packed_at) &&
    sameText(shipment.carrier, body.carrier) &&
    sameText(shipment.tracking_number, body.tracking_number)
  )
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** Whether the shipment shows the requested update: the state and each timestamp sent. */
export function updateArrived(shipment: Shipment, body: UpdateShipmentBody): boolean {
  if (shipment.state !== body.state) return false
  switch (body.state) {
    case 'shipped':
      return sameInstant(shipment.shipped_at, body.shipped_at)
    case 'delivered':
      return sameInstant(shipment.delivered_at, body.delivered_at)
    case 'canceled':
      return sameInstant(shipment.canceled_at, body.canceled_at)
  }
}

export function sameSet(left: readonly number[], right: readonly number[]): boolean {
  const set = new Set(left)
  return set.size === new Set(right).size && right.every((id) => set.has(id))
}

/** Services write carriers and tracking numbers their own way. */
function sameText(left: string | null | undefined, right: string | null | undefined): boolean {
  const plain = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, '').toLowerCase()
  return plain(left) === plain(right)
}

const SECOND_MS = 1_000
/** The precisions that services store times with, in milliseconds, coarsest first. */
const STEPS_MS = [60_000, SECOND_MS, 100, 10, 1] as const

/** The coarsest precision that explains all these times. */
function stepOfTimes(shownMs: readonly number[]): number {
  return STEPS_MS.find((step) => shownMs.every((ms) => ms % step === 0)) ?? 1
}

/** The precision of the times in this answer. */
function stepOf({ created_at, updated_at, purchased_at, shipments }: Order): number {
  const times = shipments.flatMap((shipment) => [
    shipment.packed_at,
    shipment.shipped_at,
    shipment.delivered_at,
    shipment.canceled_at,
  ])
  const shownMs = [created_at, updated_at, purchased_at, ...times].map(readMoment)
  return stepOfTimes(shownMs.filter((ms) => !Number.isNaN(ms)))
}

/**
 * Equal at the precision the server stores, which may truncate a time or round it either way.
 * @param knownMs at most this precision, if known; the shown time may be finer, and is then compared as it is
 */
export function sameInstant(
  server: string | null | undefined,
  asked: string,
  knownMs = Number.POSITIVE_INFINITY,
): boolean {
  const askedMs = parseInstant(asked)
  const serverMs = readMoment(server)
  if (askedMs === null || Number.isNaN(serverMs)) return false
  return Math.abs(serverMs - askedMs) < Math.min(stepOfTimes([serverMs]), knownMs)
}

export function isSameMillisecond(server: string | null | undefined, asked: string): boolean {
  return readMoment(server) === parseInstant(asked)
}

type Echo = { asked: string; shown: string }

/**
 * The server's precision of times, from the times it was sent and the ones it showed: the coarsest that explains all of
 * them. `null` without any, or when none does.
 */
export function precisionOf(echoes: readonly Echo[]): number | null {
  const pairs = echoes.flatMap(({ asked, shown }) => {
    const [askedMs, shownMs] = [parseInstant(asked), readMoment(shown)]
    // A time that no precision explains was changed by somebody, and tells nothing.
    return askedMs !== null && sameInstant(shown, asked) ? [{ askedMs, shownMs }] : []
  })
  if (pairs.length === 0) return null
  return STEPS_MS.find((step) => pairs.every(({ askedMs, shownMs }) => fits(askedMs, shownMs, step))) ?? null
}

function fits(askedMs: number, shownMs: number, stepMs: number): boolean {
  return shownMs % stepMs === 0 && Math.abs(shownMs - askedMs) < stepMs
}
