import { z } from 'zod'
import type { Preferences } from '../../../../shared/contract/preferences'
import { lanSection } from '../../../../shared/contract/neighbors'
import { strict, typedWhole } from '../../forms/typed'

const lan = strict(lanSection)

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

export const typedLan = (settings: Preferences['lan']): z.input<typeof lanSchema> => ({
  ...settings,
  port: String(settings.port),
  addresses: settings.addresses.join('\n'),
})
