import { z } from 'zod'
import type { Carrier, CarrierNumber } from '../domain/carriers/carrier'
import { WEEKDAYS } from '../domain/carriers/truck'
import { CHECK_DIGITS } from '../domain/scanning/check-digit'
import { KNOWN_CARRIERS } from '../domain/carriers/known-carriers'

/** The carriers in `preferences.json`, and the proposed ones. Stored; never rename. */

/** What one station may have. */
export const MOST_CARRIERS = 100
export const MOST_NUMBERS = 30

export const carrierNumber = z.object({
  pattern: z.string().trim().min(1).max(200),
  check: z.enum(CHECK_DIGITS).catch('none'),
})

export const carrierFields = z.object({
  name: z.string().trim().min(1).max(200),
  inUse: z.boolean().catch(true),
  numbers: each<CarrierNumber>(carrierNumber, MOST_NUMBERS).catch([]),
  urlTemplate: z.string().trim().max(500).catch(''),
  transitDays: z.int().min(0).max(90).catch(3),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .catch(null),
  trucks: z.partialRecord(z.enum(WEEKDAYS), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)).catch({}),
})

/** Which carrier was chosen here the last time among several that have such numbers, by `choiceKey`. */
export const carrierChoices = z.record(z.string().max(1_000), z.string().max(200))

export const carriersSection = z.object({
  /** An entry that cannot be used costs only itself: the file may come from another version or a text editor. */
  list: each<Carrier>(carrierFields, MOST_CARRIERS).catch([...KNOWN_CARRIERS]),
  choices: carrierChoices.catch({}),
})

export type DeliveryProposal = {
  /** ISO 8601 UTC. */
  expectedToDeliverAt: string
  businessDays: number
  /** The carrier's name as stored on the station; `null` for an unknown carrier. */
  carrier: string | null
  /** ISO 3166-1 alpha-2 of the country whose public holidays were considered; `null` for none. */
  country: string | null
  /** The holidays skipped, each with its day in the station's time zone (`2026-12-25`). */
  holidays: readonly { day: string; name: string }[]
}

/** A list that drops unusable entries and keeps at most `max`. */
function each<T>(entry: z.ZodType<T>, max: number) {
  return z.array(z.unknown()).transform((entries): T[] =>
    entries
      .flatMap((one) => {
        const read = entry.safeParse(one)
        return read.success ? [read.data] : []
      })
      .slice(0, max),
  )
}
