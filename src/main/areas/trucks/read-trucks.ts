import type { MissedTruckView, TrucksView, TruckView } from '../../../shared/contract/trucks'
import type { Carrier } from '../../../shared/domain/carriers/carrier'
import {
  isSoon,
  missedTrucks,
  nextTruck,
  TRUCK_GRACE_MS,
  trucksBetween,
} from '../../../shared/domain/carriers/truck'
import { carrierKey } from '../../../shared/domain/shipments/handover'
import { packedUntil, paceOf, type Pace } from '../../../shared/domain/statistics/forecast'
import { beginOfDays, dayBounds, localTimeIn } from '../../../shared/domain/time/day-bounds'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { countWaiting, packedParcels } from '../../store/tables/handover'
import { countToPack, packedTimes } from '../../store/views/queue'
import type { Station } from '../station/station'
import { loadCalendar, withTrucks, zoneOf } from './calendar'

type TruckStation = Pick<Station, 'db' | 'clock'>

const DAY_MS = 86_400_000

/** The next truck of each carrier in use, and what it would find at the dock now. Nothing is asked of the marketplace. */
export async function readTrucks(station: TruckStation, carriers: readonly Carrier[]): Promise<TrucksView> {
  const nowMs = station.clock.wallMs()
  const zone = zoneOf(station)
  const calendarOf = await loadCalendar(zone, carriers)
  const next = withTrucks(carriers).flatMap((carrier) => {
    const leavesMs = nextTruck(carrier.trucks, nowMs, calendarOf(carrier))
    return leavesMs === null ? [] : [{ name: carrier.name, leavesMs }]
  })
  const waiting = next.length === 0 ? [] : countWaiting(station.db, 'ship')
  // A pace says nothing of a pause or of tomorrow, and takes longer to read than all else here.
  const soon = next.some(({ leavesMs }) => isSoon(leavesMs, nowMs)) ? readPace(station.db, nowMs, zone) : null
  const trucks = next
    .toSorted((one, other) => one.leavesMs - other.leavesMs)
    .map(({ name, leavesMs }): TruckView => {
      const parcels = waiting.find((group) => carrierKey(group.carrier) === carrierKey(name))
      const atDock = parcels?.scanned ?? 0
      return {
        carrier: name,
        leavesAt: formatInstant(leavesMs),
        notAtDock: (parcels?.total ?? 0) - atDock,
        atDock,
        forecast: soon !== null && isSoon(leavesMs, nowMs) ? forecastFor(leavesMs, nowMs, soon) : null,
      }
    })
  return { at: formatInstant(nowMs), trucks }
}

type PaceNow = { pace: Pace; toPack: number }

function readPace(db: Station['db'], nowMs: number, zone: string): PaceNow | null {
  const pace = paceOf(packedTimes(db, dayBounds(nowMs, localTimeIn(zone)).fromMs), nowMs)
  return pace === null ? null : { pace, toPack: countToPack(db) }
}

function forecastFor(leavesMs: number, nowMs: number, { pace, toPack }: PaceNow): TruckView['forecast'] {
  return { packed: Math.min(toPack, packedUntil(pace, nowMs, leavesMs)), toPack }
}

/**
 * Which trucks of the last days left without parcels that were packed before, the latest first. One counts once its grace is
 * over, see `TRUCK_GRACE_MS`.
 * @param days today included
 */
export async function readMissedTrucks(
  station: TruckStation,
  carriers: readonly Carrier[],
  days: number,
): Promise<MissedTruckView[]> {
  const { db, clock } = station
  const nowMs = clock.wallMs()
  const zone = zoneOf(station)
  const calendarOf = await loadCalendar(zone, carriers)
  const toMs = nowMs - TRUCK_GRACE_MS
  const fromMs = beginOfDays(nowMs, days, localTimeIn(zone))
  const withTruck = withTrucks(carriers)
  if (withTruck.length === 0) return []
  const parcels = packedParcels(db, fromMs - LONGEST_WAIT_MS)
  return withTruck
    .flatMap(({ name, ...carrier }) => {
      const trucks = trucksBetween(carrier.trucks, fromMs, toMs, calendarOf(carrier))
      const ofCarrier = parcels.filter((parcel) => parcel.carrier === carrierKey(name))
      return missedTrucks(trucks, ofCarrier).map(({ leftMs, missed }) => ({
        carrier: name,
        leftAt: formatInstant(leftMs),
        missed,
      }))
    })
    .toSorted((one, other) => other.leftAt.localeCompare(one.leftAt))
}

/** A parcel that was packed longer before the first of these days counts for none of its trucks. */
const LONGEST_WAIT_MS = 14 * DAY_MS
