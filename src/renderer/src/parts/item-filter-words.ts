import { setFields, ANY_ITEM, type ItemFilter } from '../../../shared/domain/items/item-filter'
import { useTranslation } from '../locales/i18n'
import { gradeWords } from '../scan/item-look'
import { itemStateWords } from './state-words'
import { dayOf, showDay } from './time/station-time'
import { useZone } from './time/use-zone'
import { useMoney } from './use-money'
import { useRead } from './use-read'

type FilterPart = {
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

/** What a value of the filter is called on screen. */
export function useItemValueName(): (field: keyof ItemFilter, value: string) => string {
  const { t } = useTranslation()
  const leaves = useRead('items:category', { refresh: false }, { asks: 'never' }).value
  return (field, value) => {
    if (field === 'states') return itemStateWords(t, value)
    if (field === 'qualities') return gradeWords(t, value)
    if (field !== 'categoryIds') return value
    return leaves?.find(({ id }) => String(id) === value)?.path.join(' › ') ?? value
  }
}

/** A value of a filter of items, as `filterParts` names it, in words. */
export function useItemFilterWords(): (field: keyof ItemFilter, value: string) => string {
  const { t } = useTranslation()
  const money = useMoney()
  const zone = useZone()
  const nameOf = useItemValueName()
  return (field, value) => {
    switch (field) {
      case 'only':
        return t(`items.only.${value === 'gone' ? 'gone' : 'errors'}`)
      case 'priceFromCents':
      case 'priceToCents':
        return money(Number(value)) ?? value
      case 'discountFrom':
      case 'discountTo':
        return `${value} %`
      case 'updatedAfter':
        return showDay(dayOf(new Date(Date.parse(value) + 1).toISOString(), zone), zone)
      case 'updatedBefore':
      case 'createdAfter':
      case 'createdBefore':
        return showDay(dayOf(value, zone), zone)
      default:
        return nameOf(field, value)
    }
  }
}
