import { z } from 'zod'
import { parseCents } from '../../../shared/domain/orders/money'

/** Parses what people type into the input of a request's schema, which validates it. */

export const text = z.string().trim()

/** A whole number; up to 15 digits, which a float still holds exactly. */
export const typedWhole = text
  .min(1)
  .regex(/^\d{1,15}$/, 'not_whole')
  .transform(Number)

/** A whole number of percent, with or without its sign. */
export const typedPercent = text.regex(/^\d{1,15}\s*%?$/).transform((typed) => Number.parseInt(typed, 10))

/** An amount as cents. */
export const typedCents = text.transform((typed, context) => {
  const read = parseCents(typed)
  if (read.ok) return read.cents
  context.addIssue(read.problem)
  return z.NEVER
})

/** Passes empty input through, as `undefined`. */
const emptyOr = <I, T>(isEmpty: (typed: I) => boolean, typed: z.ZodType<T, I>) =>
  z.custom<I>().transform((given, context) => {
    if (isEmpty(given)) return undefined
    const read = typed.safeParse(given)
    if (read.success) return read.data
    for (const { message, path } of read.error.issues)
      context.addIssue({ code: 'custom', message, path: [...path], continue: false })
    return z.NEVER
  })

/** Allows an empty field, read as `undefined`. */
export const optional = <T>(typed: z.ZodType<T, string>) => text.pipe(emptyOr((given) => given === '', typed))

/** Allows an empty field, read as `null`. */
export const orNull = <T>(typed: z.ZodType<T, string>) => optional(typed).transform((value) => value ?? null)

/** Allows fields that belong together to be empty together. @param demanded only these count, if given */
export const blankOr = <I extends Readonly<Record<string, string>>, T>(
  typed: z.ZodType<T, I>,
  demanded?: readonly (keyof I)[],
) =>
  emptyOr((given: I) => (demanded ?? Object.keys(given)).every((name) => given[name]?.trim() === ''), typed)

/** A list without its empty lines; `undefined` if all are empty. */
export const lines = <I extends Readonly<Record<string, string>>, T>(line: z.ZodType<T, I>) =>
  z.array(blankOr(line)).transform((typed) => {
    const given = typed.filter((one) => one !== undefined)
    return given.length === 0 ? undefined : given
  })
