import { isDeepStrictEqual } from 'node:util'
import type { LanView } from '../../../shared/contract/neighbors'
import type { TruckView } from '../../../shared/contract/trucks'
import type {
  WallStation,
  WallView,
  WarehouseStation,
  WarehouseView,
} from '../../../shared/contract/warehouse'
import { byNeed, needsOf } from '../../../shared/domain/station/station-needs'
import { dayBounds, localTimeIn } from '../../../shared/domain/time/day-bounds'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { OthersAtHub, StationAtHub } from '../../warehouse/port/others-at-hub'
import type { Db } from '../../store/db/database'
import { countToPack } from '../../store/views/queue'
import { dueOf, type DueRules } from '../packing/queue'
import { readStationSettings } from '../settings/settings'
import { readPlan, type PlannedDay } from '../statistics/read-plan'
import type { Station } from '../station/station'
import { ordersByHour, workOfAll, workToday, type OrdersByHour, type WorkToday } from './hourly-work'

/** The account's orders come from this station's own file; what its stations do, from the hub. */
export type WarehouseDeps = Pick<Station, 'db' | 'clock' | 'titles'> & {
  preferences: { queue: DueRules }
  hub: LanView['hub']
  others: Pick<OthersAtHub, 'stations'> | null
}

/** Looks through all orders that are due: 50 ms of a main thread with 25,000 of them, so not at every look. */
const PLAN_MS = 10_000

/** What the page and the wall show. They look every few seconds, which finds the same plan of the day for a moment. */
export function createWarehouse(): {
  read(deps: WarehouseDeps): WarehouseView
  /** @param next the next trucks, the earliest first */
  wall(deps: WarehouseDeps, next: readonly TruckView[]): WallView
} {
  let last: {
    db: Db
    atMs: number
    day: string
    due: Pick<PlannedDay, 'afterMs' | 'trucks'>
    isKnown: boolean
    planned: Planned
  } | null = null
  const planned: ReadPlan = ({ db, clock, titles }, day, bounds) => {
    const atMs = clock.monotonicMs()
    const { afterMs, trucks } = bounds
    const isKnown = titles.known()
    const isFresh =
      last?.db === db &&
      last.day === day &&
      last.due.afterMs === afterMs &&
      isDeepStrictEqual(last.due.trucks, trucks) &&
      last.isKnown === isKnown &&
      atMs - last.atMs < PLAN_MS
    if (last === null || !isFresh)
      last = { db, atMs, day, due: bounds, isKnown, planned: readPlan(db, bounds, isKnown) }
    return last.planned
  }
  return {
    read: (deps) => readWarehouse(deps, readDay(deps, planned)),
    wall: (deps, next) => readWall(deps, readDay(deps, planned), next),
  }
}

type Planned = ReturnType<typeof readPlan>
type ReadPlan = (deps: WarehouseDeps, day: string, bounds: PlannedDay) => Planned

/** What is left, who does what, and where a person is needed. */
function readWarehouse(deps: WarehouseDeps, day: Day): WarehouseView {
  const { at, nowMs, timeZone, local, toPack, plan } = day
  const stations = deps.others?.stations() ?? []
  const today = workToday(stations, nowMs, local)
  const { packedToday, ...work } = today
  const held = stations.reduce((sum, station) => sum + station.held, 0)
  return {
    ...{ at, timeZone, hub: deps.hub, toPack },
    plan: {
      ...plan,
      packed: packedOf(day, today).packed,
      held,
      heldSince: oldestHeld(stations, nowMs),
    },
    stations: byNeed(
      stations.map((station) => shownOf(station, nowMs, packedToday.get(station.stationId) ?? null)),
    ),
    ...work,
  }
}

/** For a screen in the hall. */
function readWall(deps: WarehouseDeps, day: Day, next: readonly TruckView[]): WallView {
  const { at, nowMs, timeZone, local, toPack, plan } = day
  const stations = deps.others?.stations() ?? []
  const { packed, hours } = packedOf(day, workToday(stations, nowMs, local))
  return {
    ...{ at, timeZone, toPack },
    hub: deps.hub === null ? null : { state: deps.hub.state, since: deps.hub.since },
    plan: {
      ...plan,
      packed,
      held: stations.reduce((sum, { held }) => sum + held, 0),
      heldSince: oldestHeld(stations, nowMs),
    },
    hours,
    online: stations.filter(({ state }) => state === 'online').length,
    stations: byNeed(stations.map((station) => shownOf(station, nowMs, null)))
      .filter((station) => station.state !== 'online' || needsOf(station).length > 0)
      .map(onWall),
    trucks: next.filter(({ leavesAt }) => local(Date.parse(leavesAt)).day === local(nowMs).day),
  }
}

/** SECURITY: names each field, because a screen in the hall must not show operators, orders or PCs. */
function onWall(station: WarehouseStation): WallStation {
  const { stationId, name, state, heardAt, gate, clock, diskFull } = station
  const { waiting, held, notices, noConnection } = station
  return {
    ...{ stationId, name, state, heardAt, gate, clock, diskFull, waiting, held, notices },
    noConnection: noConnection === null ? null : { since: noConnection.since },
  }
}

/**
 * What was packed today: the sum of what the stations say, so that figure, chart and table agree on the page and on the
 * wall. As long as no station has said anything, what the orders of this one say.
 */
function packedOf({ plan, packedMs, local }: Day, today: WorkToday): OrdersByHour {
  return workOfAll(today) ?? { packed: plan.packed, hours: ordersByHour(packedMs, local) }
}

type Day = ReturnType<typeof readDay>

function readDay(deps: WarehouseDeps, planned: ReadPlan) {
  const { db, clock, preferences } = deps
  const timeZone = readStationSettings({ db }).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const local = localTimeIn(timeZone)
  const nowMs = clock.wallMs()
  return {
    ...{ at: formatInstant(nowMs), nowMs, timeZone, local },
    toPack: countToPack(db),
    ...planned(deps, local(nowMs).day, { ...dueOf(clock, preferences.queue), ...dayBounds(nowMs, local) }),
  }
}

function oldestHeld(stations: readonly StationAtHub[], nowMs: number): string | null {
  const ages = stations.flatMap(({ heldForMs, silentMs }) =>
    heldForMs === null ? [] : [heldForMs + silentMs],
  )
  return ages.length === 0 ? null : formatInstant(nowMs - Math.max(...ages))
}

function shownOf(
  { silentMs, heldForMs, noConnection, packed: _, ...station }: StationAtHub,
  nowMs: number,
  packedToday: number | null,
): WarehouseStation {
  const before = (ms: number): string => formatInstant(nowMs - silentMs - ms)
  return {
    ...station,
    heardAt: before(0),
    noConnection:
      noConnection === null
        ? null
        : { reason: noConnection.reason, detail: noConnection.detail, since: before(noConnection.forMs) },
    heldSince: heldForMs === null ? null : before(heldForMs),
    packedToday,
  }
}
