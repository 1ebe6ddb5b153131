import { z } from 'zod'
import type { StationSettings } from '../../../shared/contract/views'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { StationError } from '../../base/station-error'
import { inTransaction } from '../../store/db/database'
import { readSetting, writeSetting } from '../../store/tables/settings'
import type { Station } from '../station/station'

const KEY = 'station.settings'

/** Stored as JSON under `station.settings`; never rename a field. */
const storedSettings = z.object({
  warehouseId: z.int().nullable().catch(null),
  currency: z.string().catch('USD'),
  timeZone: z.string().nullable().catch(null),
  transitDays: z.int().catch(3),
  carrier: z.string().catch(''),
  operator: z.string().catch(''),
  purgeDays: z.int().catch(30),
  // An unreadable setting falls back to keeping entries forever: deleted entries cannot be brought back.
  evidenceMonths: z.int().min(0).catch(0),
})

/** The station's settings; defaults for those never saved. */
export function readStationSettings({ db }: Pick<Station, 'db'>): StationSettings {
  const saved = readSetting(db, KEY)
  return storedSettings.parse(saved === null ? {} : JSON.parse(saved))
}

/** Saves the settings. @throws StationError `invalid_request` for an unknown time zone or currency */
export function saveStationSettings(
  { db }: Pick<Station, 'db'>,
  settings: ParsedRequestOf<'settings:save'>,
): void {
  if (settings.timeZone !== null && !isTimeZone(settings.timeZone))
    throw new StationError('invalid_request', `unknown time zone ${settings.timeZone}`, {
      timeZone: 'unknown',
    })
  if (!Intl.supportedValuesOf('currency').includes(settings.currency))
    throw new StationError('invalid_request', `unknown currency ${settings.currency}`, {
      currency: 'unknown',
    })
  inTransaction(db, (tx) => writeSetting(tx, KEY, JSON.stringify(settings)))
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
