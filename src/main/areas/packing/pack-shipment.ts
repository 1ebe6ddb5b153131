import { randomUUID } from 'node:crypto'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { ValueOf } from '../../../shared/contract/bridge'
import { instructionsOpen } from '../../../shared/domain/orders/instruction'
import { hasCode, isLost, netOf } from '../../../shared/domain/orders/order-change'
import { selectionProblem } from '../../../shared/domain/orders/selection'
import { isSerial } from '../../../shared/domain/orders/unit-serial'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { CreateShipmentBody } from '../../../shared/partner-api/shipment'
import { StationError } from '../../base/station-error'
import { inTransaction } from '../../store/db/database'
import { changesOf } from '../../store/tables/order-changes'
import { findHold } from '../../store/tables/order-holds'
import { findOrder, findOrderToPack, linesOfOrder, recountWork } from '../../store/tables/orders'
import { cancelWaits, enqueue } from '../../store/tables/outbox'
import { takeOutPacked } from '../../store/tables/put-wall'
import { findSetAside } from '../../store/tables/set-aside'
import { addPackedShipment } from '../../store/tables/shipments'
import { taughtItemOf, taughtOfItem } from '../../store/tables/taught-codes'
import { timeOrderedUid } from '../../base/time-ordered-uid'
import { captureNow } from '../station/capture'
import { createHandPermits, type HandPermits } from './hand-permits'
import { openOrder } from './open-order'
import { announce, type Station } from '../station/station'
import { refuseBadTrackingUrl } from './tracking-url'
import { refuseElsewhere } from './take-over'
import { uniquePackedAt } from './unique-packed-at'
import { refuseUsedLabel } from './used-label'

type Request = ParsedRequestOf<'packing:pack'>
/** What main saw scanned, whether every item must be, and which may be packed all the same. */
export type ScanRule = {
  everyItemScanned: boolean
  permits: HandPermits
  /** By which code each line was scanned. */
  seen: Scans
}
type Scans = ReadonlyMap<number, string>

const NO_RULE: ScanRule = { everyItemScanned: false, permits: createHandPermits(), seen: new Map() }

/**
 * Packs the chosen lines as a shipment now and queues its creation, both in one durable commit (I1).
 * @throws StationError `order_not_found`, `order_unreadable`, `order_canceled`, `order_on_hold`, `order_elsewhere`, `order_changed`, `no_lines`,
 *   `line_unknown`, `line_is_fee`, `line_taken`, `line_elsewhere`, `not_scanned`, `instruction_open`, `serial_missing`, `tracking_url`,
 *   `label_used`, `clock_differs`, `disk_full`, `database_error`
 * @see partner-api "POST /api/v1.0/orders/{id}/shipments"
 */
export function packShipment(
  station: Station,
  request: Request,
  { everyItemScanned, permits, seen }: ScanRule = NO_RULE,
): ValueOf['packing:pack'] {
  const { db, clock } = station
  const shipmentId = timeOrderedUid(clock.wallMs())
  const lineIds = [...new Set(request.lineIds)]
  const taken = takenByScan(request, seen)
  const scans = stillProven(station, request.orderId, taken)
  const byHand = lineIds.filter((lineId) => !scans.has(lineId))
  const unproven = everyItemScanned ? byHand : []
  const unitsUnproven = serialsMissing(station, { ...request, lineIds })
  const toAllow = [...new Set([...unproven, ...unitsUnproven])]
  const allowedBy = permits.allowedBy(request.orderId, toAllow).join(', ')
  let inBoxOf: number | null = null
  const seq = inTransaction(db, (tx) => {
    refuseBadSelection(station, request.orderId, lineIds)
    refuseChanged(station, { ...request, lineIds }, taken)
    refuseUnscanned(permits, request.orderId, unproven)
    refuseNotFollowed(station, { ...request, lineIds })
    refuseOtherUnits(permits, request.orderId, unitsUnproven)
    refuseBadTrackingUrl(request.trackingUrl)
    inBoxOf = refuseUsedLabel(station, request)
    const packedAt = uniquePackedAt(
      tx,
      { orderId: request.orderId, shipmentUid: shipmentId },
      formatInstant(clock.wallMs()),
    )
    addPackedShipment(
      tx,
      {
        shipmentUid: shipmentId,
        orderId: request.orderId,
        carrier: request.carrier,
        trackingNumber: request.trackingNumber,
        trackingUrl: request.trackingUrl,
        warehouseId: request.warehouseId,
        packedAt,
      },
      lineIds,
      { byHand, scans: Object.fromEntries(scans) },
    )
    const capture = captureNow(tx, station)
    const by = allowedBy === '' ? capture.by : `${capture.by}, approved by ${allowedBy}`
    const queued = enqueue(tx, {
      opUid: randomUUID(),
      kind: 'create_shipment',
      orderId: request.orderId,
      shipmentUid: shipmentId,
      body: JSON.stringify(bodyOf(request, lineIds, packedAt)),
      capture: { ...capture, by, at: packedAt },
    })
    recountWork(tx, request.orderId)
    takeOutPacked(tx, request.orderId, lineIds)
    return queued
  })
  permits.clear()
  announce(station, request.orderId)
  return {
    shipmentId,
    seq,
    order: openOrder(station, request.orderId),
    ...(allowedBy === '' ? {} : { allowedBy }),
    ...(inBoxOf === null ? {} : { inBoxOf }),
  }
}

function bodyOf(request: Request, lineIds: number[], packedAt: string): CreateShipmentBody {
  return {
    ...(request.carrier === null ? {} : { carrier: request.carrier }),
    ...(request.trackingNumber === null ? {} : { tracking_number: request.trackingNumber }),
    ...(request.trackingUrl === null ? {} : { tracking_url: request.trackingUrl }),
    warehouse_id: request.warehouseId,
    order_line_ids: lineIds,
    packed_at: packedAt,
  }
}

/**
 * SECURITY: the lines that main saw scanned. The window may only take from them: what a packer took out of the box, and
 * put back without a scan, was ticked by hand.
 */
function takenByScan({ lineIds, byHand = [] }: Request, seen: Scans): Scans {
  return new Map([...seen].filter(([lineId]) => lineIds.includes(lineId) && !byHand.includes(lineId)))
}

/**
 * A code that the line does not have any more proves nothing, whatever change the window says it knows of; nor does a
 * taught one that was taken back.
 */
function stillProven({ db }: Station, orderId: number, scans: Scans): Scans {
  const lines = new Map(linesOfOrder(db, orderId).map((line) => [line.lineId, line]))
  return new Map(
    [...scans].filter(([lineId, code]) => {
      const line = lines.get(lineId)
      if (line === undefined) return false
      return hasCode(line, code) || taughtOfItem(db, taughtItemOf(db, line)).some((one) => one.code === code)
    }),
  )
}

/** What was scanned, and the label, count for the order as the packer knew it. */
function refuseChanged({ db }: Station, { orderId, lineIds, knows = 0 }: Request, scans: Scans): void {
  const all = changesOf(db, findOrder(db, orderId) ?? { orderId, changes: null })
  const fresh = all.filter(({ seq }) => seq > knows)
  // Older ones are forgotten: nobody can tell whether they mattered.
  const forgotten = (all[0]?.seq ?? 1) > knows + 1
  const lost = netOf(fresh.filter((change) => change.what !== 'address')).filter(
    (change) => lineIds.includes(change.lineId) && isLost(change, scans.get(change.lineId) ?? null),
  )
  if (forgotten || lost.length > 0 || fresh.some(({ what }) => what === 'address'))
    throw new StationError('order_changed', `order ${orderId} has changed since it was shown`)
}

function refuseUnscanned(permits: HandPermits, orderId: number, lineIds: readonly number[]): void {
  const missing = permits.missing(orderId, lineIds)
  if (missing.length > 0)
    throw new StationError('not_scanned', `lines ${missing.join(', ')}: nobody scanned them`, {
      lines: missing.join(','),
    })
}

/** The packer must have seen what the warehouse wants confirmed, whatever the window knows of it. */
function refuseNotFollowed(station: Station, { orderId, lineIds, followed = [] }: Request): void {
  if (!station.instructions.asksAny()) return
  const { lines } = openOrder(station, orderId)
  const open = instructionsOpen(lines, lineIds, new Set(followed))
  if (open.length > 0)
    throw new StationError('instruction_open', `lines ${open.join(', ')}: an instruction is not confirmed`)
}

/** The lines whose serial number is to be scanned, and was not. */
function serialsMissing(station: Station, { orderId, lineIds, serials = [] }: Request): number[] {
  if (station.serialRule().serials === 'none') return []
  const scanned = new Map(serials.map(({ lineId, code }) => [lineId, code]))
  return openOrder(station, orderId)
    .lines.filter(({ lineId, serial }) => serial !== null && lineIds.includes(lineId))
    .filter(({ lineId, serial }) => !isSerial([scanned.get(lineId) ?? ''], serial))
    .map(({ lineId }) => lineId)
}

/** Only the very unit that was sold may leave, or one that a supervisor has looked at. */
function refuseOtherUnits(permits: HandPermits, orderId: number, lineIds: readonly number[]): void {
  const missing = permits.missing(orderId, lineIds)
  if (missing.length > 0)
    throw new StationError('serial_missing', `lines ${missing.join(', ')}: no scan of their serial numbers`)
}

function refuseBadSelection(station: Station, orderId: number, lineIds: readonly number[]): void {
  const { db, neighbors } = station
  const order = findOrderToPack(db, orderId)
  if (order === null) throw new StationError('order_not_found', `order ${orderId} is not on this station`)
  const canceled = order.canceled || cancelWaits(db, orderId)
  const packed = neighbors.packedElsewhere(orderId, order.readAt)
  const lines = order.lines.map((line) => ({ ...line, elsewhere: packed.get(line.lineId) ?? null }))
  const problem = selectionProblem({ lines, canceled }, lineIds)
  if (problem !== null) throw new StationError(problem.code, `lines ${lineIds.join(', ')}: ${problem.code}`)
  // Nobody knows what has changed there: a line, an address, or that the order goes on at all.
  if (findSetAside(db, 'orders', String(orderId)) !== null)
    throw new StationError('order_unreadable', `a newer copy of order ${orderId} cannot be read`)
  if (findHold(db, orderId) !== null) throw new StationError('order_on_hold', `order ${orderId} is on hold`)
  refuseElsewhere(station, orderId)
}
