import { Button } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCents } from '../../../../shared/domain/orders/money'
import { showsAll } from '../../../../shared/domain/orders/order-desk'
import { useLocale, useTranslation } from '../../locales/i18n'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import desk from '../../ui/desk.module.css'
import { FilterDialog } from './filter-dialog'
import { filterParts } from './filter-parts'
import { KeptFilters } from './kept-filters'
import classes from './orders-desk.module.css'
import { useDesk } from './use-desk'

/** What the list is filtered by: kept filters to choose, and each part as a chip to remove. */
export function FilterBar() {
  const { t } = useTranslation()
  const zone = useZone()
  const locale = useLocale()
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? 'USD')
  const { filter, setFilter, clear } = useDesk()
  const [open, setOpen] = useState(false)
  const money = (cents: number) => formatCents(cents, currency, locale)
  return (
    <div className={classes['bar']} role="group" aria-label={t('desk.filters.title')}>
      <KeptFilters />
      <ul className={classes['chips']} aria-label={t('desk.filters.used')}>
        {filterParts({ t, zone, money }, filter).map(({ key, words, without }) => (
          <li key={key}>
            <button
              type="button"
              className={desk['chip']}
              aria-label={t('desk.filters.remove', { filter: words })}
              onClick={() => setFilter(without)}
            >
              {words}
              <IconX size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('desk.filters.more')}
      </Button>
      {!showsAll(filter) && (
        <Button variant="subtle" onClick={clear}>
          {t('desk.filters.clear')}
        </Button>
      )}
      {open && <FilterDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
