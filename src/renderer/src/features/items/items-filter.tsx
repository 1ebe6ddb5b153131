import { Autocomplete, Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { NAMED_STATES, type ItemFilter } from '../../stores/items-store'
import { useStoreOf } from '../../stores/stores'
import classes from './items.module.css'

/** The filter of the list; nothing is requested until it is submitted. */
export function ItemsFilter() {
  const { t } = useTranslation()
  const filter = useStoreOf('items', (state) => state.filter)
  const find = useStoreOf('items', (state) => state.find)
  const refused = useStoreOf('items', (state) => state.listError?.fields?.['status'] !== undefined)
  const [typed, setTyped] = useState(filter)
  const edit = (part: Partial<ItemFilter>) => setTyped({ ...typed, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void find({ state: typed.state.trim(), externalId: typed.externalId.trim(), mpn: typed.mpn.trim() })
  }
  return (
    <form className={classes['filter']} onSubmit={submit} role="search">
      <Autocomplete
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
  )
}
