import { useTranslation } from 'react-i18next'
import type { ItemFilter } from '../../../shared/domain/items/item-filter'
import { itemStateWords } from './state-words'
import { useRead } from './use-read'

/** What a value of the filter is called on screen. */
export function useItemValueName(): (field: keyof ItemFilter, value: string) => string {
  const { t } = useTranslation()
  const leaves = useRead('items:category', { refresh: false }, { asks: 'never' }).value
  return (field, value) => {
    if (field === 'states') return itemStateWords(t, value)
    if (field !== 'categoryIds') return value
    return leaves?.find(({ id }) => String(id) === value)?.path.join(' › ') ?? value
  }
}
