import type {
  HandoverAnswer,
  HandoverParcel,
  HandoverRemoval,
  HandoverView,
  ScannedCount,
  ScannedParcel,
} from '../../../shared/contract/handover'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { numbersIn, recognizeTracking, type Carrier } from '../../../shared/domain/carriers/carrier'
import {
  carrierKey,
  isOfRound,
  roundProblem,
  waitsFor,
  type HandoverMode,
} from '../../../shared/domain/shipments/handover'
import { normalizeCode } from '../../../shared/domain/scanning/compare-codes'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { sameLabel } from '../../../shared/domain/shipments/used-label'
import { isLive } from '../../../shared/domain/shipments/shipment'
import { inTransaction } from '../../store/db/database'
import {
  countShippedAt,
  countWaiting,
  dropScan,
  keepScan,
  missingParcels,
  parcelsByTracking,
  parcelsIn,
  parcelsOfOrder,
  readLastRound,
  scannedParcels,
  strangeParcels,
  type DockParcel,
} from '../../store/tables/handover'
import { findOrder } from '../../store/tables/orders'
import { findManifestShipment, findShipmentByCode } from '../../store/tables/printed-codes'
import type { Station } from '../station/station'

type Dock = Pick<Station, 'db' | 'clock'>

const MISSING_SHOWN = 50
const SCANNED_SHOWN = 500

/** The round as it stands: per carrier the scanned and missing parcels, and what keeps a parcel from going. */
export function readHandover({ db }: Pick<Dock, 'db'>, mode: HandoverMode): HandoverView {
  const scanned = scannedParcels(db, mode).map((parcel): ScannedParcel => ({
    ...parcelView(parcel),
    scannedAt: parcel.scannedAt ?? '',
    problem: roundProblem(mode, parcel),
    refusal: parcel.refusal,
  }))
  const last = readLastRound(db)
  return {
    mode,
    groups: countWaiting(db, mode).map((group) => ({
      ...group,
      missing: missingParcels(db, mode, group.carrier, MISSING_SHOWN),
    })),
    scanned: [...scanned.filter(isStuck), ...scanned.filter((parcel) => !isStuck(parcel))].slice(
      0,
      SCANNED_SHOWN,
    ),
    counts: countScanned(scanned),
    strange: strangeParcels(db, mode, MISSING_SHOWN).map((parcel) => ({
      ...parcelView(parcel),
      state: parcel.state,
    })),
    last: last === null ? null : { at: last.at, parcels: last.shipmentIds.length },
  }
}

function countScanned(parcels: readonly ScannedParcel[]): ScannedCount[] {
  const counts = new Map<string, ScannedCount>()
  for (const { carrier: name, problem } of parcels) {
    const carrier = carrierKey(name)
    const { scanned, ready } = counts.get(carrier) ?? { scanned: 0, ready: 0 }
    counts.set(carrier, { carrier, scanned: scanned + 1, ready: ready + (problem === null ? 1 : 0) })
  }
  return [...counts.values()]
}

function isStuck({ problem, refusal }: ScannedParcel): boolean {
  return problem !== null || refusal !== null
}

/**
 * Identifies a code at the dock and adds the parcel to the round if it may go. It stays there until it is moved or
 * taken out, even if the program ends.
 * @throws StationError `disk_full`, `database_error`
 */
export function scanAtDock(
  station: Dock,
  carriers: readonly Carrier[],
  { mode, carrier, codes }: ParsedRequestOf<'dock:scan'>,
): HandoverAnswer {
  const { db, clock } = station
  const found = findParcels(db, carriers, mode, codes)
  if (!('parcels' in found)) return found
  const { parcels } = found
  const [first] = parcels
  const answer = (kind: HandoverAnswer['kind'], parcel = first): HandoverAnswer => ({
    kind,
    parcel: parcel === undefined ? null : parcelView(parcel),
    carrier: parcel?.carrier ?? null,
    ...countOf(db, mode, parcel?.carrier ?? null),
  })
  // One parcel that must be pulled stops everything under the same label.
  const stuck = parcels.find((parcel) => roundProblem(mode, parcel) !== null)
  if (stuck !== undefined) return answer(roundProblem(mode, stuck) ?? 'needs_person', stuck)
  const foreign = parcels.find((parcel) => !isOfRound(carrier, parcel.carrier))
  if (foreign !== undefined) return answer('other_carrier', foreign)
  if (parcels.every(({ scannedAt }) => scannedAt !== null)) return answer('already_scanned')
  const at = formatInstant(clock.wallMs())
  inTransaction(db, (tx) => {
    for (const { shipmentId } of parcels) keepScan(tx, mode, shipmentId, at)
  })
  return answer('taken')
}

type Removal = ParsedRequestOf<'dock:remove'>

/**
 * Takes out of the round one parcel, all of them, or a carrier's last scan.
 * @throws StationError `disk_full`, `database_error`
 */
export function removeFromDock({ db }: Pick<Dock, 'db'>, request: Removal): HandoverRemoval {
  const { mode } = request
  const removed = inTransaction(db, (tx) => {
    const parcels = toRemove(scannedParcels(tx, mode), request)
    if ('shipmentId' in request && request.shipmentId === null) dropScan(tx, mode, null)
    else for (const { shipmentId } of parcels) dropScan(tx, mode, shipmentId)
    return parcels.map(({ shipmentId, orderId }) => ({ shipmentId, orderId }))
  })
  return { removed, view: readHandover({ db }, mode) }
}

/** @param scanned most recently scanned first */
function toRemove(scanned: readonly DockParcel[], request: Removal): readonly DockParcel[] {
  if ('shipmentId' in request) {
    const { shipmentId } = request
    return shipmentId === null ? scanned : scanned.filter((parcel) => parcel.shipmentId === shipmentId)
  }
  const ofCarrier = scanned.filter(({ carrier }) => isOfRound(request.lastOf, carrier))
  const [last] = ofCarrier
  // One scan added everything under its label.
  return ofCarrier.filter(
    (parcel) =>
      parcel === last ||
      (parcel.scannedAt === last?.scannedAt &&
        parcel.trackingNumber !== null &&
        sameLabel(parcel.trackingNumber, last.trackingNumber ?? '')),
  )
}

type Found = { parcels: readonly DockParcel[] } | HandoverAnswer

const nobodys = (kind: HandoverAnswer['kind'], carrier: string | null = null): HandoverAnswer => ({
  kind,
  parcel: null,
  carrier,
  scanned: 0,
  total: 0,
})

/** By tracking number, then slip, then order: label and slip name one parcel, an order number may match several. */
function findParcels(
  db: Station['db'],
  carriers: readonly Carrier[],
  mode: HandoverMode,
  scanned: readonly string[],
): Found {
  const codes = scanned.map(normalizeCode).filter((code) => code !== '')
  const labeled = parcelsByTracking(db, mode, numbersIn(codes, carriers)).filter(
    // The label of a canceled shipment may be reused for a live one.
    ({ state }, _, all) => isLive(state) || all.every((other) => !isLive(other.state)),
  )
  if (labeled.length > 0) return { parcels: labeled }
  const bySlip = findShipmentByCode(db, codes[0] ?? '')
  if (bySlip !== null) return { parcels: parcelsIn(db, mode, [bySlip.shipmentUid]) }
  const manifest = findManifestShipment(db, codes[0] ?? '')
  if (manifest !== null) return roundOf(db, mode, parcelsIn(db, mode, [manifest.shipmentUid]))
  const orderId = /^\d{1,15}$/.test(codes[0] ?? '') ? Number(codes[0]) : null
  const order = orderId === null ? null : findOrder(db, orderId)
  if (order === null) return nobodys('unknown', whoseNumber(codes, carriers))
  return parcelOfOrder(parcelsOfOrder(db, mode, order.orderId), mode, order.canceled === 1)
}

/** The round that a manifest was printed for: those that left together, or those scanned so far. */
function roundOf(db: Station['db'], mode: HandoverMode, [first]: readonly DockParcel[]): Found {
  if (first === undefined) return nobodys('unknown')
  const { carrier, shippedAt } = first
  const left = shippedAt === null ? null : countShippedAt(db, carrier ?? '', shippedAt)
  const counts = left === null ? countOf(db, mode, carrier) : { scanned: left, total: left }
  return { kind: 'manifest', parcel: parcelView(first), carrier, ...counts }
}

function parcelOfOrder(parcels: readonly DockParcel[], mode: HandoverMode, canceled: boolean): Found {
  const live = parcels.filter(({ state }) => isLive(state))
  const waiting = live.filter(({ state }) => waitsFor(mode, state))
  if (waiting.length > 1) return nobodys('several')
  const [parcel] = waiting.length > 0 ? waiting : live
  if (parcel !== undefined) return { parcels: [parcel] }
  return nobodys(canceled ? 'canceled' : 'not_packed')
}

function whoseNumber(codes: readonly string[], carriers: readonly Carrier[]): string | null {
  const [found] = codes.map((code) => recognizeTracking(code, carriers)).filter(({ kind }) => kind !== 'none')
  return found?.kind === 'carrier' ? found.carrier.name : null
}

function countOf(
  db: Station['db'],
  mode: HandoverMode,
  carrier: string | null,
): { scanned: number; total: number } {
  const group = countWaiting(db, mode).find((one) => carrierKey(one.carrier) === carrierKey(carrier))
  return { scanned: group?.scanned ?? 0, total: group?.total ?? 0 }
}

/** A parcel as the window sees it. */
export function parcelView(parcel: DockParcel): HandoverParcel {
  const { shipmentId, orderId, carrier, trackingNumber, items, packedAt, shippedAt, holdReason } = parcel
  return { shipmentId, orderId, carrier, trackingNumber, items, packedAt, shippedAt, holdReason }
}
