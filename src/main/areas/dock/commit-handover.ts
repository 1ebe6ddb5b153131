import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HandoverOutcome, Manifest, RoundParcel } from '../../../shared/contract/handover'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { Carrier } from '../../../shared/domain/carriers/carrier'
import {
  carrierKey,
  isOfRound,
  roundProblem,
  type HandoverMode,
} from '../../../shared/domain/shipments/handover'
import { checkMoveTimes, formatInstant, inOrder, parseInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import type { Tx } from '../../store/db/database'
import {
  dropScan,
  keepLastRound,
  keepRefusal,
  parcelsIn,
  readLastRound,
  scannedParcels,
  type DockParcel,
} from '../../store/tables/handover'
import { usableOffset, whoWorksHere } from '../station/capture'
import { parcelView, readHandover } from './handover'
import { moveShipments, type MoveOutcome } from '../packing/move-shipments'
import { loadReckoning, promiseOf, type Reckoning } from '../packing/propose-delivery'
import type { Station } from '../station/station'

type Move = ParsedRequestOf<'packing:move'>

/** Parcels per durable commit: a scan in the meantime waits no longer than for these. */
const SLICE = 100

/**
 * Ships, or delivers, all parcels of the round with one time, in slices that are one durable commit each. Each parcel
 * has its own op, and each shipped one a delivery date computed from its carrier. A refused parcel stays in the round
 * with its reason. When a later slice fails, the remaining parcels stay too, and `stopped` says why.
 * @throws StationError `time_problem` naming `at`, `clock_differs`, `disk_full`, `database_error`; nothing was moved
 *   then
 */
export async function commitHandover(
  station: Station,
  carriers: readonly Carrier[],
  { mode, carrier, at }: ParsedRequestOf<'dock:commit'>,
): Promise<HandoverOutcome> {
  const atMs = momentOf(mode, at, station.clock.wallMs())
  // The clock is the same for all parcels: it refuses the round, not each parcel.
  usableOffset(station)
  const round: Round = { station, mode, atMs, reckoning: await loadReckoning(station, carriers), moved: [] }
  const { db } = station
  const ids = scannedParcels(db, mode)
    .filter((parcel) => isOfRound(carrier, parcel.carrier))
    .map(({ shipmentId }) => shipmentId)
  const parcels: RoundParcel[] = []
  let stopped: StationError | null = null
  for (let from = 0; from < ids.length && stopped === null; from += SLICE) {
    try {
      parcels.push(...moveSlice(round, ids.slice(from, from + SLICE)))
    } catch (error) {
      if (!(error instanceof StationError) || round.moved.length === 0) throw error
      stopped = error
    }
    if (from + SLICE < ids.length) await nextTurn()
  }
  const left = scannedParcels(db, mode).filter((parcel) => isOfRound(carrier, parcel.carrier))
  const view = readHandover(station, mode)
  return {
    moved: round.moved.length,
    refused: left.length,
    parcels,
    stopped: stopped === null ? null : { code: stopped.code, message: stopped.message },
    view,
  }
}

type Round = {
  station: Station
  mode: HandoverMode
  atMs: number
  reckoning: Reckoning
  /** The shipments moved so far. */
  moved: string[]
}

/** Checks the parcels again: while other slices moved, a shipment may have been removed, canceled or put on hold. */
function moveSlice(round: Round, ids: readonly string[]): RoundParcel[] {
  const { station, mode, atMs, reckoning, moved } = round
  const { db } = station
  const slice = parcelsIn(db, mode, ids).filter(({ scannedAt }) => scannedAt !== null)
  const free = slice.filter((parcel) => roundProblem(mode, parcel) === null)
  const outcomes = moveShipments(
    station,
    free.map((parcel) => moveOf(mode, parcel, atMs, reckoning)),
    (tx, done) => {
      for (const outcome of done) settle(tx, mode, outcome)
      // Another station has done it in the meantime.
      for (const parcel of slice) if (isDone(mode, parcel)) dropScan(tx, mode, parcel.shipmentId)
      const shipmentIds = [...moved, ...movedOf(done)]
      if (mode === 'ship' && shipmentIds.length > 0)
        keepLastRound(tx, { at: formatInstant(atMs), shipmentIds })
    },
  )
  moved.push(...movedOf(outcomes))
  const orders = new Map(slice.map(({ shipmentId, orderId }) => [shipmentId, orderId]))
  return outcomes.map((outcome) => ({
    shipmentId: outcome.shipmentId,
    orderId: orders.get(outcome.shipmentId) ?? 0,
    op: outcome.refused === null ? outcome.seq : null,
    refused: outcome.refused?.code ?? null,
  }))
}

function movedOf(outcomes: readonly MoveOutcome[]): string[] {
  return outcomes.flatMap(({ shipmentId, refused }) => (refused === null ? [shipmentId] : []))
}

/**
 * The pages that the driver signs, one per carrier: for the scanned parcels of this round, or for the last round that
 * was shipped.
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
      : scannedParcels(db, 'ship').filter((parcel) => roundProblem('ship', parcel) === null)
  const groups = new Map<string, DockParcel[]>()
  for (const parcel of all.filter((one) => isOfRound(carrier, one.carrier))) {
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

function isDone(mode: HandoverMode, parcel: DockParcel): boolean {
  const problem = roundProblem(mode, parcel)
  return problem === 'already_delivered' || (mode === 'ship' && problem === 'already_shipped')
}

function settle(tx: Tx, mode: HandoverMode, { shipmentId, refused }: MoveOutcome): void {
  if (refused === null) return dropScan(tx, mode, shipmentId)
  const { code, fields } = refused
  keepRefusal(tx, mode, shipmentId, { code, ...(fields === undefined ? {} : { fields }) })
}

/** The round's time, validated before any parcel. */
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
