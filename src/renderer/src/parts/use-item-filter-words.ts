import { useTranslation } from 'react-i18next'
import type { ItemFilter } from '../../../shared/domain/items/item-filter'
import { dayOf, showDay } from './time/station-time'
import { useZone } from './time/use-zone'
import { useItemValueName } from './use-item-value-name'
import { useMoney } from './use-money'

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
