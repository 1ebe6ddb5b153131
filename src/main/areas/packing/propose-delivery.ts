import type { ValueOf } from '../../../shared/contract/bridge'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { carrierNamed, type Carrier } from '../../../shared/domain/carriers/carrier'
import { formatInstant, parseInstant } from '../../../shared/domain/time/timestamps'
import { addBusinessDays, type Promised } from './business-days'
import { loadHolidays, type Holidays } from './holidays'
import { StationError } from '../../base/station-error'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'

/** What a delivery date is computed from, apart from the shipping time. */
export type Reckoning = {
  carriers: readonly Carrier[]
  holidays: Holidays
  /** IANA name. */
  zone: string
  /** For parcels whose carrier the station does not know. */
  transitDays: number
}

/** Loads what the station computes delivery dates from. */
export async function loadReckoning(
  station: Pick<Station, 'db'>,
  carriers: readonly Carrier[],
): Promise<Reckoning> {
  const holidays = await loadHolidays()
  const { timeZone, transitDays } = readStationSettings(station)
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return { carriers, holidays, zone, transitDays }
}

/**
 * The delivery date to promise for a parcel handed over at `shippedMs`: the carrier's business days, without weekends
 * and the public holidays of the destination country. An unknown carrier gets the station's own days and no country.
 */
export function promiseOf(
  { carriers, holidays, zone, transitDays }: Reckoning,
  carrierName: string | null,
  shippedMs: number,
): Promised & { carrier: Carrier | null; days: number } {
  const carrier = carrierNamed(carrierName, carriers)
  const days = carrier?.transitDays ?? transitDays
  return {
    carrier,
    days,
    ...addBusinessDays(shippedMs, days, zone, holidays.in(carrier?.country ?? null)),
  }
}

/**
 * Proposes `expected_to_deliver_at` for a parcel of that carrier.
 * @throws StationError `time_problem` when the shipping time is invalid
 */
export async function proposeDelivery(
  station: Pick<Station, 'db'>,
  carriers: readonly Carrier[],
  { carrier, shippedAt }: ParsedRequestOf<'packing:propose-carrier'>,
): Promise<ValueOf['packing:propose-carrier']> {
  const shippedMs = parseInstant(shippedAt)
  if (shippedMs === null)
    throw new StationError('time_problem', 'no shipping time to compute from', { shippedAt: 'unparsable' })
  const promised = promiseOf(await loadReckoning(station, carriers), carrier, shippedMs)
  return {
    expectedToDeliverAt: formatInstant(promised.ms),
    businessDays: promised.days,
    carrier: promised.carrier?.name ?? null,
    country: promised.carrier?.country ?? null,
    holidays: promised.holidays,
  }
}
