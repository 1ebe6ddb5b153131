import { z } from 'zod'
import type { Values } from './merge'

/** The values that their schemas accept, by name. Whatever is not listed is left out. */
export function usable(
  given: Values,
  schemas: readonly (readonly [string, z.ZodType | undefined])[],
): Values {
  return Object.fromEntries(
    schemas.flatMap(([name, schema]) => {
      if (schema === undefined || !Object.hasOwn(given, name)) return []
      const read = strict(schema).safeParse(given[name])
      // A list that lost an entry is not the warehouse's list.
      const isWhole = !Array.isArray(read.data) || read.data.length === (given[name] as unknown[]).length
      return read.success && isWhole ? [[name, read.data]] : []
    }),
  )
}

/** A stored field forgives a damaged value; a value from the hub that is damaged is not taken. */
function strict(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodCatch ? (field.unwrap() as z.ZodType) : field
}
