import { z } from 'zod'
import type { ItemFilter } from '../domain/items/item-filter'
import { cents } from './fields'

/** Which items a request is about. */

const code = z.string().trim().max(500)
const ids = z.array(z.int()).max(500).readonly()
const texts = z.array(z.string().trim().min(1).max(200)).max(100).readonly()
const percent = z.int().min(0).max(100).nullable()
const moment = z.iso.datetime({ offset: false }).nullable()

/** @see src/shared/domain/items/item-filter.ts */
export const itemFilterFields = {
  states: texts,
  search: code,
  externalId: code,
  mpn: code,
  categoryIds: ids,
  brandIds: ids,
  qualities: texts,
  priceFromCents: cents.nullable(),
  priceToCents: cents.nullable(),
  discountFrom: percent,
  discountTo: percent,
  updatedAfter: moment,
  updatedBefore: moment,
  createdAfter: moment,
  createdBefore: moment,
  only: z.enum(['errors', 'gone']).nullable(),
} satisfies { [Name in keyof ItemFilter]: z.ZodType<ItemFilter[Name]> }
