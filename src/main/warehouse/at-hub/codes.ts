import { z } from 'zod'
import { TAUGHT_BY, type Lesson } from '../../../shared/domain/scanning/taught-code'
import { sharedCodes } from '../../areas/codes/share-codes'
import type { SharedUse } from './changes'

/** Stored at the hub; never rename. */
const toldSchema = z.looseObject({
  lessons: z.array(
    z.looseObject({
      code: z.string().min(1),
      by: z.enum(TAUGHT_BY),
      value: z.string().min(1),
      size: z.string().min(1).nullable(),
      taught: z.looseObject({ at: z.iso.datetime(), by: z.string() }).nullable(),
    }),
  ),
})

/** The codes that people have taught the stations of an account. */
export const CODES: SharedUse<Lesson, z.output<typeof toldSchema>> = {
  name: 'codes',
  schema: toldSchema,
  // Of one code's lessons only the last stays, as of the same codes of a file.
  keyOf: (lessons) => lessons.map(({ code, by, value, size }) => [code, by, value, size]),
  pack: (lessons) => ({ lessons }),
  unpack: ({ lessons }) => lessons,
  share: sharedCodes,
  onChange: (events, tell) => events.onCodesTaught(tell),
}
