import { Autocomplete, Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { NAMED_STATES, type ItemFilter } from '../../stores/items-store'
import { useStoreOf } from '../../stores/stores'
import { FilterChips } from './filter-chips'
import classes from './items.module.css'

/** The filter of the list; nothing is requested until it is submitted. */
export function ItemsFilter() {
  const { t } = useTranslation()
  const filter = useStoreOf('items', (state) => state.filter)
  const find = useStoreOf('items', (state) => state.find)
  const refused = useStoreOf('items', (state) => state.listError?.fields?.['status'] !== undefined)
  const [typed, setTyped] = useState(filter)
  const [shown, setShown] = useState(filter)
  const first = useRef<HTMLInputElement>(null)
  // A chip was removed: the fields say so, too.
  if (shown !== filter) {
    setShown(filter)
    setTyped(filter)
  }
  const edit = (part: Partial<ItemFilter>) => setTyped({ ...typed, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void find({ state: typed.state.trim(), externalId: typed.externalId.trim(), mpn: typed.mpn.trim() })
  }
  return (
    <search className={classes['search']}>
      <form className={classes['filter']} onSubmit={submit}>
        <Autocomplete
          ref={first}
          label={t('items.stateFilter')}
          placeholder={t('items.stateFilterAll')}
          classNames={{ option: classes['option'] ?? '' }}
          data={[...NAMED_STATES]}
          value={typed.state}
          onChange={(state) => edit({ state })}
          error={refused ? t('items.statusRefused') : null}
        />
        <TextInput
          label={t('items.externalIdFilter')}
          value={typed.externalId}
          onChange={(event) => edit({ externalId: event.currentTarget.value })}
        />
        <TextInput
          label={t('items.mpnFilter')}
          value={typed.mpn}
          onChange={(event) => edit({ mpn: event.currentTarget.value })}
        />
        <Button type="submit" variant="default" leftSection={<IconSearch aria-hidden />}>
          {t('items.find')}
        </Button>
      </form>
      <FilterChips onLast={() => first.current?.focus()} />
    </search>
  )
}
