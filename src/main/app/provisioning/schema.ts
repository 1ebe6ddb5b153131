import { z } from 'zod'
import {
  carrierChoices,
  carrierFields,
  carrierNumber,
  MOST_CARRIERS,
  MOST_NUMBERS,
} from '../../../shared/contract/carriers'
import { preferenceParts, strict } from '../../../shared/contract/preferences'
import { neighborCalls } from '../../../shared/contract/neighbors'
import { settingsCalls } from '../../../shared/contract/settings'
import { isCurrency, isTimeZone } from '../../areas/settings/settings'

/**
 * What IT may set for a PC in one file. Every value is optional; what is not named here is refused. The stored
 * preferences forgive a damaged value, this file does not: a typing error in it reaches every station at once.
 */

const carrier = strict(carrierFields)
  .extend({ numbers: z.array(strict(carrierNumber)).max(MOST_NUMBERS) })
  .partial()
  .required({ name: true })

const preferences = z.strictObject({
  ...preferenceParts,
  carriers: z.strictObject({ list: z.array(carrier).max(MOST_CARRIERS), choices: carrierChoices }).partial(),
})

const station = settingsCalls['settings:save'].request
  .extend({
    currency: z.string().refine(isCurrency),
    timeZone: z.string().refine(isTimeZone).nullable(),
  })
  .partial()

const connection = z.strictObject({
  baseUrl: z.string(),
  accessToken: z.string().optional(),
})

export const provisioningFile = z.strictObject({
  /** For editors. */
  $schema: z.string().optional(),
  connection: connection.optional(),
  /** Certificates in PEM form, trusted in addition to those of this PC. */
  caFile: z.string().min(1).optional(),
  station: station.optional(),
  preferences: preferences.partial().optional(),
  kiosk: z.boolean().optional(),
  /**
   * The warehouse's hub: addresses separated by commas, user:password or the path of a credentials file, and the key that
   * signs the settings of all stations, see `readSetupKey`.
   */
  hub: z
    .strictObject({
      url: z.string().min(1),
      credentials: z.string().min(1).optional(),
      setupKey: z.string().min(1).optional(),
    })
    .optional(),
  /** What the warehouse's stations know each other by, in place of the token. */
  stations: z
    .strictObject({ passphrase: neighborCalls['warehouse:passphrase'].request.shape.passphrase.unwrap() })
    .optional(),
  /** A folder of newer versions on a web server of IT's. */
  updates: z.strictObject({ url: z.string() }).optional(),
})

export type ProvisioningFile = z.output<typeof provisioningFile>
