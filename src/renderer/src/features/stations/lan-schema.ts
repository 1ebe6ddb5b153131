import { z } from 'zod'
import { strict } from '../../../../shared/contract/preferences'
import { lanSection } from '../../../../shared/contract/neighbors'
import { typedWhole } from '../../forms/typed'

const lan = strict(lanSection).shape

/** The settings of the local network as typed: one address per line. */
export const lanSchema = z.object({
  ...lan,
  port: typedWhole.pipe(lan.port),
  addresses: z
    .string()
    .transform((typed) => typed.split(/[\s,;]+/).filter((address) => address !== ''))
    .refine((typed) => typed.every((address) => /^[^\s:]{1,250}(:\d{1,5})?$/.test(address)))
    .pipe(lan.addresses),
})
