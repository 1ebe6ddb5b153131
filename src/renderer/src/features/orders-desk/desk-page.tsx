import { Alert, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconDownload, IconPrinter, IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { UnreadableOrder } from '../../../../shared/contract/orders'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { MenuItem, MoreMenu } from '../../parts/more-menu'
import { PrintResult } from '../../parts/print-result'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useAct, useRead } from '../../parts/use-read'
import { useRows } from '../../parts/use-rows'
import { useStores } from '../../stores/stores'
import desk from '../../ui/desk.module.css'
import { DeskTable } from './desk-table'
import { DeskTiles } from './desk-tiles'
import { FilterBar } from './filter-bar'
import classes from './orders-desk.module.css'
import { useDesk } from './use-desk'

const SEARCH_PAUSE_MS = 200

/** All orders of the station, as a supervisor looks for them. @param tools what other parts do with them */
export function OrdersDeskPage({ tools }: { tools: ReactNode }) {
  const { t } = useTranslation()
  const { filter, sort } = useDesk()
  const choices = useRead('orders:choices', {}, { staleOn: ['orders_changed'] }).value
  const rows = useRows('orders:list', { filter, sort }, { staleOn: ['orders_changed'] })
  const { more = false, cut = false } = rows.firstPage ?? {}
  // Found so far is enough for the rows; how many there are is read beside them.
  const count = useRead('orders:count', more ? { filter } : null, { staleOn: ['orders_changed'] }).value
  const isCounted = !more || (count?.count ?? null) !== null
  const total = rows.total === null ? null : Math.max(rows.total, more ? (count?.count ?? 0) : 0)
  return (
    <div className={desk['page']}>
      <div className={classes['tools']}>
        <h1 className={desk['title']}>{t('desk.title')}</h1>
        <span className={classes['quiet']} aria-live="polite">
          {total !== null && t(isCounted ? 'desk.count' : 'desk.atLeast', { count: total })}
        </span>
        <Search />
        <Take isEmpty={(total ?? 0) === 0}>{tools}</Take>
      </div>
      <Said isCut={cut} />
      <Unreadable orders={choices?.unreadable ?? []} />
      <DeskTiles choices={choices} />
      <FilterBar />
      <DeskTable rows={{ ...rows, total }} isCounted={isCounted} />
    </div>
  )
}

function Search() {
  const { t } = useTranslation()
  const { filter, setFilter } = useDesk()
  const { search } = filter
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
function Take({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const { filter, sort } = useDesk()
  const { asked, perform } = useAct('orders:save')
  const { print } = useStores().printing
  return (
    <div className={classes['buttons']}>
      {children}
      <MoreMenu isBusy={asked !== null} disabled={isEmpty}>
        <MenuItem icon={IconPrinter} onClick={() => void print({ kind: 'order_list', filter, sort })}>
          {t('desk.print')}
        </MenuItem>
        <MenuItem icon={IconDownload} onClick={() => void perform({ filter, sort })}>
          {t('desk.csv.save')}
        </MenuItem>
      </MoreMenu>
    </div>
  )
}

/** What no filter finds, because it is not here. */
function Unreadable({ orders }: { orders: readonly UnreadableOrder[] }) {
  const { t } = useTranslation()
  const zone = useZone()
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

function Said({ isCut }: { isCut: boolean }) {
  const { t } = useTranslation()
  const { done: file, error } = useAct('orders:save')
  return (
    <>
      <ErrorAlert error={error} />
      <PrintResult isOurs={({ kind }) => kind === 'order_list'} />
      {file !== null && (
        <Alert role="status" color="green">
          {t('desk.csv.saved', { count: file.rows, path: file.path })}
        </Alert>
      )}
      {isCut && (
        <Alert role="status" color="yellow">
          {t('desk.cut')}
        </Alert>
      )}
    </>
  )
}
