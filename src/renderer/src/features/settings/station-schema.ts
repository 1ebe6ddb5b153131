import { z } from 'zod'
import { settingsCalls } from '../../../../shared/contract/settings'
import { orNull, typedWhole } from '../../forms/typed'
import { isZone } from '../../parts/time/station-time'

const { shape } = settingsCalls['settings:save'].request

/** The station's settings as typed. */
export const stationSchema = z.object({
  warehouseId: orNull(typedWhole.pipe(shape.warehouseId.unwrap().unwrap())),
  currency: z.string().trim().toUpperCase().pipe(shape.currency.unwrap()),
  timeZone: orNull(z.string().refine(isZone).pipe(shape.timeZone.unwrap().unwrap())),
  transitDays: typedWhole.pipe(shape.transitDays.unwrap()),
  carrier: shape.carrier.unwrap(),
  operator: shape.operator.unwrap(),
  purgeDays: typedWhole.pipe(shape.purgeDays.unwrap()),
  evidenceMonths: typedWhole.pipe(shape.evidenceMonths.unwrap()),
  archiveDays: typedWhole.pipe(shape.archiveDays.unwrap()),
})
