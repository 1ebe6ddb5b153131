import { z } from 'zod'
import { MOST_TURNS, SHARED_DAYS, type SharedNumber } from '../../../shared/domain/labels/shared-number'
import { sharedNumbers } from '../../areas/labels/share-numbers'
import type { SharedUse } from './changes'

/** Stored at the hub; never rename. */
const toldSchema = z.looseObject({
  numbers: z.array(
    z.looseObject({
      orderId: z.int().positive(),
      trackingNumber: z.string().min(1),
      carrier: z.string(),
      fileName: z.string(),
      givenAt: z.iso.datetime(),
      givenBy: z.string(),
      isTakenBack: z.boolean(),
      turn: z.int().positive().max(MOST_TURNS),
    }),
  ),
})

/** The tracking numbers that files gave orders. */
export const NUMBERS: SharedUse<SharedNumber, z.output<typeof toldSchema>> = {
  name: 'numbers',
  ttlMs: SHARED_DAYS * 86_400_000,
  schema: toldSchema,
  // What is said of an order stays in the order in which it was said.
  keyOf: (numbers) => numbers,
  pack: (numbers) => ({ numbers }),
  unpack: ({ numbers }) => numbers,
  share: sharedNumbers,
  onChange: (events, tell) => events.onNumbersGiven(tell),
}
