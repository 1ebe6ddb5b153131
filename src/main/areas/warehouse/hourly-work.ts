import type { HourlyWork } from '../../../shared/contract/warehouse'
import { QUARTER_MS, type LocalTime } from '../../../shared/domain/time/day-bounds'
import type { StationAtHub } from '../../warehouse/port/others-at-hub'

/** Who has completed how many orders in which hour of today, from what each station says of itself. */

export type WorkToday = {
  /** Like `14:00`. */
  hours: string[]
  byStation: HourlyWork[]
  byOperator: HourlyWork[]
  /** By station ID; `null`: the station does not know. */
  packedToday: ReadonlyMap<string, number | null>
}

export type OrdersByHour = { packed: number; hours: { hour: string; orders: number }[] }

type Sums = Map<string, Map<number, number>>

/**
 * @param nowMs by this PC's clock: stations count backwards from when they were heard, so that a PC whose clock is
 *   wrong shifts nothing
 */
export function workToday(
  stations: readonly StationAtHub[],
  nowMs: number,
  local: (ms: number) => LocalTime,
): WorkToday {
  const { day: today } = local(nowMs)
  const byStation: Sums = new Map()
  const byOperator: Sums = new Map()
  const packedToday = new Map<string, number | null>()
  for (const { stationId, packed, silentMs } of stations) {
    packedToday.set(stationId, packed === null ? null : 0)
    const saidMs = Math.floor((nowMs - silentMs) / QUARTER_MS) * QUARTER_MS
    for (const { operator, quarters } of packed ?? []) {
      for (const { ago, orders } of quarters) {
        const { day, hour } = local(saidMs - ago * QUARTER_MS)
        if (day !== today) continue
        add(byStation, stationId, hour, orders)
        add(byOperator, operator, hour, orders)
        packedToday.set(stationId, (packedToday.get(stationId) ?? 0) + orders)
      }
    }
  }
  const hours = worked([...byStation.values()].flatMap((sums) => [...sums.keys()]))
  const nameOf = new Map(stations.map(({ stationId, name }) => [stationId, name]))
  return {
    hours: hours.map(hourName),
    byStation: rowsOf(byStation, hours, (stationId) => nameOf.get(stationId) ?? ''),
    byOperator: rowsOf(byOperator, hours, (operator) => operator),
    packedToday,
  }
}

/** How many orders all stations completed today, and in which hours; `null`: no station says. */
export function workOfAll({ hours, byStation, packedToday }: WorkToday): OrdersByHour | null {
  const said = [...packedToday.values()].filter((packed) => packed !== null)
  if (said.length === 0) return null
  return {
    packed: said.reduce((sum, packed) => sum + packed, 0),
    hours: hours.map((hour, at) => ({
      hour,
      orders: byStation.reduce((sum, row) => sum + (row.hours[at] ?? 0), 0),
    })),
  }
}

/** How many orders were completed in each of today's hours. @param packedMs when each of them was */
export function ordersByHour(
  packedMs: readonly number[],
  local: (ms: number) => LocalTime,
): OrdersByHour['hours'] {
  const counts = new Map<number, number>()
  for (const ms of packedMs) {
    // Days are told apart by quarters at most, and so is the hour: the zone is asked once for each.
    const { hour } = local(Math.floor(ms / QUARTER_MS) * QUARTER_MS)
    counts.set(hour, (counts.get(hour) ?? 0) + 1)
  }
  return worked([...counts.keys()]).map((hour) => ({ hour: hourName(hour), orders: counts.get(hour) ?? 0 }))
}

function add(sums: Sums, name: string, hour: number, orders: number): void {
  const ofName = sums.get(name) ?? new Map<number, number>()
  sums.set(name, ofName)
  ofName.set(hour, (ofName.get(hour) ?? 0) + orders)
}

/** Most first. */
function rowsOf(sums: Sums, hours: readonly number[], nameOf: (key: string) => string): HourlyWork[] {
  const total = (row: HourlyWork): number => row.hours.reduce((sum, orders) => sum + orders, 0)
  return [...sums]
    .map(([key, ofKey]) => ({ name: nameOf(key), hours: hours.map((hour) => ofKey.get(hour) ?? 0) }))
    .toSorted((one, other) => total(other) - total(one))
}

/** From the first hour with work to the last, the empty ones in between included. */
function worked(hours: readonly number[]): number[] {
  if (hours.length === 0) return []
  const first = Math.min(...hours)
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index)
}

function hourName(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
