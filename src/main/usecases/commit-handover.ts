import type { HandoverOutcome, Manifest } from '../../shared/contract/handover'
import type { ParsedRequestOf } from '../../shared/contract/requests'
import type { Carrier } from '../../shared/domain/carrier'
import { carrierKey, parcelProblem, type HandoverMode } from '../../shared/domain/handover'
import { checkMoveTimes, formatInstant, inOrder, parseInstant } from '../../shared/domain/timestamps'
import { StationError } from '../station-error'
import {
  dropScan,
  keepLastRound,
  keepRefusal,
  parcelsIn,
  readLastRound,
  scannedParcels,
  type DockParcel,
} from '../store/handover'
import { captureNow, whoWorksHere } from './capture'
import { parcelView, readHandover } from './handover'
import { moveShipments, type MoveOutcome } from './move-shipments'
import { loadReckoning, promiseOf, type Reckoning } from './propose-delivery'
import type { Station } from './station'

type Move = ParsedRequestOf<'shipment:move'>

/**
 * Ships, or delivers, all parcels of the round at one moment, in one durable commit; each has an op of its own, and each
 * that is shipped a promise reckoned from its carrier. What is refused stays in the round with its reason.
 * @throws StationError `time_problem` naming `at`, `clock_differs`, `disk_full`, `database_error`; nothing was moved then
 */
export async function commitHandover(
  station: Station,
  carriers: readonly Carrier[],
  { mode, carrier, at }: ParsedRequestOf<'handover:commit'>,
): Promise<HandoverOutcome> {
  const atMs = momentOf(mode, at, station.clock.wallMs())
  // The clock is the same for all: it refuses the round and not each parcel of it.
  captureNow(station)
  const reckoning = await loadReckoning(station, carriers)
  const { db } = station
  const parcels = scannedParcels(db, mode).filter((parcel) => isOf(carrier, parcel.carrier))
  const free = parcels.filter((parcel) => parcelProblem(mode, parcel) === null)
  const outcomes = moveShipments(
    station,
    free.map((parcel) => moveOf(mode, parcel, atMs, reckoning)),
    (done) => {
      for (const outcome of done) settle(station, mode, outcome)
      // Somebody else has done it meanwhile.
      for (const parcel of parcels) if (isDone(mode, parcel)) dropScan(db, mode, parcel.shipmentId)
      const moved = done.filter(({ refused }) => refused === null).map(({ shipmentId }) => shipmentId)
      if (mode === 'ship' && moved.length > 0)
        keepLastRound(db, { at: formatInstant(atMs), shipmentIds: moved })
    },
  )
  const moved = outcomes.filter(({ refused }) => refused === null).length
  const view = readHandover(station, mode)
  return { moved, refused: parcels.filter((parcel) => !isDone(mode, parcel)).length - moved, view }
}

/**
 * What the driver signs, one for each carrier: of the parcels that are scanned and wait, or of the last round that was
 * shipped.
 */
export function readManifests(
  station: Pick<Station, 'db' | 'osUser' | 'signedIn'>,
  { of, carrier }: { of: 'scanned' | 'last'; carrier: string | null },
): Manifest[] {
  const { db } = station
  const last = readLastRound(db)
  const all =
    of === 'last'
      ? parcelsIn(db, 'ship', last?.shipmentIds ?? [])
      : scannedParcels(db, 'ship').filter((parcel) => parcelProblem('ship', parcel) === null)
  const groups = new Map<string, DockParcel[]>()
  for (const parcel of all.filter((one) => isOf(carrier, one.carrier))) {
    const key = carrierKey(parcel.carrier)
    groups.set(key, [...(groups.get(key) ?? []), parcel])
  }
  const shippedAt = of === 'last' ? (last?.at ?? null) : null
  return [...groups.keys()].sort().map((key) => {
    const parcels = groups.get(key) ?? []
    return {
      carrier: parcels[0]?.carrier?.trim() ?? '',
      shippedAt,
      by: whoWorksHere(station),
      parcels: parcels.map(parcelView).sort((left, right) => left.orderId - right.orderId),
    }
  })
}

function isOf(round: string | null, carrier: string | null): boolean {
  return round === null || carrierKey(round) === carrierKey(carrier)
}

function isDone(mode: HandoverMode, parcel: DockParcel): boolean {
  const problem = parcelProblem(mode, parcel)
  return problem === 'already_delivered' || (mode === 'ship' && problem === 'already_shipped')
}

function settle({ db }: Station, mode: HandoverMode, { shipmentId, refused }: MoveOutcome): void {
  if (refused === null) return dropScan(db, mode, shipmentId)
  const { code, fields } = refused
  keepRefusal(db, mode, shipmentId, { code, ...(fields === undefined ? {} : { fields }) })
}

/** The round's moment, judged by itself before any parcel is. */
function momentOf(mode: HandoverMode, at: string | null, nowMs: number): number {
  const times = { shippedAt: at, deliveredAt: at, expectedToDeliverAt: formatInstant(nowMs) }
  const problems = checkMoveTimes(mode, times, { packedAt: null, shippedAt: null }, nowMs)
  const problem = mode === 'ship' ? problems.shippedAt : problems.deliveredAt
  const atMs = parseInstant(at ?? '')
  if (problem !== undefined || atMs === null)
    throw new StationError('time_problem', `impossible time for the round: ${at}`, {
      at: problem ?? 'unparsable',
    })
  return atMs
}

function moveOf(mode: HandoverMode, parcel: DockParcel, atMs: number, reckoning: Reckoning): Move {
  const { shipmentId, packedAt, shippedAt, carrier } = parcel
  const at = formatInstant(atMs)
  const promise = formatInstant(promiseOf(reckoning, carrier, atMs).ms)
  return {
    shipmentId,
    move: mode,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: mode === 'ship' ? inOrder(at, packedAt) : null,
    expectedToDeliverAt: mode === 'ship' ? inOrder(promise, inOrder(at, packedAt)) : null,
    deliveredAt: mode === 'deliver' ? inOrder(at, shippedAt ?? packedAt) : null,
    canceledAt: null,
    confirmedUnusual: false,
  }
}
