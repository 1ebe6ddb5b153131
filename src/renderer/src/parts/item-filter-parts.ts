import { setFields, type ItemFilter } from '../../../shared/domain/items/item-filter'
import { ANY_ITEM } from '../../../shared/domain/items/item-filter'

export type FilterPart = {
  field: keyof ItemFilter
  /** As it is in the filter. */
  value: string
  /** The filter without it. */
  rest: ItemFilter
}

/** The parts of a filter that can be removed one by one: each chosen value, and each end of a range. */
export function filterParts(filter: ItemFilter): FilterPart[] {
  return setFields(filter).flatMap((field): FilterPart[] => {
    const value = filter[field]
    if (!Array.isArray(value))
      return [{ field, value: String(value), rest: { ...filter, [field]: ANY_ITEM[field] } }]
    const values = value as readonly (string | number)[]
    return values.map((one) => ({
      field,
      value: String(one),
      rest: { ...filter, [field]: values.filter((other) => other !== one) },
    }))
  })
}
