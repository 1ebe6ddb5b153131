import { z } from 'zod'
import { settingsCalls } from '../../../../shared/contract/settings'
import type { StationSettings } from '../../../../shared/contract/views'
import { orNull, typedWhole } from '../../forms/typed'
import { isZone } from '../../parts/time/station-time'

const { shape } = settingsCalls['settings:save'].request

/** The station's settings as typed. */
export const stationSchema = z.object({
  ...shape,
  warehouseId: orNull(typedWhole.pipe(shape.warehouseId.unwrap())),
  currency: z.string().trim().toUpperCase().pipe(shape.currency),
  timeZone: orNull(z.string().refine(isZone).pipe(shape.timeZone.unwrap())),
  transitDays: typedWhole.pipe(shape.transitDays),
  purgeDays: typedWhole.pipe(shape.purgeDays),
  evidenceMonths: typedWhole.pipe(shape.evidenceMonths),
  archiveDays: typedWhole.pipe(shape.archiveDays),
})

export const typedSettings = (settings: StationSettings): z.input<typeof stationSchema> => ({
  ...settings,
  warehouseId: String(settings.warehouseId ?? ''),
  timeZone: settings.timeZone ?? '',
  transitDays: String(settings.transitDays),
  purgeDays: String(settings.purgeDays),
  evidenceMonths: String(settings.evidenceMonths),
  archiveDays: String(settings.archiveDays),
})
