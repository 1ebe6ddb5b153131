import { Alert, Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconDownload, IconPrinter, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnreadableOrder } from '../../../../shared/contract/orders'
import { ErrorAlert } from '../../parts/error-alert'
import { PrintResult } from '../../parts/print-result'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import desk from '../../ui/desk.module.css'
import { DeskTable } from './desk-table'
import { DeskTiles } from './desk-tiles'
import { FilterBar } from './filter-bar'
import classes from './orders-desk.module.css'

const SEARCH_PAUSE_MS = 200

/** All orders of the station, as a supervisor looks for them. */
export function OrdersDeskPage() {
  const { t } = useTranslation()
  const watch = useStoreOf('desk', (state) => state.watch)
  useEffect(() => watch(), [watch])
  return (
    <div className={desk['page']}>
      <div className={classes['tools']}>
        <h1 className={desk['title']}>{t('desk.title')}</h1>
        <Count />
        <Search />
        <Take />
      </div>
      <Said />
      <Unreadable />
      <DeskTiles />
      <FilterBar />
      <DeskTable />
    </div>
  )
}

function Count() {
  const { t } = useTranslation()
  const total = useStoreOf('desk', (state) => state.total)
  const counted = useStoreOf('desk', (state) => state.counted)
  return (
    <span className={classes['quiet']} aria-live="polite">
      {total !== null && t(counted ? 'desk.count' : 'desk.atLeast', { count: total })}
    </span>
  )
}

function Search() {
  const { t } = useTranslation()
  const search = useStoreOf('desk', (state) => state.filter.search)
  const setFilter = useStoreOf('desk', (state) => state.setFilter)
  const [text, setText] = useState(search)
  const [shown, setShown] = useState(search)
  // Another filter was chosen: the field says so, too.
  if (shown !== search) {
    setShown(search)
    if (text.trim() !== search) setText(search)
  }
  const searchSoon = useDebouncedCallback((typed: string) => setFilter({ search: typed.trim() }), {
    delay: SEARCH_PAUSE_MS,
    flushOnUnmount: true,
  })
  return (
    <TextInput
      className={classes['search'] ?? ''}
      type="search"
      aria-label={t('desk.search')}
      placeholder={t('desk.searchHint')}
      maxLength={200}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        searchSoon(event.currentTarget.value)
      }}
    />
  )
}

/** What is shown, to take away. */
function Take() {
  const { t } = useTranslation()
  const empty = useStoreOf('desk', (state) => (state.total ?? 0) === 0)
  const saving = useStoreOf('desk', (state) => state.saving)
  const saveFile = useStoreOf('desk', (state) => state.saveFile)
  const filter = useStoreOf('desk', (state) => state.filter)
  const sort = useStoreOf('desk', (state) => state.sort)
  const print = useStoreOf('print', (state) => state.print)
  return (
    <div className={classes['buttons']}>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        disabled={empty}
        onClick={() => void print({ kind: 'order_list', filter, sort })}
      >
        {t('desk.print')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={saving}
        disabled={empty}
        onClick={() => void saveFile()}
      >
        {t('desk.csv.save')}
      </Button>
    </div>
  )
}

/** What no filter finds, because it is not here. */
function Unreadable() {
  const { t } = useTranslation()
  const zone = useZone()
  const orders = useStoreOf('desk', (state) => state.choices?.unreadable ?? NONE)
  if (orders.length === 0) return null
  return (
    <Alert color="red" title={t('desk.unreadable.title')}>
      {t('desk.unreadable.text')}
      <ul style={{ margin: '0.5rem 0 0', maxHeight: '9rem', overflowY: 'auto' }}>
        {orders.map(({ number, fields, since }) => (
          <li key={number}>
            {t('desk.unreadable.order', { number, fields: fields.join(', '), at: showTime(since, zone) })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

const NONE: readonly UnreadableOrder[] = []

function Said() {
  const { t } = useTranslation()
  const file = useStoreOf('desk', (state) => state.file)
  const error = useStoreOf('desk', (state) => state.fileError)
  const cut = useStoreOf('desk', (state) => state.cut)
  return (
    <>
      <ErrorAlert error={error} />
      <PrintResult isOurs={({ kind }) => kind === 'order_list'} />
      {file !== null && (
        <Alert role="status" color="green">
          {t('desk.csv.saved', { count: file.rows, path: file.path })}
        </Alert>
      )}
      {cut && (
        <Alert role="status" color="yellow">
          {t('desk.cut')}
        </Alert>
      )}
    </>
  )
}
