import { z } from 'zod'
import { neededFields } from './tolerant'

/** Scale name to size names. @see partner-api "Resources / Category" */
export const allowedSizes = z.record(z.string(), z.array(z.string()))
export type AllowedSizes = z.infer<typeof allowedSizes>

/**
 * A node of the category tree. A node without a `children` field is a leaf, and only leaves are valid `category_id`s.
 * @see partner-api "Resources / Category"
 */
export type Category = {
  id: number
  name: string
  gender?: string | null | undefined
  sizing_type?: string | null | undefined
  allowed_sizes?: AllowedSizes | null | undefined
  default_size?: { scale: string; name: string } | null | undefined
  children?: Category[] | null | undefined
  [unknownField: string]: unknown
}

export const readCategory: z.ZodType<Category> = z.looseObject({
  id: z.int(),
  name: z.string(),
  gender: z.string().nullish(),
  sizing_type: z.string().nullish(),
  allowed_sizes: allowedSizes.nullish(),
  default_size: z.looseObject({ scale: z.string(), name: z.string() }).nullish(),
  get children() {
    return z.array(readCategory).nullish()
  },
})

/** The tree. A node that cannot be read is left out, and the others stay. */
export const readCategories = z.array(readCategory)
neededFields.add(readCategories, { needed: [] })
