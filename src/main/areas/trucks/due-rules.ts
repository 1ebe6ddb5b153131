import type { Preferences } from '../../../shared/contract/preferences'
import { expectedCarrier, type Carrier } from '../../../shared/domain/carriers/carrier'
import { trucksBetween } from '../../../shared/domain/carriers/truck'
import { localTimeIn } from '../../../shared/domain/time/day-bounds'
import type { Account } from '../../app/account/open'
import type { Parts } from '../parts'
import type { DueRules } from '../packing/queue'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'
import { loadCalendar, withTrucks, zoneOf } from './calendar'

const DAY_MS = 86_400_000
/** An order that is late by more is late by its promise alone. */
const BEFORE_MS = 31 * DAY_MS
/** An order that is promised later has to leave when it was promised. */
const AHEAD_MS = 45 * DAY_MS

/** What decides when orders to pack are late: the limits, and the trucks of the carrier that they will go with, if that is known. */
async function dueRules(
  station: Pick<Station, 'db' | 'clock'>,
  { queue, carriers }: Pick<Preferences, 'queue' | 'carriers'>,
): Promise<DueRules> {
  const carrier = expectedCarrier(readStationSettings(station).carrier, carriers.list)
  if (carrier === null || withTrucks([carrier]).length === 0) return queue
  return { ...queue, trucks: await trucksOfOrders(station, carrier) }
}

/** Answers by these rules. The account is taken once they are known: it may be another one by then. */
export function byDueRules({ account, preferences }: Pick<Parts, 'account' | 'preferences'>) {
  return async <T>(
    answer: (
      station: Account,
      preferences: Omit<Preferences, 'queue'> & { queue: DueRules },
    ) => T | Promise<T>,
  ): Promise<T> => {
    const queue = await dueRules(account(), preferences.read())
    return answer(account(), { ...preferences.read(), queue })
  }
}

let last: { key: string; trucks: readonly number[] } | null = null

/** Computed once a day: every list needs them. */
async function trucksOfOrders(
  station: Pick<Station, 'db' | 'clock'>,
  carrier: Carrier,
): Promise<readonly number[]> {
  const { country, trucks: times } = carrier
  const nowMs = station.clock.wallMs()
  const zone = zoneOf(station)
  const key = JSON.stringify([zone, country, times, localTimeIn(zone)(nowMs).day])
  if (last?.key === key) return last.trucks
  const calendarOf = await loadCalendar(zone, [carrier])
  const trucks = trucksBetween(times, nowMs - BEFORE_MS, nowMs + AHEAD_MS, calendarOf(carrier))
  last = { key, trucks }
  return trucks
}
