import { statesIn, type ItemFilter } from '../../stores/items-store'

export type FilterPart = {
  field: keyof ItemFilter
  value: string
  /** The filter without it. */
  rest: ItemFilter
}

/** The parts of a filter that can be removed one by one: each state, the SKU, the MPN. */
export function filterParts(filter: ItemFilter): FilterPart[] {
  const states = [...new Set(statesIn(filter.state))]
  return [
    ...states.map((value) => ({
      field: 'state' as const,
      value,
      rest: { ...filter, state: states.filter((state) => state !== value).join(', ') },
    })),
    ...(['externalId', 'mpn'] as const)
      .filter((field) => filter[field] !== '')
      .map((field) => ({ field, value: filter[field], rest: { ...filter, [field]: '' } })),
  ]
}
