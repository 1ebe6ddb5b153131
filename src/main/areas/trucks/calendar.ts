import type { Carrier } from '../../../shared/domain/carriers/carrier'
import { hasTruck, type TruckCalendar } from '../../../shared/domain/carriers/truck'
import { wallClockIn } from '../../../shared/domain/time/wall-clock'
import { loadHolidays } from '../packing/holidays'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'

/** The station's time zone, IANA name. */
export function zoneOf(station: Pick<Station, 'db'>): string {
  return readStationSettings(station).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Those in use that have a truck on some weekday. */
export function withTrucks(carriers: readonly Carrier[]): readonly Carrier[] {
  return carriers.filter(({ inUse, trucks }) => inUse && hasTruck(trucks))
}

export type CalendarOf = (carrier: Pick<Carrier, 'country'>) => TruckCalendar

/** The clock of the zone, and the holidays of each carrier's country. */
export async function loadCalendar(zone: string, carriers: readonly Carrier[]): Promise<CalendarOf> {
  const clock = wallClockIn(zone)
  // Their tables are large, and many stations need none.
  const needed = withTrucks(carriers).some(({ country }) => country !== null)
  const holidays = needed ? await loadHolidays() : null
  return ({ country }) => {
    const holidayOf = holidays?.in(country)
    return { clock, isHoliday: (day) => (holidayOf?.(day) ?? null) !== null }
  }
}
