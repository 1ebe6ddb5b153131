import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { StationSettings } from '../../../shared/contract/views'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { StationError } from '../../base/station-error'
import { inTransaction } from '../../store/db/database'
import { readJsonSetting, writeSetting } from '../../store/tables/settings'
import type { Station } from '../station/station'

/** Values that IT sets. */
export type FixedSettings = Readonly<Partial<StationSettings>>

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
  archiveDays: z.int().min(0).catch(90),
})

/** The station's settings; defaults for those never saved. */
export function readStationSettings({ db }: Pick<Station, 'db'>): StationSettings {
  return readJsonSetting(db, KEY, storedSettings) ?? storedSettings.parse({})
}

/**
 * Changes the given settings; the others are kept.
 * @param fixed what IT sets
 * @throws StationError `invalid_request` for an unknown time zone or currency, `provisioned` naming what IT sets
 */
export function saveStationSettings(
  { db }: Pick<Station, 'db'>,
  changes: ParsedRequestOf<'settings:save'>,
  fixed: FixedSettings = {},
): void {
  const changed = Object.entries(fixed).filter(
    ([name, value]) => name in changes && changes[name as keyof StationSettings] !== value,
  )
  if (changed.length > 0)
    throw new StationError(
      'provisioned',
      `IT sets ${changed.map(([name]) => name).join(', ')}`,
      Object.fromEntries(changed.map(([name]) => [name, 'provisioned'])),
    )
  const settings = { ...readStationSettings({ db }), ...changes }
  if (settings.timeZone !== null && !isTimeZone(settings.timeZone))
    throw new StationError('invalid_request', `unknown time zone ${settings.timeZone}`, {
      timeZone: 'unknown',
    })
  if (!isCurrency(settings.currency))
    throw new StationError('invalid_request', `unknown currency ${settings.currency}`, {
      currency: 'unknown',
    })
  inTransaction(db, (tx) => writeSetting(tx, KEY, JSON.stringify(settings)))
}

/** Brings the stored settings in line with IT's, which win over what was set by hand. */
export function applyFixedSettings(station: Pick<Station, 'db'>, fixed: FixedSettings): void {
  const settings = readStationSettings(station)
  const next = { ...settings, ...fixed }
  if (!isDeepStrictEqual(next, settings)) saveStationSettings(station, next)
}

/** ISO 4217. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}

/** IANA. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
