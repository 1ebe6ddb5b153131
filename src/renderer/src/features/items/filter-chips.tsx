import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ANY_ITEM, type ItemFilter } from '../../../../shared/domain/items/item-filter'
import { dayOf, showDay } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useMoney } from '../../parts/use-money'
import { useStoreOf } from '../../stores/stores'
import { filterParts } from './filter-parts'
import classes from './items.module.css'
import { useValueName } from './use-value-name'

/** What the list is filtered by, each to be removed. @param onLast the last one was removed, and the keyboard with it */
export function FilterChips({ onLast }: { onLast: () => void }) {
  const { t } = useTranslation()
  const filter = useStoreOf('items', (state) => state.filter)
  const find = useStoreOf('items', (state) => state.find)
  const wordsOf = useWords()
  const parts = filterParts(filter)
  if (parts.length === 0) return null
  const remove = (event: MouseEvent<HTMLElement>, rest: ItemFilter) => {
    const chip = event.currentTarget.parentElement
    const next = parts.length === 1 ? null : (chip?.nextElementSibling ?? chip?.previousElementSibling)
    const button = next?.querySelector('button')
    if (button) button.focus()
    else onLast()
    find(rest)
  }
  return (
    <div className={classes['chips']}>
      <ul className={classes['chips']} aria-label={t('items.filters.title')}>
        {parts.map(({ field, value, rest }) => {
          const words = { label: t(`items.filter.${field}`), value: wordsOf(field, value) }
          return (
            <li key={`${field} ${value}`}>
              <button
                type="button"
                className={classes['chip']}
                aria-label={t('items.filters.remove', words)}
                onClick={(event) => remove(event, rest)}
              >
                {t('items.filters.chip', words)}
                <IconX size={16} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
      <Button
        variant="subtle"
        onClick={() => {
          onLast()
          find(ANY_ITEM)
        }}
      >
        {t('items.filters.clear')}
      </Button>
    </div>
  )
}

function useWords(): (field: keyof ItemFilter, value: string) => string {
  const { t } = useTranslation()
  const money = useMoney()
  const zone = useZone()
  const nameOf = useValueName()
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
