import { z } from 'zod'
import { carrierFields } from '../../../../shared/contract/carriers'
import { strict } from '../../../../shared/contract/preferences'
import { isUrlTemplate, type Carrier } from '../../../../shared/domain/carriers/carrier'
import {
  readTruckTime,
  WEEKDAYS,
  type TruckTimes,
  type Weekday,
} from '../../../../shared/domain/carriers/truck'
import { parsePattern } from '../../../../shared/domain/carriers/number-pattern'
import { CHECK_DIGITS } from '../../../../shared/domain/scanning/check-digit'
import { carrierKey } from '../../../../shared/domain/shipments/handover'
import { orNull, text, typedWhole } from '../../forms/typed'

const fields = strict(carrierFields).shape

const typedTime = orNull(
  text.transform((typed, context) => {
    const time = readTruckTime(typed)
    if (time !== null) return time
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }),
)

/** A time for each weekday; an empty field names none. */
const typedTrucks = z
  .object(Object.fromEntries(WEEKDAYS.map((day) => [day, typedTime])) as Record<Weekday, typeof typedTime>)
  .transform((typed): TruckTimes =>
    Object.fromEntries(Object.entries(typed).filter(([, time]) => time !== null)),
  )

/** A carrier as typed. Empty formats are left out. @param others carriers whose names are taken */
export const carrierSchema = (others: readonly Carrier[]) =>
  z.object({
    ...fields,
    name: fields.name.refine(
      (name) => others.every((other) => carrierKey(other.name) !== carrierKey(name)),
      'taken',
    ),
    transitDays: typedWhole.pipe(fields.transitDays),
    urlTemplate: fields.urlTemplate.refine((url) => url === '' || isUrlTemplate(url)),
    numbers: z
      .array(
        z.object({
          pattern: z
            .string()
            .trim()
            .refine((pattern) => pattern === '' || parsePattern(pattern) !== null),
          check: z.enum(CHECK_DIGITS),
        }),
      )
      .transform((typed) => typed.filter(({ pattern }) => pattern !== '')),
    trucks: typedTrucks,
  })
export type TypedCarrier = z.input<ReturnType<typeof carrierSchema>>

/** @param carrier `null` for a new one */
export const typedCarrier = (carrier: Carrier | null): TypedCarrier =>
  carrier === null
    ? { ...NEW, trucks: timesTyped({}) }
    : {
        ...carrier,
        numbers: [...carrier.numbers],
        transitDays: String(carrier.transitDays),
        trucks: timesTyped(carrier.trucks),
      }

const NEW: Omit<TypedCarrier, 'trucks'> = {
  name: '',
  inUse: true,
  numbers: [{ pattern: '', check: 'none' }],
  urlTemplate: '',
  transitDays: '3',
  country: null,
}

const timesTyped = (times: TruckTimes) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, times[day] ?? ''])) as TypedCarrier['trucks']
