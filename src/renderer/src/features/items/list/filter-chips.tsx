import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { ANY_ITEM, type ItemFilter } from '../../../../../shared/domain/items/item-filter'
import { useTranslation } from '../../../locales/i18n'
import { useItemFilterWords, filterParts } from '../../../parts/item-filter-words'
import desk from '../../../ui/desk.module.css'
import classes from '../items.module.css'
import { useItemList } from './use-item-list'

/** What the list is filtered by, each to be removed. @param onLast the last one was removed, and the keyboard with it */
export function FilterChips({ onLast }: { onLast: () => void }) {
  const { t } = useTranslation()
  const { filter, find } = useItemList()
  const wordsOf = useItemFilterWords()
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
                className={desk['chip']}
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
