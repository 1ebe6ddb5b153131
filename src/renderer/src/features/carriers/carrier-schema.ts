import { z } from 'zod'
import { carrierFields } from '../../../../shared/contract/carriers'
import { isUrlTemplate, type Carrier } from '../../../../shared/domain/carriers/carrier'
import { parsePattern } from '../../../../shared/domain/carriers/number-pattern'
import { CHECK_DIGITS } from '../../../../shared/domain/scanning/check-digit'
import { carrierKey } from '../../../../shared/domain/shipments/handover'
import { strict, typedWhole } from '../../forms/typed'

const fields = strict(carrierFields)

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
  })
export type TypedCarrier = z.input<ReturnType<typeof carrierSchema>>

const NEW: TypedCarrier = {
  name: '',
  inUse: true,
  numbers: [{ pattern: '', check: 'none' }],
  urlTemplate: '',
  transitDays: '3',
  country: null,
}

/** @param carrier `null` for a new one */
export const typedCarrier = (carrier: Carrier | null): TypedCarrier =>
  carrier === null
    ? NEW
    : { ...carrier, numbers: [...carrier.numbers], transitDays: String(carrier.transitDays) }
